/** A subscription without content. Features that the sandbox does not have keep the provider's defaults. */
import type { Subscription } from "../objects";
import { createId, ID_PREFIXES } from "../state/ids";

const UNUSED = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
  billing_schedules: [],
  billing_thresholds: null,
  collection_method: "charge_automatically",
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: "self" },
  },
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: null,
  pending_invoice_item_interval: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
} satisfies Partial<Subscription>;

/** Creates an `incomplete` subscription without items; `now` in seconds. */
export function createBlankSubscription(
  customerId: string,
  { now, currency }: { now: number; currency: string },
): Subscription {
  const id = createId(ID_PREFIXES.subscription);
  return {
    ...structuredClone(UNUSED),
    id,
    object: "subscription",
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    created: now,
    currency,
    customer: customerId,
    default_payment_method: null,
    description: null,
    ended_at: null,
    items: { object: "list", data: [], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    metadata: {},
    pending_setup_intent: null,
    pending_update: null,
    start_date: now,
    status: "incomplete",
    trial_end: null,
    trial_start: null,
  };
}
