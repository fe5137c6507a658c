/** Previews of invoices, as the provider calculates them. Nothing is changed or charged. */
import type Stripe from "stripe";
import type { DraftLine, InvoiceDraft } from "./payment-types";
import type { PreviewQuery } from "./plan-orders";
import { callStripe, isOfType } from "./stripe-errors";
import { callWithOrder, toDiscounts } from "./stripe-promotions";
import { findPlanId } from "./stripe-prices";
import { listItemChanges, toCycleChange } from "./stripe-changes";
import { BILLING_MODE, getId, toItems } from "./stripe-subscriptions";
import { canComputeTax, type TaxOptions } from "./stripe-tax";

const SECONDS_A_DAY = 24 * 3600;

export async function previewInvoice(
  stripe: Stripe,
  query: PreviewQuery,
  { automaticTax }: TaxOptions,
): Promise<InvoiceDraft | null> {
  const { customerId, subscriptionId } = query;
  const isTaxed = automaticTax && customerId !== null && (await canComputeTax(stripe, customerId));
  const current =
    subscriptionId === null ? null : await callStripe(() => stripe.subscriptions.retrieve(subscriptionId));
  const params = {
    ...createParams(query, current),
    ...(isTaxed && { automatic_tax: { enabled: true } }),
  };
  const invoice = await callWithOrder(async () => {
    try {
      return await stripe.invoices.createPreview(params);
    } catch (error) {
      // A subscription that ends with its period has no further invoice.
      if (isOfType(error, "StripeInvalidRequestError") && error.code === "invoice_upcoming_none") return null;
      throw error;
    }
  });
  return invoice && toDraft(invoice, { query, subjects: listSubjects(query, current) });
}

function createParams(
  query: PreviewQuery,
  current: Stripe.Subscription | null,
): Stripe.InvoiceCreatePreviewParams {
  const { customerId, currency, priceId, trialDays } = query;
  const payer = customerId === null ? { currency, customer_details: {} } : { customer: customerId };
  const base = { ...payer, ...toDiscounts(query.promotionId) };
  if (current === null) {
    const trialEnd = Math.floor(Date.now() / 1000) + trialDays * SECONDS_A_DAY;
    const items = priceId === null ? [] : toItems({ ...query, priceId });
    const subscription_details = {
      items,
      billing_mode: BILLING_MODE,
      ...(trialDays > 0 && { trial_end: trialEnd }),
    };
    return { ...base, subscription_details };
  }
  if (priceId === null) return { ...base, subscription: current.id };
  const items = listItemChanges(current, { ...query, priceId });
  const subscription_details = {
    items,
    proration_behavior: "always_invoice" as const,
    ...(query.interval && toCycleChange(current, { interval: query.interval })),
  };
  return { ...base, subscription: current.id, subscription_details };
}

/** The subject of a line, by its price. */
type Subjects = ReadonlyMap<string, DraftLine["subject"]>;

function listSubjects(
  { planId, priceId, usagePriceId }: PreviewQuery,
  current: Stripe.Subscription | null,
): Subjects {
  const subjects = new Map<string, DraftLine["subject"]>();
  for (const { price } of current?.items.data ?? []) {
    const known = findPlanId(price);
    if (price.recurring?.usage_type === "metered") subjects.set(price.id, { kind: "calls" });
    else if (known !== null) subjects.set(price.id, { kind: "plan", planId: known });
  }
  if (priceId !== null && planId !== null) subjects.set(priceId, { kind: "plan", planId });
  if (usagePriceId !== null) subjects.set(usagePriceId, { kind: "calls" });
  return subjects;
}

function toDraft(
  invoice: Stripe.Invoice,
  { query, subjects }: { query: PreviewQuery; subjects: Subjects },
): InvoiceDraft {
  const due = invoice.next_payment_attempt ?? invoice.due_date ?? invoice.created;
  const isTrial = query.subscriptionId === null && query.trialDays > 0;
  return {
    lines: invoice.lines.data.map((line) => ({ ...toLine(line, subjects), is_trial: isTrial })),
    subtotal: invoice.subtotal,
    discount: (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
    tax: sumAddedTax(invoice),
    total: invoice.total,
    starting_balance: invoice.starting_balance,
    amount_due: invoice.amount_due,
    currency: invoice.currency,
    date: toIsoDate(due),
    proratedAt: query.priceId === null ? null : findProrationTime(invoice),
  };
}

/** Every proration begins at the moment of the change. The provider's own clock has chosen it. */
function findProrationTime({ lines }: Stripe.Invoice): Date | null {
  const prorated = lines.data.find(({ parent }) => parent?.subscription_item_details?.proration);
  return prorated ? new Date(prorated.period.start * 1000) : null;
}

/** Inclusive taxes are a part of the lines. */
function sumAddedTax({ total_taxes: taxes }: Stripe.Invoice): number {
  const added = (taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === "exclusive");
  return added.reduce((sum, { amount }) => sum + amount, 0);
}

function toLine(
  { description, amount, parent, period, pricing, quantity }: Stripe.InvoiceLineItem,
  subjects: Subjects,
): Omit<DraftLine, "is_trial"> {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  const price = pricing?.price_details?.price;
  return {
    description: description ?? "",
    subject: (price ? subjects.get(getId(price)) : undefined) ?? { kind: "other" },
    quantity: quantity ?? 1,
    amount,
    is_proration: details?.proration ?? false,
    period_start: toIsoDate(period.start),
    period_end: toIsoDate(period.end),
  };
}

function toIsoDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
