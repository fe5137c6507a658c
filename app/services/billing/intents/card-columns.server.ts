/** A card as rows keep it, in four columns, and as people recognize it. */
import type { CardView } from "~/domain/billing";
import type { SubscriptionRow } from "~/models/subscription.server";

/** All four are null without a card. Intents of plan changes have the same columns as subscriptions. */
type CardColumns = Pick<SubscriptionRow, "cardBrand" | "cardLast4" | "cardExpMonth" | "cardExpYear">;

/** The card of a row; null without one. */
export function toCardView(row: CardColumns | null): CardView | null {
  if (!row?.cardBrand || !row.cardLast4) return null;
  const { cardBrand: brand, cardLast4: last4, cardExpMonth, cardExpYear } = row;
  return { brand, last4, exp_month: cardExpMonth ?? 0, exp_year: cardExpYear ?? 0 };
}

/** The columns of a card, or of none. */
export function toCardColumns(card: CardView | null): CardColumns {
  return {
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    cardExpMonth: card?.exp_month ?? null,
    cardExpYear: card?.exp_year ?? null,
  };
}
