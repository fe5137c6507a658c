/**
 * The interface to the payment provider, in the product's words. One implementation serves the provider and
 * the local sandbox, which has the provider's own API, so there is one code path with keys and without.
 *
 * Every call throws AppError: `unavailable` when the provider cannot be reached or fails, so that the outcome
 * is unknown; `refused` when it does not accept the call, which has changed nothing then; `invalid` with
 * `inputError: "token"` when it declines the card.
 */
import type { CardView, InvoiceStatus } from "~/domain/billing";
import type { KeyedMessage } from "~/domain/messages";
import type { SubscriptionStatus } from "~/domain/plans";
import type {
  BillingDetails,
  CardOrder,
  CardRestoration,
  CardSetup,
  CreditOrder,
  GivenMoney,
  GivenPlan,
  InvoiceDraft,
  MeterReport,
  NewCard,
  OpenPayment,
  PaymentCard,
  PricedPlan,
  PromotionCode,
  ProviderEvent,
  RefundOrder,
  SeatChange,
  SyncedPlan,
  ThinEvent,
  TrialExtension,
  UsagePlan,
  UsagePriceChange,
} from "./payment-types";
import type { Decline } from "./decline-messages";
import type { ChangeOrder, PreviewQuery, SubscriptionOrder } from "./plan-orders";
import type { ApiCallMeter } from "./api-call-meter";
import type { ProviderDisputes } from "./provider-disputes";

export interface Payments extends ApiCallMeter, ProviderDisputes {
  /** The same calls for a request that has to be answered by this time of `performance.now()`: then they throw unavailable. */
  within(answerBy: number): Payments;

  /** For the card field in the browser. */
  publishableKey: string;

  /** Ensures that the provider has this plan at this price, and returns the price's id. Idempotent. */
  syncPlan(plan: PricedPlan): Promise<string>;

  /**
   * Ensures that the provider has the price of the plan's calls beyond the included ones, and returns its id; null for a
   * plan without one. Idempotent.
   */
  syncUsagePrice(plan: UsagePlan): Promise<string | null>;

  /** Like `syncPlan`, and says what it did. */
  publishPlan(plan: PricedPlan): Promise<SyncedPlan>;

  /**
   * Returns the account's customer, created when `customerId` is null or deleted. Idempotent: one customer
   * for each account.
   */
  ensureCustomer(account: { accountId: string; customerId: string | null }): Promise<string>;

  /** Uses a card token once: the card becomes the customer's default. */
  setCard(card: NewCard & { token: string }): Promise<PaymentCard>;

  /** Uses a card token once. The card belongs to no customer yet. */
  createCard(token: string): Promise<PaymentCard>;

  /** A card of `createCard` becomes the customer's default, also of the subscription. */
  selectCard(choice: NewCard & { subscriptionId: string; cardId: string }): Promise<void>;

  /**
   * Takes a selected card back: wherever it still pays, the previous one does again, or none where there was none. False when
   * the customer does not have the previous card any more: then the new one stays.
   */
  restoreCard(choice: CardRestoration): Promise<boolean>;

  /** The card that pays for the customer's subscriptions; null without one. */
  findCard(customerId: string): Promise<PaymentCard | null>;

  /** Creates a subscription. A repeated call with the same `intentId` returns what the first call created. */
  startSubscription(order: SubscriptionOrder): Promise<ProviderSubscription>;

  /** The current subscription, or null when the provider does not have it. */
  findSubscription(id: string): Promise<ProviderSubscription | null>;

  /** Finds the subscription of a call whose response was lost, or null. */
  findSubscriptionOfIntent(query: {
    customerId: string;
    intentId: string;
  }): Promise<ProviderSubscription | null>;

  /**
   * Changes the plan of a running subscription: the rest of the period is charged or credited at once, and the old plan
   * stays until it is paid. Only then its price of API calls may follow (`replaceUsagePrice`). Repeating the call with the
   * same `intentId` changes nothing more. `start` says how far the change has come.
   */
  changeSubscription(order: ChangeOrder): Promise<ProviderSubscription>;

