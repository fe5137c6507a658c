/** The API calls on a customer's invoices. */
import type Stripe from "stripe";
import { INVOICES_COPIED } from "~/domain/payments";
import { callStripe, callStripeOrNull } from "./stripe-errors";
import { getId } from "./stripe-subscriptions";
import { findUsagePlanId } from "./stripe-prices";
import type { BilledApiCalls } from "./api-call-meter";

/** Reads the latest invoices. The provider may write a line for each tier of a price: they are added up. */
export async function listBilledApiCalls(stripe: Stripe, customer: string): Promise<BilledApiCalls[]> {
  const query = { customer, limit: INVOICES_COPIED };
  const invoices = (await callStripeOrNull(() => stripe.invoices.list(query)))?.data ?? [];
  const findPrice = createPriceReader(stripe);
  const billed = new Map<string, BilledApiCalls>();
  for (const invoice of invoices.filter(({ status }) => status !== "void"))
    for (const line of await listLines(stripe, invoice)) {
      const priceId = line.pricing?.price_details?.price;
      const price = priceId ? await findPrice(getId(priceId)) : null;
      if (price?.recurring?.usage_type !== "metered") continue;
      const { period, quantity } = line;
      const key = [invoice.id, price.id, period.start, period.end].join(" ");
      const known = billed.get(key);
      billed.set(key, {
        planId: findUsagePlanId(price),
        calls: (known?.calls ?? 0) + (quantity ?? 0),
        periodStart: new Date(period.start * 1000),
        periodEnd: new Date(period.end * 1000),
        isFinal: invoice.status !== "draft",
      });
    }
  return [...billed.values()];
}

/** An invoice contains its first lines only. */
async function listLines(
  stripe: Stripe,
  { id, lines }: Stripe.Invoice,
): Promise<readonly Stripe.InvoiceLineItem[]> {
  if (!lines.has_more) return lines.data;
  return callStripe(() =>
    stripe.invoices.listLineItems(id, { limit: 100 }).autoPagingToArray({ limit: 1000 }),
  );
}

/** Reads each price once. */
function createPriceReader(stripe: Stripe) {
  const prices = new Map<string, Promise<Stripe.Price | null>>();
  return (id: string): Promise<Stripe.Price | null> => {
    const known = prices.get(id) ?? callStripeOrNull(() => stripe.prices.retrieve(id));
    prices.set(id, known);
    return known;
  };
}
