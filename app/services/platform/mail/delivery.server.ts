/** Delivers one mail of the outbox: one process claims it, renders it, sends it and records the result. */
import { INVOICE_PDF_TRIES, MAIL_CLAIM_MS, MAIL_RETRY_MAX_MS, MAIL_RETRY_WAITS_MS } from "~/domain/limits";
import { MailError, type MailFile, type Mailer, type OutgoingMail } from "~/gateways/mail/mailer";
import {
  findMailPdf,
  isMailTemplate,
  MAIL_VALUES,
  type MailTemplate,
  type MailValues,
} from "~/gateways/mail/mail-values";
import { renderMail, type RenderedMail } from "~/gateways/mail/render-mail";
import type { InvoicePdfs } from "~/gateways/payments/invoice-pdf";
import { translator } from "~/i18n/translator.server";
import type { Log } from "~/log.server";
import { claimMail, listDueMails, renewMail, settleMail, type MailRow } from "~/models/mail.server";
import type { Store } from "~/models/store/store";
import type { Secrets } from "~/crypto/secrets.server";
import { keepClaim } from "../jobs/keep-claim.server";

export interface DeliveryDependencies {
  store: Store;
  mailer: Mailer;
  seal: Pick<Secrets, "decrypt">;
  log: Pick<Log, "info" | "warn" | "error">;
  /** The product's sender, as "Name <email>". */
  from: string;
  /** Where the files of mails about invoices come from. */
  pdfs: InvoicePdfs;
  now?: () => Date;
  /** How long a claim lasts unless it is renewed, in milliseconds. */
  claimMs?: number;
}

const CANDIDATES = 20;
const ATTEMPTS_MAX = MAIL_RETRY_WAITS_MS.length + 1;

/** A mail to it is rendered and composed like any other, and then discarded. RFC 2606 reserves the domain. */
export const DECOY_RECIPIENT = "nobody@decoy.invalid";

/** Not empty: Oracle would store an empty text as null, in a column that is not nullable. */
const ERASED_PAYLOAD = "-";

/** The oldest due mail, claimed; null when nothing is due. */
export async function claimNext({
  store,
  now = getCurrentTime,
  claimMs = MAIL_CLAIM_MS,
}: DeliveryDependencies): Promise<MailRow | null> {
  for (;;) {
    const at = now();
    const due = await listDueMails(store, { at, limit: CANDIDATES });
    if (due.length === 0) return null;
    const lockedUntil = new Date(at.getTime() + claimMs);
    for (const row of due) {
      const claimed = await claimMail(store, row, { at, lockedUntil });
      if (claimed) return claimed;
    }
  }
}

/** Sends a claimed mail, whose claim it renews meanwhile, and records the result. Throws only the errors of the store. */
export async function deliver(claimed: MailRow, parts: DeliveryDependencies): Promise<void> {
  const { store, mailer, log, now = getCurrentTime, claimMs: leaseMs = MAIL_CLAIM_MS } = parts;
  const about = { mail: claimed.id, template: claimed.template, attempt: claimed.attempts };
  const renew = (held: MailRow) => renewMail(store, held, new Date(now().getTime() + leaseMs));
  const claim = keepClaim(claimed, { renew, leaseMs });
  const failure = await attemptSend(claimed, parts, claim.lost);
  const row = await claim.end();
  const at = now();
  if (failure === null) {
    const sent = {
      status: "sent",
      sentAt: at,
      payload: ERASED_PAYLOAD,
      failure: null,
      lockedUntil: at,
    } as const;
    await recordResult(row, parts, sent);
    log.info(about, "mail sent");
    return;
  }
  const { reason } = failure;
  const dueAt = findRetryTime(row, failure, at);
  if (dueAt === null) {
    await recordResult(row, parts, { status: "dead", failure: reason, lockedUntil: at });
    log.error({ ...about, mailer: mailer.kind, reason }, "mail given up");
    return;
  }
  await recordResult(row, parts, { failure: reason, dueAt, lockedUntil: at });
  log.warn({ ...about, mailer: mailer.kind, reason, dueAt }, "mail not sent, will be retried");
}

interface Failure {
  /** As text that may be stored and logged. */
  reason: string;
  isPermanent: boolean;
  /** The mail server accepts no mail before. */
  retryAt: Date | null;
}

