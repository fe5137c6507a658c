/** The parts that all mailers share: the interface, and the message that they send. */
import type { SendMailOptions } from "nodemailer";
import { hasControlCharacter } from "~/domain/text";

export interface OutgoingMail {
  /** The outbox row's id. The Message-ID is made from it, so that a mail sent twice can be recognized. */
  id: string;
  /** When the mail was queued, not when it is sent. */
  date: Date;
  /** One email; never a list. */
  to: string;
  /** "Name <email>", or an email alone. */
  from: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  attachments?: readonly MailFile[];
}

/** A file that is attached to a mail. */
export interface MailFile {
  name: string;
  /** Its MIME type. */
  type: string;
  content: Buffer;
}

export interface Mailer {
  kind: "files" | "smtp" | "mailgun";
  /**
   * Resolves when the server has accepted the mail; rejects with the reason otherwise. It gives up when `signal` is aborted,
   * because another process may send the mail from then on.
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>;
  /** Does the work of `send` without sending anything: a decoy mail must take as long as a real one. */
  discard(mail: OutgoingMail): Promise<void>;
}

/** A mail that a server has not accepted, where its answer says more than that. */
export class MailError extends Error {
  /** The HTTP status of the answer; null without an answer. */
  readonly status: number | null;
  /** The same mail will not be accepted later either. */
  readonly isPermanent: boolean;
  /** The server accepts no mail before; null when it does not say. */
  readonly retryAt: Date | null;

  constructor(
    message: string,
    facts: { status: number | null; isPermanent?: boolean; retryAt?: Date | null },
  ) {
    super(message);
    this.name = "MailError";
    this.status = facts.status;
    this.isPermanent = facts.isPermanent ?? false;
    this.retryAt = facts.retryAt ?? null;
  }
}

/** One plain email: no display name, no list, nothing quoted, no control character. */
export const PLAIN_EMAIL = /^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u;

/**
 * Builds nodemailer's message. Throws when a header would contain a line break or another control character,
 * because the text after it would be read as a header of its own.
 */
export function toMessage(mail: OutgoingMail): SendMailOptions {
  if (!PLAIN_EMAIL.test(mail.to)) throw new Error("the recipient is not one plain email");
  const { attachments = [] } = mail;
  const headers = { ...mail.headers };
  const files = attachments.flatMap(({ name, type }) => [name, type]);
  for (const value of [mail.id, mail.from, mail.subject, ...files, ...Object.entries(headers).flat()]) {
    if (hasControlCharacter(value))
      throw new Error("a header of the mail has a line break or a control character");
  }
  return {
    messageId: `<${mail.id}@${getDomain(mail.from)}>`,
    date: mail.date,
    // An object is taken as it is; a string would be parsed as a list.
    to: { name: "", address: mail.to },
    from: mail.from,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers,
    attachments: attachments.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content,
      contentDisposition: "attachment",
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The complete mail, as it is sent and as it is written to a file. */
export async function composeMail(mail: OutgoingMail): Promise<Buffer> {
  // Loaded with the first mail, so that a start without mails does not wait for it.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  return new MailComposer({ ...toMessage(mail), newline: "windows" }).compile().build();
}

function getDomain(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
}
