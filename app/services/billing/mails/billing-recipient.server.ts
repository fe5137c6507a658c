/** Who gets the mails about an account's billing, and whether they want them. */
import { NOTIFICATIONS, type NotificationName } from "~/domain/notifications";
import type { MailTemplate } from "~/gateways/mail/mail-values";
import { findAccount } from "~/models/account.server";
import { findOwner } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { findUser } from "~/models/user.server";
import { createNotificationLink } from "~/services/users/notification-links.server";
import { isNotificationWanted } from "~/services/users/notifications.server";
import { toAccountName } from "~/services/platform/account-name.server";
import type { App } from "~/services/platform/app.server";
import type { QueuedMail } from "~/services/platform/mail/outbox.server";

/** An account's row of the subscriptions. */
export interface BilledAccount {
  /** The account's id. */
  id: string;
  /** Gets the mails instead of the owner. */
  billingEmail?: string | null;
}

export interface BillingRecipient {
  to: string;
  /** The owner's name; "" at a billing email, whose reader is not known. */
  name: string;
  /** The owner's language. */
  locale: string;
  /** The user whose preferences count. */
  ownerId: string;
  ownerEmail: string;
  /** The account's name, as the owner sees it. */
  account: string;
}

/** The billing email when the account has one, else the owner. Null while the account has no owner. */
export async function findBillingRecipient(
  store: Store,
  { id: accountId, billingEmail = null }: BilledAccount,
): Promise<BillingRecipient | null> {
  const membership = await findOwner(store, { accountId });
  const owner = membership && (await findUser(store, { id: membership.userId }));
  if (!owner) return null;
  const { id: ownerId, locale, email, name } = owner;
  const account = await findAccount(store, { id: accountId });
  const recipient = {
    locale,
    ownerId,
    ownerEmail: email,
    account: account ? toAccountName(account, locale) : "",
  };
  return billingEmail === null
    ? { ...recipient, to: email, name }
    : { ...recipient, to: billingEmail, name: "" };
}

/**
 * Addresses a mail to the account's recipient; one that the owner can turn off gets the link for that. Null when there is none, when `create` finds nothing to write, and when
 * the owner has turned the mail off. To be called before the transaction that queues the mail, which would lock every
 * row that it reads.
 */
export async function prepareBillingMail<T extends MailTemplate>(
  app: Pick<App, "store" | "config" | "secrets">,
  account: BilledAccount,
  create: (recipient: BillingRecipient) => QueuedMail<T> | null,
): Promise<QueuedMail<T> | null> {
  const recipient = await findBillingRecipient(app.store, account);
  const created = recipient && create(recipient);
  if (!created) return null;
  const mail = { ...created, values: { account: recipient.account, ...created.values } };
  if (!isNotification(mail.template)) return mail;
  const { ownerId: id, ownerEmail: email } = recipient;
  if (!(await isNotificationWanted(app.store, id, mail.template))) return null;
  const stopLink = createNotificationLink(app, { id, email }, mail.template);
  return { ...mail, values: { ...mail.values, stopLink } };
}

/** A notification has the name of the mail that it turns off. */
function isNotification(name: string): name is NotificationName {
  return NOTIFICATIONS.some((notification) => notification === name);
}
