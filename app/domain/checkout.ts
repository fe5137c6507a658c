/** The data of the checkout pages: the plans on offer, the card on file, and the cost of the chosen plan. */
import type { CardView, InvoicePreview } from "./billing";
import type { PlanView } from "./plans";

/**
 * The effect of a chosen plan on an account. `subscribe`: a new subscription, or the free plan at once. `change`: another
 * paid plan. `cancel`: the free plan when the period ends. `resume`: takes that back. `same`: nothing to change.
 * `overdue`: not before the open invoice is paid.
 */
export type PlanAction = "subscribe" | "change" | "cancel" | "resume" | "same" | "overdue";

/** The field with the id of a plan below the present one: the page said what the change takes away. */
export const LOSS_FIELD = "loss_of";
/** The box below that: the change is wanted all the same. */
export const ACCEPT_FIELD = "accept_loss";

/** The price of one plan with one promotion code. */
export interface OrderPreview {
  plan: string;
  code: string;
  /** Null when nothing will be charged, or the payment provider cannot be reached. */
  preview: InvoicePreview | null;
  /** Why the promotion code is not accepted, translated. */
  codeError: string | null;
  /** The accepted code counts for the first payment of an account only, as the provider is set. */
  isForFirstPayment: boolean;
}

export interface CheckoutOffer {
  plans: PlanView[];
  actions: Record<string, PlanAction>;
  /** The id of the plan that the account has; null without one. */
  current: string | null;
  /** That plan, also where it is not on the list. */
  present: PlanView | null;
  card: CardView | null;
  /** The members of the account, whom a plan per member bills. */
  members: number;
  /** Of the preselected plan; without one its `plan` is "". */
  order: OrderPreview;
  /** The end of the account's free trial, ISO 8601; null when it has none now. */
  trial_ends: string | null;
  /** ISO 8601: the day that free days are counted from. */
  today: string;
  publishableKey: string;
  isSandbox: boolean;
  takesCards: boolean;
}
