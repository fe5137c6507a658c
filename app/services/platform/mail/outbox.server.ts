/**
 * The outbox: a mail is queued in the transaction that causes it and sent afterwards, so that no request waits for a
 * mail server and no mail is lost when one is down.
 */
import { AppError } from "~/domain/errors";
import { EMAIL_MAX_LENGTH, MAIL_POLL_MS, WORKERS_FIRST_AFTER_MS } from "~/domain/limits";
import { MAIL_VALUES, type MailTemplate, type MailValues } from "~/gateways/mail/mail-values";
import { PLAIN_EMAIL } from "~/gateways/mail/mailer";
import { createMail, isMailStored, toMailId } from "~/models/mail.server";
import type { Store } from "~/models/store/store";
import type { Secrets } from "~/crypto/secrets.server";
import type { Job } from "../jobs/jobs.server";
import { claimNext, deliver, type DeliveryDependencies } from "./delivery.server";

export interface QueuedMail<T extends MailTemplate> {
  template: T;
  to: string;
  /** The reader's locale; English when the product does not support it. */
  locale: string;
  values: MailValues[T];
  /** The time of queueing; now by default. */
  at?: Date;
  /** The cause of the mail, such as the id of an invoice. A mail with a key is queued once, however often this runs. */
  key?: string;
}

/**
 * Queues a mail through `store`. A mail queued in a transaction is sent as soon as the transaction commits, and only then.
 * Throws invalid when the email or a value is not allowed in a mail, such as a line break in a name.
 */
export async function queueMail<T extends MailTemplate>(
  store: Store,
  seal: Pick<Secrets, "encrypt">,
  mail: QueuedMail<T>,
): Promise<void> {
  if (mail.to.length > EMAIL_MAX_LENGTH || !PLAIN_EMAIL.test(mail.to)) rejectMail("email");
  const parsed = MAIL_VALUES[mail.template].safeParse(mail.values);
  if (!parsed.success) rejectMail(String(parsed.error.issues[0]?.path[0] ?? "email"));
  const { at = new Date(), key } = mail;
  const id = key === undefined ? undefined : toMailId(`${mail.template}:${key}`);
  if (id !== undefined && (await isMailStored(store, { id }))) return;
  await createMail(store, {
    id,
    recipient: mail.to,
    template: mail.template,
    locale: mail.locale,
    payload: seal.encrypt("mail", JSON.stringify(parsed.data)),
    at,
  });
}

/** Sends what is due. Any number of processes may share one store, because each mail is claimed by one of them. */
export function createMailJob(parts: DeliveryDependencies): Job {
  return {
    name: "mails",
    every: MAIL_POLL_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: false,
    async run(signal) {
      for (let row = await claimNext(parts); row; row = signal.aborted ? null : await claimNext(parts))
        await deliver(row, parts);
    },
    report: (cause) => parts.log.error({ err: cause }, "the mail outbox cannot reach the store"),
  };
}

function rejectMail(inputError: string): never {
  throw new AppError("invalid", "mail:errors.unusable_value", { inputError });
}
