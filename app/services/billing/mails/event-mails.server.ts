/**
 * The mail that an event of the payment provider calls for. The event only says what to look at: what the mail says comes
 * from the state that was read afterwards, so that an outdated event sends nothing wrong.
 */
import type { InvoiceStatus } from "~/domain/billing";
import type { SubscriptionStatus } from "~/domain/plans";
import type { QueuedMail } from "~/services/platform/mail/outbox.server";
import {
  createPlanUpdatedMail,
  createTrialEndingMail,
  type MailedCard,
  type MailedPlan,
} from "./billing-mails.server";
import type { BillingRecipient } from "./billing-recipient.server";
import {
  createPaymentActionMail,
  createPaymentFailedMail,
  createReceipt,
  createSubscriptionEndedMail,
  type FailedInvoice,
  type MailedInvoice,
} from "./payment-mails.server";

export interface MailedEvent {
  type: string;
  /** The id of the invoice or subscription that it is about. */
  objectId: string;
}

/** The account's billing, as it was read after the event. */
export interface EventState {
  subscription: {
    /** The provider's id. */
    providerId: string;
    status: SubscriptionStatus;
    seats: number;
    cancelAtPeriodEnd: boolean;
    currentPeriodEnd: Date | null;
  };
  /** The plan that it is, or was, about; null when it is not known here. */
  plan: MailedPlan | null;
  card: MailedCard | null;
  invoices: readonly EventInvoice[];
  /** The free plan that began with the end of the subscription, as its owner chose; null without one. */
  started: (MailedPlan & { seatLimit: number | null; previous: MailedPlan | null }) | null;
  /** The amount of the next payment, in minor units; null when it is not known. */
  nextPaymentMinor: number | null;
  /** A lost dispute has ended the subscription. */
  wasDisputed: boolean;
  /** A request of the owner is under way, and shows them what becomes of its payment. */
  hasOpenIntent: boolean;
}

export interface EventInvoice extends MailedInvoice, FailedInvoice {
  status: InvoiceStatus;
  /** Its payment waits for the user's authorization. */
  needsAction: boolean;
}

export type EventMail = QueuedMail<
  "receipt" | "payment_failed" | "payment_action" | "trial_ending" | "subscription_ended" | "plan_updated"
>;

interface Given {
  event: MailedEvent;
  state: EventState;
  appUrl: string;
}

/** For `prepareBillingMail`. Null for an event without a mail, and when its cause no longer holds. */
export function createEventMail(recipient: BillingRecipient, given: Given): EventMail | null {
  const { event, state, appUrl } = given;
  const common = { recipient, appUrl };
  const { subscription, plan, card, nextPaymentMinor } = state;
  switch (event.type) {
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.payment_action_required":
      return createInvoiceMail(recipient, given);
    case "customer.subscription.trial_will_end":
      if (!plan || subscription.providerId !== event.objectId || subscription.status !== "trialing")
        return null;
      return createTrialEndingMail({ ...common, plan, subscription, card, nextPaymentMinor });
    case FREE_PLAN_BEGAN:
      return state.started && createStartedMail(recipient, { ...given, started: state.started });
    case "customer.subscription.deleted":
      return createEndMail(recipient, given);
    default:
      return null;
  }
}

/** An end that the owner chose was mailed when they chose it. */
function createEndMail(recipient: BillingRecipient, { event, state, appUrl }: Given): EventMail | null {
  const { plan, subscription, wasDisputed } = state;
  const { providerId: subscriptionId, status, cancelAtPeriodEnd } = subscription;
  if (!plan || subscriptionId !== event.objectId || status !== "canceled" || cancelAtPeriodEnd) return null;
  const cause = wasDisputed ? "dispute" : "unpaid";
  return createSubscriptionEndedMail({ recipient, appUrl, subscriptionId, plan, cause });
}

/** Not one of the provider's events: the free plan is unknown there. */
export const FREE_PLAN_BEGAN = "free_plan.began";

function createStartedMail(
  recipient: BillingRecipient,
  { event, appUrl, started }: Given & { started: NonNullable<EventState["started"]> },
): EventMail {
  const { previous, ...plan } = started;
  const change = { kind: "began", previous } as const;
  const key = `${event.objectId}:ended`;
  return createPlanUpdatedMail({ recipient, appUrl, key, change, plan, seats: 1, periodEnd: null });
}

function createInvoiceMail(recipient: BillingRecipient, { event, state, appUrl }: Given): EventMail | null {
  const invoice = state.invoices.find(({ id }) => id === event.objectId);
  if (!invoice) return null;
  const common = { recipient, appUrl, invoice };
  if (event.type === "invoice.paid") return invoice.status === "paid" ? createReceipt(common) : null;
  // An ended subscription's invoices are no longer charged.
  const isOver = state.hasOpenIntent || state.subscription.status === "canceled";
  if (invoice.status !== "open" || isOver) return null;
  return invoice.needsAction
    ? createPaymentActionMail(common)
    : createPaymentFailedMail({ ...common, card: state.card });
}
