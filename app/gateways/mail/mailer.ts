/** What every way of sending a mail has in common: the interface, and the message as it goes on the wire. */
import type { SendMailOptions } from "nodemailer";
import { hasControlCharacter } from "~/domain/text";

export interface OutgoingMail {
  /** The outbox row's id: the Message-ID is made from it, so that a mail sent twice can be recognised. */
  id: string;
  /** When it was written, not when it is sent. */
  date: Date;
  /** One address; never a list. */
  to: string;
  /** "Name <address>", or an address. */
  from: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  kind: "files" | "smtp" | "mailgun";
  /** Resolves when the other side has taken the mail; rejects with the reason otherwise. */
  send(mail: OutgoingMail): Promise<void>;
  /** The work of `send`, as far as this process does it, with nothing sent: a decoy must not be quicker. */
  discard(mail: OutgoingMail): Promise<void>;
}

/** One plain address: no display name, no list, nothing quoted, no control character. */
export const PLAIN_ADDRESS = /^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u;

/**
 * The message for nodemailer. Throws when a header would hold a line break or another control character: what
 * comes behind it would be read as a header of its own (security.md I4).
 */
export function toMessage(mail: OutgoingMail): SendMailOptions {
  if (!PLAIN_ADDRESS.test(mail.to)) throw new Error("the recipient is not one plain address");
  const headers = { ...mail.headers };
  for (const value of [mail.id, mail.from, mail.subject, ...Object.entries(headers).flat()]) {
    if (hasControlCharacter(value))
      throw new Error("a header of the mail has a line break or a control character");
  }
  return {
    messageId: `<${mail.id}@${domainOf(mail.from)}>`,
    date: mail.date,
    // As an object it is taken as it is; a string would be parsed as a list.
    to: { name: "", address: mail.to },
    from: mail.from,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The whole mail, as it goes over the wire and into a file. */
export async function composeMail(mail: OutgoingMail): Promise<Buffer> {
  // Loaded with the first mail: a start that sends none is not to wait for it.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  return new MailComposer({ ...toMessage(mail), newline: "windows" }).compile().build();
}

function domainOf(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
}