  /** The subscription, with `start` about its change to this plan; null when the provider does not have it. */
  findChange(change: { subscriptionId: string; planId: string }): Promise<ProviderSubscription | null>;

  /** Withdraws a change that is not paid yet, with its invoice. Without one it does nothing. */
  withdrawChange(subscriptionId: string): Promise<void>;

  /** Lets a subscription end with its period, or go on. */
  setCancelAtPeriodEnd(choice: {
    subscriptionId: string;
    isCanceling: boolean;
  }): Promise<ProviderSubscription>;

  /** Lets a trial end later. A repeated call with the same `intentId` changes nothing more. */
  extendTrial(extension: TrialExtension): Promise<ProviderSubscription>;

  /** Starts a plan that charges nothing, and ends by itself. Idempotent by its `intentId`. */
  startGivenPlan(plan: GivenPlan): Promise<ProviderSubscription>;

  /** The next invoice, or the one of a change or a new subscription. Null when none will follow. Charges nothing. */
  previewInvoice(query: PreviewQuery): Promise<InvoiceDraft | null>;

  /** The promotion code that customers may use now; null without one. */
  findPromotionCode(code: string): Promise<PromotionCode | null>;

  /**
   * Cancels a subscription immediately, and with `billsApiCalls` charges the API calls that were not billed yet. A
   * subscription that has ended or never existed is no error.
   */
  cancelSubscription(id: string, options?: { billsApiCalls: boolean }): Promise<void>;

  /**
   * Bills API calls by this price alone from now on, or not at all, and charges those of the previous price at once.
   * Idempotent.
   */
  replaceUsagePrice(change: UsagePriceChange): Promise<ProviderSubscription>;

  /**
   * Bills another number of seats from now on. A repeated call with the same `intentId` changes and charges nothing
   * more.
   */
  updateSeats(change: SeatChange): Promise<ProviderSubscription>;

  /**
   * The customer's subscription, card and latest invoices as they are now; null when the provider does not have the
   * customer, or has deleted it.
   */
  readBilling(query: BillingQuery): Promise<ProviderBilling | null>;

  /** Saves a card for later payments. A repeated call with the same `intentId` returns what the first call did. */
  saveCard(order: CardOrder): Promise<CardSetup>;

  /** How far saving a card has come: by the id of the setup, or of the intent when the response was lost. */
  findCardSetup(query: {
    customerId: string;
    intentId: string;
    setupId: string | null;
  }): Promise<CardSetup | null>;

  /**
   * Makes a saved card the one that pays, and removes the one that paid before. Idempotent. Returns the card; null when
   * the provider does not show it.
   */
  replaceCard(card: {
    customerId: string;
    subscriptionId: string | null;
    cardId: string;
  }): Promise<CardView | null>;

  /** The payment of the oldest open invoice of a subscription; null without one. */
  findOpenPayment(subscriptionId: string): Promise<OpenPayment | null>;

  /** Charges the card for an open invoice. A repeated call with the same `intentId` charges once. */
  payInvoice(payment: { intentId: string; invoiceId: string; cardId?: string }): Promise<OpenPayment>;

  /** Finds the customer's details on invoices; null when the provider does not have the customer. */
  findBillingDetails(customerId: string): Promise<BillingDetails | null>;

  /** Throws invalid with `inputError: "tax_id"` when the provider does not accept the tax id. */
  saveBillingDetails(customerId: string, details: BillingDetails): Promise<void>;

  /** Pays back a part of a paid invoice. A call that is repeated within a day pays back once: `findRefund` knows for longer. */
  refundInvoice(order: RefundOrder): Promise<void>;

  /** Finds the money that this request has paid back of the invoice, whenever that was; null for nothing. */
  findRefund(query: Pick<RefundOrder, "invoiceId" | "request">): Promise<GivenMoney | null>;

  /** Adds credit that the next invoices use up. A call that is repeated within a day credits once, as `refundInvoice`. */
  creditCustomer(order: CreditOrder): Promise<void>;

