/** Sends mails by SMTP. */
import { connect, isIP, type Socket } from "node:net";
import type { Transporter } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import { MAIL_SEND_TIMEOUT_MS, MAIL_SMTP_TIMEOUT_MS } from "~/domain/limits";
import { createGuardedLookup, RefusedIpError, resolveOperatorName } from "../network/guarded-lookup";
import { mayOperatorReach } from "../network/operator-ips";
import { composeMail, toMessage, type Mailer, type OutgoingMail } from "./mailer";

/**
 * Sends through the server of `url`, as `smtp://user:password@host:587` or `smtps://host:465`. nodemailer's
 * options may follow as a query string, such as `?requireTLS=true`.
 */
export function createSmtpMailer(url: string): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    kind: "smtp",
    async send(mail, signal) {
      const limits = [AbortSignal.timeout(MAIL_SEND_TIMEOUT_MS), ...(signal ? [signal] : [])];
      transport ??= createSmtpTransport(url);
      await (await transport).sendMail({ ...toMessage(mail), signal: AbortSignal.any(limits) });
    },
    async discard(mail) {
      await composeMail(mail);
    },
  };
}

/** Connects to the server of `url` and signs in, without sending a mail. Throws the reason when that is not possible. */
export async function verifySmtp(url: string, timeoutMs: number): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * Sends one mail, to try a server that the operator has named: to this server only, and soon. Returns the words with which
 * it has accepted the mail; throws nodemailer's error, or RefusedIpError for a server that may not be reached.
 */
export async function trySmtp(url: string, mail: OutgoingMail, timeoutMs: number): Promise<string> {
  const { createTransport } = await import("nodemailer");
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const getSocket = createGuardedSockets(timeoutMs);
  const transport = createTransport({ url, ...timeouts, getSocket } as SMTPTransport.Options);
  try {
    const sent = await transport.sendMail({ ...toMessage(mail), signal: AbortSignal.timeout(timeoutMs) });
    return sent.response;
  } finally {
    transport.close();
  }
}

type SocketDone = (error: Error | null, socket?: { connection: Socket }) => void;

/** nodemailer takes a connected socket in place of its own, and starts TLS on it where the URL asks for it. */
function createGuardedSockets(timeoutMs: number) {
  return ({ host = "", port, secure }: SMTPTransport.Options, done: SocketDone): void => {
    // Node resolves no IP, so the look-up would not see it.
    if (isIP(host) !== 0 && !mayOperatorReach(host)) {
      done(new RefusedIpError("the server has an IP that may not be reached"));
      return;
    }
    const lookup = createGuardedLookup(mayOperatorReach, resolveOperatorName);
    const connection = connect({ host, port: Number(port ?? (secure ? 465 : 587)), lookup });
    const giveUp = setTimeout(
      () => connection.destroy(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })),
      timeoutMs,
    );
    connection.once("error", done);
    connection.once("connect", () => {
      clearTimeout(giveUp);
      connection.off("error", done);
      done(null, { connection });
    });
    connection.once("close", () => clearTimeout(giveUp));
  };
}

/** Loaded with the first mail, so that a start without mails does not wait for it. */
async function createSmtpTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: MAIL_SMTP_TIMEOUT_MS,
    greetingTimeout: MAIL_SMTP_TIMEOUT_MS,
    socketTimeout: MAIL_SMTP_TIMEOUT_MS,
  });
}
