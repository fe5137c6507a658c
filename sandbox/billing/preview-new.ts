/** Calculates the first invoice of a subscription that a customer could choose. Stores nothing. */
import type { Ledger } from "../ledger";
import type { Customer, Invoice } from "../objects";
import type { DiscountRequest } from "./discounts";
import { createFirstLines } from "./invoicing";
import { buildSubscription, prepareFirstDiscounts, requirePrices, type NewItem } from "./new-subscription";
import { toPreview } from "./preview";

/** Throws 400 for items that cannot be subscribed to or do not fit together. */
export function previewNewSubscription(
  ledger: Ledger,
  {
    customer,
    items,
    trialEnd,
    discounts: requested,
    automaticTax,
  }: {
    customer: Customer;
    items: readonly NewItem[];
    trialEnd: number | null;
    discounts: readonly DiscountRequest[];
    automaticTax: boolean;
  },
): Invoice {
  const wanted = {
    customer,
    items,
    trialEnd,
    defaultMethodId: null,
    behavior: "default_incomplete" as const,
    metadata: {},
    description: null,
    cancelAtPeriodEnd: false,
    savesMethod: false,
    isOffSession: false,
    discounts: requested,
    automaticTax,
  };
  const subscription = buildSubscription(ledger, wanted, requirePrices(ledger, items));
  const lines = createFirstLines(ledger, subscription, { isTrial: trialEnd !== null });
  const discounts = prepareFirstDiscounts(ledger, subscription, wanted);
  return toPreview(ledger, { customer, discounts, subscription, reason: "subscription_create", lines });
}