  /** How much credit the customer has that no invoice has used, and the credit of this request; null when it gave none. */
  readCredit(
    query: Pick<CreditOrder, "customerId" | "request">,
  ): Promise<{ openMinor: number; given: GivenMoney | null }>;

  /** Parses a webhook's raw body. Throws invalid unless the provider signed it, recently and for this mode. */
  readEvent(body: Buffer, signature: string): Promise<ProviderEvent>;

  /** The same for a thin event, which has an endpoint and a secret of its own. */
  readThinEvent(body: Buffer, signature: string): Promise<ThinEvent>;

  /** The content of a thin event about a meter; null when the provider does not have it, or it is about something else. */
  findMeterReport(eventId: string): Promise<MeterReport | null>;
}

export interface ProviderSubscription {
  id: string;
  /** The item of the plan's price, which has the number of seats. */
  itemId: string | null;
  customerId: string;
  /** The intent that requested it; null when it was created elsewhere. */
  intentId: string | null;
  /** The plan that the provider bills; null when the price was not created here. */
  planId: string | null;
  /** The price of its API calls; null when they are not billed. */
  usagePriceId: string | null;
  /** The plan that has that price; null without one, and for a price that was not created here. */
  usagePlanId: string | null;
  /** Of all its prices, ISO 4217, lower case. */
  currency: string;
  /** The card that pays for it; null when the customer's default does. */
  cardId: string | null;
  /** The meaning of the status for the account's members. */
  status: SubscriptionStatus;
  /** How far the start of the subscription has come, for the user who waits for it. */
  start: SubscriptionStart;
  seats: number;
  cancelAtPeriodEnd: boolean;
  /** The charge of its latest invoice, in minor units; null when that is not paid. */
  latestPaidMinor: number | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
}

export type SubscriptionStart =
  | { kind: "started"; status: "active" | "trialing" }
  /** The user must authenticate in the browser, with this secret. */
  | { kind: "needs_action"; clientSecret: string }
  | ({ kind: "refused" } & Decline)
  /** Authenticated, and not settled yet: the caller checks again in a moment. */
  | { kind: "processing" }
  | { kind: "ended" };

export interface BillingQuery {
  customerId: string;
  /** The subscription that the account has here. */
  subscriptionId: string | null;
  /** The account's open intent, whose subscription may not be known here yet. */
  intentId: string | null;
  /** Also reads what was paid back, which costs a call for each paid invoice. */
  withRefunds: boolean;
  /** The invoices that are open as far as the product knows: they are read even when many others have followed. */
  openInvoiceIds?: readonly string[];
}

export interface ProviderBilling {
  /** The one with `subscriptionId`. */
  subscription: ProviderSubscription | null;
  /** The one that the open intent requested. */
  requested: ProviderSubscription | null;
  /** Other subscriptions of the customer that have not ended. */
  others: { id: string; intentId: string | null; accountId: string | null }[];
  card: CardView | null;
  /** The balance that the next invoices begin with: negative for credit. Null for nothing. */
  balance: { amountMinor: number; currency: string } | null;
  /** The latest ones, and every one that is or was open, without drafts, newest first. */
  invoices: ProviderInvoice[];
}

/** Amounts in minor units of the currency. */
export interface ProviderInvoice {
  id: string;
  number: string | null;
  status: InvoiceStatus;
  currency: string;
  totalMinor: number;
  amountDueMinor: number;
  /** Null when it was not asked for. */
  amountRefundedMinor: number | null;
  pdfUrl: string | null;
  issuedAt: Date;
  /** How often the provider has tried to charge it: 1 at first, then one more with each of its retries. */
  attempts: number;
  /** When the provider charges it again; null when it does not. */
  retryAt: Date | null;
  /** Why its latest payment was declined; null when it was not. */
  reason: KeyedMessage | null;
  /** The provider's code for that, for the log. */
  declineCode: string | null;
  /** Its payment waits for the user, who must authenticate it. */
  needsAction: boolean;
}
