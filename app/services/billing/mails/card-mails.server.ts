/** The mail about the card that pays now. */
import type { CardView } from "~/domain/billing";
import type { BillingIntentRow } from "~/models/billing-intent.server";
import type { SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import type { QueuedMail } from "~/services/platform/mail/outbox.server";
import { createCardUpdatedMail } from "./billing-mails.server";
import { prepareBillingMail } from "./billing-recipient.server";

/** Once for each change of the card. Null when there is nothing to say, and when the owner has turned the mail off. */
export function prepareCardMail(
  app: Pick<App, "store" | "config" | "secrets">,
  { intent, row, card }: { intent: BillingIntentRow; row: SubscriptionRow; card: CardView | null },
): Promise<QueuedMail<"card_updated"> | null> {
  const { appUrl } = app.config;
  return prepareBillingMail(app, row, (recipient) => {
    if (!card) return null;
    const { exp_month: expMonth, exp_year: expYear, ...shown } = card;
    const key = intent.id;
    return createCardUpdatedMail({ recipient, appUrl, key, card: { ...shown, expMonth, expYear } });
  });
}