/** Null when the mail is given up. */
function findRetryTime(row: MailRow, { isPermanent, retryAt }: Failure, at: Date): Date | null {
  const wait = MAIL_RETRY_WAITS_MS[row.attempts - 1];
  if (isPermanent || wait === undefined) return null;
  const asked = Math.min(retryAt?.getTime() ?? 0, at.getTime() + MAIL_RETRY_MAX_MS);
  return new Date(Math.max(at.getTime() + wait, asked));
}

/** Null when the mail was sent. `lost` is aborted when another process may send it. */
async function attemptSend(
  row: MailRow,
  parts: DeliveryDependencies,
  lost: AbortSignal,
): Promise<Failure | null> {
  let payload = "";
  try {
    if (row.attempts > ATTEMPTS_MAX) throw new Error("the process ended during every attempt");
    payload = parts.seal.decrypt("mail", row.payload);
    const rendered = await render(row, payload, parts);
    const { id, createdAt: date, recipient: to } = row;
    const mail = { ...rendered, id, date, to, from: parts.from };
    lost.throwIfAborted();
    await (to === DECOY_RECIPIENT ? parts.mailer.discard(mail) : parts.mailer.send(mail, lost));
    return null;
  } catch (cause) {
    const reason = toFailureText(cause, { recipient: row.recipient, payload });
    const { isPermanent, retryAt } =
      cause instanceof MailError ? cause : { isPermanent: false, retryAt: null };
    return { reason, isPermanent, retryAt };
  }
}

async function render(
  row: MailRow,
  payload: string,
  parts: DeliveryDependencies,
): Promise<RenderedMail & Pick<OutgoingMail, "attachments">> {
  if (!isMailTemplate(row.template)) throw new Error(`there is no mail template "${row.template}"`);
  const values = MAIL_VALUES[row.template].parse(JSON.parse(payload));
  const file = await loadFile(row, values, parts);
  const language = translator(row.locale);
  const rendered = await renderMail(row.template, values, { ...language, hasFile: file !== null });
  return { ...rendered, attachments: file ? [file] : [] };
}

/**
 * The file of a mail about an invoice. Null for other mails, and when the file cannot be had: the mail then has a link
 * to it. Throws while there are attempts left.
 */
async function loadFile(
  row: MailRow,
  values: MailValues[MailTemplate],
  { pdfs, log }: DeliveryDependencies,
): Promise<MailFile | null> {
  const pdf = findMailPdf(values);
  if (!pdf || !pdfs.canFetch(pdf.url)) return null;
  try {
    return { name: pdf.name, type: "application/pdf", content: await pdfs.fetch(pdf.url) };
  } catch (cause) {
    if (row.attempts < INVOICE_PDF_TRIES) throw cause;
    log.warn({ err: cause, mail: row.id, template: row.template }, "mail without its file, which has a link");
    return null;
  }
}

/** Records the result while the claim is valid: after its end another process may have claimed the mail. */
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

/** Shorter values are not removed: removing "Pro" from every word would leave nothing readable. */
const SHORTEST_REMOVED_VALUE = 4;
const FAILURE_MAX_LENGTH = 500;

/**
 * Why a mail was not sent, as text that may be stored and logged: the error's code and message, without the recipient,
 * the values in `payload`, links, emails and tokens.
 */
export function toFailureText(cause: unknown, mail: { recipient: string; payload: string }): string {
  const text =
    cause instanceof Error ? [getErrorCode(cause), cause.message].filter(Boolean).join(": ") : String(cause);
  const values = [mail.recipient, ...listPayloadValues(mail.payload)].filter(
    (value) => value.length >= SHORTEST_REMOVED_VALUE,
  );
  return values
    .reduce((left, value) => left.replaceAll(value, "[…]"), text)
    .replace(/\b[a-z][a-z+]+:\/\/\S+/gi, "[link]")
    .replace(/[^\s<>"',;:]+@[^\s<>"',;:]+/g, "[address]")
    .replace(/\b[a-z]{3}_[\w-]{16,}/g, "[token]")
    .replace(/\s+/g, " ")
    .slice(0, FAILURE_MAX_LENGTH);
}

function getErrorCode(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

function listPayloadValues(payload: string): string[] {
  try {
    return Object.values(JSON.parse(payload) as object).filter((value) => typeof value === "string");
  } catch {
    // A payload that was not decrypted cannot be part of the message.
    return [];
  }
}
