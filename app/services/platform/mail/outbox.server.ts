/**
 * The outbox: a mail is queued in the transaction that causes it and sent afterwards, so that no request waits for a
 * mail server and no mail is lost when one is down.
 */
import { AppError } from "~/domain/errors";
import { EMAIL_MAX_LENGTH, MAIL_POLL_MS } from "~/domain/limits";
import { MAIL_VALUES, type MailTemplate, type MailValues } from "~/gateways/mail/mail-values";
import { PLAIN_EMAIL } from "~/gateways/mail/mailer";
import { createMail, isMailStored, toMailId } from "~/models/mail.server";
import type { Store } from "~/models/store/store";
import { claimNext, deliver, type DeliveryDependencies } from "./delivery.server";
import type { Secrets } from "../crypto/secrets.server";

export interface QueuedMail<T extends MailTemplate> {
  template: T;
  to: string;
  /** The reader's locale; English when the product does not support it. */
  locale: string;
  values: MailValues[T];
  /** The time of queueing; now by default. */
  at?: Date;
  /** What the mail is about, such as the id of an invoice. A mail with a key is queued once, however often this runs. */
  key?: string;
}

/**
 * Queues a mail through `store`. A mail queued in a transaction is sent only if the transaction commits; the caller
 * then calls the outbox's `wake`. Throws invalid when the email or a value is not allowed in a mail, such as a line
 * break in a name.
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

export interface OutboxDependencies extends DeliveryDependencies {
  /** How often to look for due mails without being woken, in milliseconds. */
  every?: number;
}

export interface Outbox {
  /** Starts to send what is due. Returns immediately and never throws. */
  wake(): void;
  /** Starts no further mail. Resolves when the current one is done. */
  stop(): Promise<void>;
}

/** Starts sending. Any number of processes may share one store, because each mail is claimed by one of them. */
export function startOutbox({ every = MAIL_POLL_MS, ...parts }: OutboxDependencies): Outbox {
  let running: Promise<void> | null = null;
  let isRequested = false;
  let isStopped = false;
  let lastError = "";

  async function sendAllDue(): Promise<void> {
    try {
      for (let row = await claimNext(parts); row !== null; row = isStopped ? null : await claimNext(parts)) {
        await deliver(row, parts);
      }
      lastError = "";
    } catch (cause) {
      const error = String(cause);
      // Logged once and not at every poll, while the store fails for the same reason.
      if (error !== lastError) parts.log.error({ err: cause }, "the mail outbox cannot reach the store");
      lastError = error;
    }
  }

  function wakeOutbox(): void {
    isRequested = true;
    if (isStopped || running !== null) return;
    isRequested = false;
    running = sendAllDue().finally(() => {
      running = null;
      // Woken while it ran, perhaps after its last look for due mails.
      if (isRequested) wakeOutbox();
    });
  }

  const timer = setInterval(wakeOutbox, every);
  timer.unref();
  wakeOutbox();
  return {
    wake: wakeOutbox,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

function rejectMail(inputError: string): never {
  throw new AppError("invalid", "mail:errors.unusable_value", { inputError });
}
