/** The types of stored objects and responses: the SDK's own types, as they are serialized. */
import type Stripe from "stripe";

/** The SDK's version of the API, checked by its type. Loading the SDK for one constant would slow down every start. */
export const API_VERSION: typeof Stripe.API_VERSION = "2026-10-28.endive";

export type Customer = Stripe.Customer;
export type Token = Stripe.Token & { card: Stripe.Card };
export type PaymentMethod = Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card };
export type Product = Stripe.Product;
export type PaymentIntent = Stripe.PaymentIntent;
export type SetupIntent = Stripe.SetupIntent;
export type InvoicePayment = Stripe.InvoicePayment;
export type Coupon = Stripe.Coupon;
export type PromotionCode = Stripe.PromotionCode;
export type Discount = Stripe.Discount;
export type Refund = Stripe.Refund;
export type Dispute = Stripe.Dispute;
export type EarlyFraudWarning = Stripe.Radar.EarlyFraudWarning;
/** Only inside events: payments are read as intents. */
export type Charge = Stripe.Charge;
export type BalanceTransaction = Stripe.CustomerBalanceTransaction;
export type TaxId = Stripe.TaxId;
export type Meter = Stripe.Billing.Meter;
export type MeterEvent = Stripe.Billing.MeterEvent;
export type MeterEventSummary = Stripe.Billing.MeterEventSummary;

/** The SDK returns decimals as objects; in responses they are strings. */
type WithWireDecimals<T, K extends keyof T> = Omit<T, K> & Record<K, string | null>;

export type PriceTier = WithWireDecimals<Stripe.Price.Tier, "flat_amount_decimal" | "unit_amount_decimal">;
export type Price = Omit<WithWireDecimals<Stripe.Price, "unit_amount_decimal">, "tiers">;
export type Plan = WithWireDecimals<Stripe.Plan, "amount_decimal">;

export type SubscriptionItem = Omit<Stripe.SubscriptionItem, "price" | "plan"> & { price: Price; plan: Plan };
export type Subscription = Omit<Stripe.Subscription, "items" | "pending_update"> & {
  items: Stripe.ApiList<SubscriptionItem>;
  pending_update:
    | (Omit<Stripe.Subscription.PendingUpdate, "subscription_items"> & {
        subscription_items: SubscriptionItem[];
      })
    | null;
};

export type InvoiceLine = Omit<
  WithWireDecimals<Stripe.InvoiceLineItem, "quantity_decimal">,
  "pricing" | "subscription"
> & {
  pricing: WithWireDecimals<Stripe.InvoiceLineItem.Pricing, "unit_amount_decimal">;
  subscription: string;
};
export type Invoice = Omit<Stripe.Invoice, "lines"> & { lines: Stripe.ApiList<InvoiceLine> };

/** A report of a meter, as it is retrieved. What is sent is the same without `data`. */
export type ThinEvent = Omit<
  Stripe.Events.V1BillingMeterErrorReportTriggeredEvent | Stripe.Events.V1BillingMeterNoMeterFoundEvent,
  "type" | "fetchRelatedObject" | "related_object"
> & { type: string; related_object?: { id: string; type: string; url: string } };

/** Events contain any of the objects, in its state at the time of the event. */
export type Event = Omit<Stripe.EventBase, "data" | "type"> & {
  type: string;
  data: { object: { id: string; object: string }; previous_attributes?: Record<string, unknown> };
};

/** A reference to another object is its id, unless the caller has expanded it. */
export function getId(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === "string" ? reference : reference.id;
}
