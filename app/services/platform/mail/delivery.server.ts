/** One mail on its way out of the outbox: claimed by one process, rendered, sent, and its result written down. */
import { MAIL_CLAIM_MS, MAIL_RETRY_WAITS_MS } from "~/domain/limits";
import type { Mailer } from "~/gateways/mail/mailer";
import { isMailTemplate, MAIL_VALUES } from "~/gateways/mail/mail-values";
import { renderMail, type RenderedMail } from "~/gateways/mail/render-mail";
import { translator } from "~/i18n/translator.server";
import type { Log } from "~/log.server";
import { claimMail, listDueMails, settleMail, type MailRow } from "~/models/mail.server";
import type { Store } from "~/models/store/store";
import type { Secrets } from "../crypto/secrets.server";
import { toFailureText } from "./failure-text.server";

export interface DeliveryDependencies {
  store: Store;
  mailer: Mailer;
  seal: Pick<Secrets, "decrypt">;
  log: Pick<Log, "info" | "warn" | "error">;
  /** "Name <address>" of the product. */
  from: string;
  now?: () => Date;
}

const CANDIDATES = 20;
const TRIES_MAX = MAIL_RETRY_WAITS_MS.length + 1;

/** A mail to it is rendered and composed like any other, and then dropped. The domain is reserved: RFC 2606. */
export const DECOY_RECIPIENT = "nobody@decoy.invalid";

/** Not "": one engine keeps that as null, in a column that has none. */
const ERASED_PAYLOAD = "-";

/** The oldest due mail, claimed for MAIL_CLAIM_MS; null when nothing is due. */
export async function claimNext({
  store,
  now = getCurrentTime,
}: DeliveryDependencies): Promise<MailRow | null> {
  for (;;) {
    const at = now();
    const due = await listDueMails(store, { at, limit: CANDIDATES });
    if (due.length === 0) return null;
    const lockedUntil = new Date(at.getTime() + MAIL_CLAIM_MS);
    for (const row of due) {
      const claimed = await claimMail(store, row, { at, lockedUntil });
      if (claimed) return claimed;
    }
  }
}

/** Sends a claimed mail and records how it went. Throws only what the store throws. */
export async function deliver(row: MailRow, parts: DeliveryDependencies): Promise<void> {
  const { mailer, log, now = getCurrentTime } = parts;
  const about = { mail: row.id, template: row.template, attempt: row.attempts };
  const failure = await attemptSend(row, parts);
  const at = now();
  if (failure === null) {
    await recordResult(row, parts, {
      status: "sent",
      sentAt: at,
      payload: ERASED_PAYLOAD,
      failure: null,
      lockedUntil: at,
    });
    log.info(about, "mail sent");
    return;
  }
  const wait = MAIL_RETRY_WAITS_MS[row.attempts - 1];
  if (wait === undefined) {
    await recordResult(row, parts, { status: "dead", failure, lockedUntil: at });
    log.error({ ...about, mailer: mailer.kind, reason: failure }, "mail given up");
    return;
  }
  const dueAt = new Date(at.getTime() + wait);
  await recordResult(row, parts, { failure, dueAt, lockedUntil: at });
  log.warn({ ...about, mailer: mailer.kind, reason: failure, dueAt }, "mail not sent, to be tried again");
}

/** Null when the mail went out; else why not, fit to be stored and logged. */
async function attemptSend(row: MailRow, parts: DeliveryDependencies): Promise<string | null> {
  let payload = "";
  try {
    if (row.attempts > TRIES_MAX) throw new Error("the process ended during every try");
    payload = parts.seal.decrypt("mail", row.payload);
    const rendered = await render(row, payload);
    const { id, createdAt: date, recipient: to } = row;
    const mail = { ...rendered, id, date, to, from: parts.from };
    await (to === DECOY_RECIPIENT ? parts.mailer.discard(mail) : parts.mailer.send(mail));
    return null;
  } catch (cause) {
    return toFailureText(cause, { recipient: row.recipient, payload });
  }
}

async function render(row: MailRow, payload: string): Promise<RenderedMail> {
  if (!isMailTemplate(row.template)) throw new Error(`there is no mail template "${row.template}"`);
  const values = MAIL_VALUES[row.template].parse(JSON.parse(payload));
  return renderMail(row.template, values, translator(row.locale));
}

/** Writes the result, if the claim still stands: after MAIL_CLAIM_MS another process may have taken over. */
async function recordResult(
  row: MailRow,
  parts: DeliveryDependencies,
  result: Partial<MailRow>,
): Promise<void> {
  if (!(await settleMail(parts.store, row, result)))
    parts.log.warn({ mail: row.id }, "mail took longer than its claim; another process has it");
}

function getCurrentTime(): Date {
  return new Date();
}
