/** Automatic tax: accepted and shown on invoices. The sandbox knows no tax rates, so it adds nothing. */
import { createInvalidRequestError } from "../http/errors";
import type { Includables } from "../http/expand";
import { get } from "../ledger";
import type { Customer, Invoice, Subscription } from "../objects";

/** The part of a customer that `expand: ["tax"]` shows: whether the address says where the customer is. */
export const taxIncludables: Includables = {
  "customer.tax": (ledger, id): Customer["tax"] => {
    const country = get(ledger, "customer", id).address?.country ?? null;
    return {
      automatic_tax: country ? "supported" : "unrecognized_location",
      ip_address: null,
      location: country ? { country, source: "billing_address", state: null } : null,
      provider: "stripe",
    };
  },
};

/** Throws 400 when the provider could not tell where the customer is. */
export function toAutomaticTax(customer: Customer, isEnabled: boolean): Subscription["automatic_tax"] {
  if (isEnabled && !customer.address?.country) {
    throw createInvalidRequestError(
      "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
      { code: "customer_tax_location_invalid", param: "automatic_tax[enabled]" },
    );
  }
  return { disabled_reason: null, enabled: isEnabled, liability: isEnabled ? { type: "self" } : null };
}

/** The state of automatic tax on an invoice of this subscription. */
export function toInvoiceTax({ automatic_tax: tax }: Subscription): Invoice["automatic_tax"] {
  return {
    disabled_reason: null,
    enabled: tax.enabled,
    liability: tax.liability,
    provider: tax.enabled ? "stripe" : null,
    status: tax.enabled ? "complete" : null,
  };
}
