/**
 * Automatic tax at the provider. It needs the customer's country, and rejects a subscription without it; so a
 * subscription starts untaxed until the customer's billing details have one.
 */
import type Stripe from "stripe";
import { callStripe } from "./stripe-errors";

export interface TaxOptions {
  automaticTax: boolean;
}

/** How the provider taxes what is sold. */
export interface TaxTerms {
  /** Whether taxes are added to a price, or included in it. The provider lets it be set once. */
  taxBehavior: "exclusive" | "inclusive";
  /** What is sold, by the provider's list. */
  taxCode: string;
}

/** The provider's code of software as a service for businesses. */
export const SOFTWARE_AS_A_SERVICE = "txcd_10103001";

/** Whether the provider knows where the customer is. */
export async function canComputeTax(stripe: Stripe, customerId: string): Promise<boolean> {
  const customer = await callStripe(() => stripe.customers.retrieve(customerId, { expand: ["tax"] }));
  if (customer.deleted) return false;
  const status = customer.tax?.automatic_tax;
  return status === "supported" || status === "not_collecting";
}

/** Turns tax on for a subscription that does not have it yet, when the provider knows where the customer is. */
export async function enableTax(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const { id, customer, automatic_tax: tax } = subscription;
  const customerId = typeof customer === "string" ? customer : customer.id;
  if (tax.enabled || !(await canComputeTax(stripe, customerId))) return;
  await callStripe(() => stripe.subscriptions.update(id, { automatic_tax: { enabled: true } }));
}

/** The same for the customer's subscriptions, once the address is known. */
export async function enableTaxFor(stripe: Stripe, customerId: string): Promise<void> {
  const { data } = await callStripe(() => stripe.subscriptions.list({ customer: customerId, limit: 100 }));
  for (const subscription of data) await enableTax(stripe, subscription);
}
