/**
 * The outbox: a mail is queued in the transaction that causes it and sent afterwards, so that no request waits for a
 * mail server and no mail is lost when one is down. Design §7 and §8, security.md N3.
 */
import { AppError } from "~/domain/errors";
import { EMAIL_MAX_LENGTH, MAIL_POLL_MS } from "~/domain/limits";
import { MAIL_VALUES, type MailTemplate, type MailValues } from "~/gateways/mail/mail-values";
import { PLAIN_EMAIL } from "~/gateways/mail/mailer";
import { createMail } from "~/models/mail.server";
import type { Store } from "~/models/store/store";
import { claimNext, deliver, type DeliveryDependencies } from "./delivery.server";
import type { Secrets } from "../crypto/secrets.server";

export interface QueuedMail<T extends MailTemplate> {
  template: T;
  to: string;
  /** The reader's; English when the product does not have it. */
  locale: string;
  values: MailValues[T];
  /** When it is written; now, when left out. */
  at?: Date;
}

/**
 * Queues a mail through `store`: inside a transaction it is sent exactly when that commits; call the outbox's `wake`
 * afterwards. Throws invalid when the address or a value cannot stand in a mail, as a line break in a name.
 */
export async function queueMail<T extends MailTemplate>(
  store: Store,
  seal: Pick<Secrets, "encrypt">,
  mail: QueuedMail<T>,
): Promise<void> {
  if (mail.to.length > EMAIL_MAX_LENGTH || !PLAIN_EMAIL.test(mail.to)) refuse("email");
  const parsed = MAIL_VALUES[mail.template].safeParse(mail.values);
  if (!parsed.success) refuse(String(parsed.error.issues[0]?.path[0] ?? "email"));
  const { at = new Date() } = mail;
  await createMail(store, {
    recipient: mail.to,
    template: mail.template,
    locale: mail.locale,
    payload: seal.encrypt("mail", JSON.stringify(parsed.data)),
    at,
  });
}

export interface OutboxDependencies extends DeliveryDependencies {
  /** How often to look for due mails that nobody woke it for, in milliseconds. */
  every?: number;
}

export interface Outbox {
  /** Sends what is due now; returns at once and never throws. */
  wake(): void;
  /** Stops taking mails; resolves when the one in hand is done. */
  stop(): Promise<void>;
}

/** Starts sending. Any number of processes may do so over one store: each mail is claimed by one of them. */
export function startOutbox({ every = MAIL_POLL_MS, ...parts }: OutboxDependencies): Outbox {
  let running: Promise<void> | null = null;
  let isRequested = false;
  let isStopped = false;
  let lastTrouble = "";

  async function sendAllDue(): Promise<void> {
    try {
      for (let row = await claimNext(parts); row !== null; row = isStopped ? null : await claimNext(parts)) {
        await deliver(row, parts);
      }
      lastTrouble = "";
    } catch (cause) {
      const trouble = String(cause);
      // Said once, not at every poll, as long as the store stays away for the same reason.
      if (trouble !== lastTrouble) parts.log.error({ err: cause }, "the mail outbox cannot reach the store");
      lastTrouble = trouble;
    }
  }

  function wakeOutbox(): void {
    isRequested = true;
    if (isStopped || running !== null) return;
    isRequested = false;
    running = sendAllDue().finally(() => {
      running = null;
      // Asked meanwhile, perhaps just behind its last look.
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

function refuse(inputError: string): never {
  throw new AppError("invalid", "mail:errors.unusable_value", { inputError });
}
