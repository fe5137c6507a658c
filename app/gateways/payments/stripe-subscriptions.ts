/** Subscriptions at the provider: created, found, cancelled, and mapped to the product's words. */
import type Stripe from "stripe";
import type { ProviderSubscription, SubscriptionOrder, SubscriptionStart } from "./payments";
import { toDeclineMessage } from "./decline-messages";
import { callStripe, callStripeOrNull } from "./stripe-errors";

/** A trial whose card needs authentication has a pending setup intent. */
const EXPAND = ["pending_setup_intent"];

export async function startSubscription(
  stripe: Stripe,
  order: SubscriptionOrder,
): Promise<ProviderSubscription> {
  const { intentId, accountId, planId } = order;
  const created = await callStripe(() =>
    stripe.subscriptions.create(
      {
        customer: order.customerId,
        items: [{ price: order.priceId, quantity: order.seats }],
        default_payment_method: order.cardId,
        payment_behavior: "allow_incomplete",
        ...(order.trialDays > 0 && { trial_period_days: order.trialDays }),
        metadata: { intent_id: intentId, account_id: accountId, plan_id: planId },
        expand: EXPAND,
      },
      { idempotencyKey: intentId },
    ),
  );
  return toProviderSubscription(stripe, created);
}

export async function findSubscription(stripe: Stripe, id: string): Promise<ProviderSubscription | null> {
  const found = await callStripeOrNull(() => stripe.subscriptions.retrieve(id, { expand: EXPAND }));
  return found && toProviderSubscription(stripe, found);
}

export async function findSubscriptionOfIntent(
  stripe: Stripe,
  { customerId, intentId }: { customerId: string; intentId: string },
): Promise<ProviderSubscription | null> {
  const expand = EXPAND.map((path) => `data.${path}`);
  const query = { customer: customerId, status: "all", limit: 100, expand } as const;
  const list = await callStripeOrNull(() => stripe.subscriptions.list(query));
  const found = list?.data.find(({ metadata }) => metadata.intent_id === intentId);
  return found ? toProviderSubscription(stripe, found) : null;
}

export async function cancelSubscription(stripe: Stripe, id: string): Promise<void> {
  await callStripeOrNull(() => stripe.subscriptions.cancel(id));
}

async function toProviderSubscription(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<ProviderSubscription> {
  const [item] = subscription.items.data;
  const payment = isOwed(subscription) ? await findPayment(stripe, subscription) : null;
  return {
    id: subscription.id,
    customerId: getId(subscription.customer),
    intentId: subscription.metadata.intent_id ?? null,
    status: toStatus(subscription, payment),
    start: toSubscriptionStart(subscription, payment),
    seats: item?.quantity ?? 1,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    currentPeriodStart: item ? new Date(item.current_period_start * 1000) : null,
    currentPeriodEnd: item ? new Date(item.current_period_end * 1000) : null,
  };
}

/** Whether the status depends on the payment of the latest invoice. */
function isOwed({ status }: Stripe.Subscription): boolean {
  return status === "incomplete" || status === "past_due" || status === "unpaid";
}

/** The payment of the latest invoice; null when no payment was attempted. */
async function findPayment(stripe: Stripe, { latest_invoice: latest }: Stripe.Subscription) {
  if (!latest) return null;
  const expand = ["data.payment.payment_intent"];
  const { data } = await callStripe(() => stripe.invoicePayments.list({ invoice: getId(latest), expand }));
  const { payment } = data.find(({ is_default: isDefault }) => isDefault) ?? data[0] ?? {};
  return typeof payment?.payment_intent === "object" ? payment.payment_intent : null;
}

function toStatus(
  { status }: Stripe.Subscription,
  payment: Stripe.PaymentIntent | null,
): ProviderSubscription["status"] {
  const running = toRunningStatus(status);
  if (running) return running;
  if (status === "canceled" || status === "incomplete_expired") return "canceled";
  // A payment in progress needs no fix either: "check your e-mail, then refresh" fits both.
  const isWaiting =
    payment !== null && payment.status !== "requires_payment_method" && payment.status !== "canceled";
  return isWaiting ? "requires_action" : "requires_payment_method";
}

function toSubscriptionStart(
  subscription: Stripe.Subscription,
  payment: Stripe.PaymentIntent | null,
): SubscriptionStart {
  const { status } = subscription;
  const running = toRunningStatus(status);
  if (running) {
    const setup = getPendingSetup(subscription);
    const pending = setup && toPendingStart(setup, setup.last_setup_error);
    return pending ?? { kind: "begun", status: running };
  }
  if (status === "canceled" || status === "incomplete_expired") return { kind: "ended" };
  if (!payment || payment.status === "canceled") return { kind: "refused", reason: toDeclineMessage(null) };
  return toPendingStart(payment, payment.last_payment_error) ?? { kind: "processing" };
}

function toRunningStatus(status: Stripe.Subscription.Status): "active" | "trialing" | null {
  if (status === "active") return "active";
  return status === "trialing" ? "trialing" : null;
}

/** What a payment intent or a setup intent still waits for; null when it waits for nothing. */
function toPendingStart(
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  lastError: Stripe.PaymentIntent.LastPaymentError | Stripe.SetupIntent.LastSetupError | null,
): SubscriptionStart | null {
  if (intent.status === "processing") return { kind: "processing" };
  if (intent.status === "requires_payment_method")
    return { kind: "refused", reason: toDeclineMessage(lastError) };
  const needsOwner = intent.status === "requires_action" || intent.status === "requires_confirmation";
  return needsOwner && intent.client_secret
    ? { kind: "needs_action", clientSecret: intent.client_secret }
    : null;
}

function getPendingSetup({ pending_setup_intent: setup }: Stripe.Subscription): Stripe.SetupIntent | null {
  return typeof setup === "object" ? setup : null;
}

function getId(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}
