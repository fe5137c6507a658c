/** Everything that the sandbox stores, as plain data for one JSON file. */
import type {
  BalanceTransaction,
  Coupon,
  Customer,
  Discount,
  Dispute,
  EarlyFraudWarning,
  Event,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  Meter,
  PaymentIntent,
  PaymentMethod,
  Price,
  PriceTier,
  Product,
  PromotionCode,
  Refund,
  SetupIntent,
  Subscription,
  SubscriptionItem,
  TaxId,
  ThinEvent,
  Token,
} from "../objects";
import { emptyControls, type Controls } from "./controls";

/** The type of each kind of object, by the name in its `object` field. */
interface Rows {
  customer: Customer;
  event: Event;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  payment_intent: PaymentIntent;
  payment_method: PaymentMethod;
  price: Price;
  product: Product;
  setup_intent: SetupIntent;
  subscription: Subscription;
  token: Token;
  "billing.meter": Meter;
  coupon: Coupon;
  customer_balance_transaction: BalanceTransaction;
  discount: Discount;
  dispute: Dispute;
  promotion_code: PromotionCode;
  "radar.early_fraud_warning": EarlyFraudWarning;
  refund: Refund;
  tax_id: TaxId;
  "v2.core.event": ThinEvent;
}

export type Kind = keyof Rows;
export type Row<K extends Kind> = Rows[K];
/** One table for each kind, from id to object, in order of creation. */
export type Tables = { [K in Kind]: Record<string, Rows[K]> };

/** The first response to a request with an idempotency key. */
export interface SavedAnswer {
  fingerprint: string;
  path: string;
  status: number;
  body: string;
  requestId: string;
  savedAtMs: number;
}

/** An event that waits for its delivery to the webhook. */
export interface Delivery {
  eventId: string;
  attempts: number;
}

/** The events of one meter and customer within one minute. */
export interface UsageBucket {
  meter: string;
  customer: string;
  /** The beginning of the minute, in seconds. */
  start: number;
  sum: number;
  count: number;
  last: number;
}

export interface State {
  version: 1;
  /** How far the sandbox's clock is ahead of the real one. Negative while demo data is made. */
  clockOffsetMs: number;
  tables: Tables;
  /** Price id → its tiers, which are shown only when expanded. */
  tiers: Record<string, PriceTier[]>;
  /** Token or payment method id → number of its test card. Other numbers are rejected, so none is ever stored. */
  cardNumbers: Record<string, string>;
  /** Payment methods that their card holder has authenticated for later payments. */
  authenticated: string[];
  /** Payment methods that were detached and cannot be used again. */
  detached: string[];
  /** Subscription id → prorations for its next invoice. */
  waitingLines: Record<string, InvoiceLine[]>;
  /** Draft invoice id → the metered items whose usage is counted again when it becomes final. */
  draftItems: Record<string, SubscriptionItem[]>;
  /** Used units of each meter, customer and minute, oldest first. */
  usage: Record<string, UsageBucket>;
  /** Identifier of a meter event → when it was received, in seconds. */
  meterEventIds: Record<string, number>;
  /** Secret token of a PDF → its invoice. */
  pdfTokens: Record<string, string>;
  /** Idempotency key → first response. */
  answers: Record<string, SavedAnswer>;
  deliveries: Delivery[];
  /** Subscription id → the trial's end that was announced by an event. */
  announcedTrials: Record<string, number>;
  controls: Controls;
}

export function emptyState(): State {
  return {
    version: 1,
    clockOffsetMs: 0,
    tables: {
      customer: {},
      event: {},
      invoice: {},
      invoice_payment: {},
      payment_intent: {},
      payment_method: {},
      price: {},
      product: {},
      setup_intent: {},
      subscription: {},
      token: {},
      "billing.meter": {},
      coupon: {},
      customer_balance_transaction: {},
      discount: {},
      dispute: {},
      promotion_code: {},
      "radar.early_fraud_warning": {},
      refund: {},
      tax_id: {},
      "v2.core.event": {},
    },
    tiers: {},
    cardNumbers: {},
    authenticated: [],
    detached: [],
    waitingLines: {},
    draftItems: {},
    usage: {},
    meterEventIds: {},
    pdfTokens: {},
    answers: {},
    deliveries: [],
    announcedTrials: {},
    controls: emptyControls(),
  };
}
