/** The card that a customer's payments use: entered with a payment, selected for a change of plan, and taken back. */
import type Stripe from "stripe";
import type { CardRestoration, NewCard, PaymentCard } from "./payment-types";
import { createPaymentMethod, detachCard, toCardView } from "./stripe-cards";
import { callStripe, callStripeOrNull } from "./stripe-errors";
import { getId } from "./stripe-subscriptions";

export async function createCard(stripe: Stripe, token: string): Promise<PaymentCard> {
  return toPaymentCard(await createPaymentMethod(stripe, token));
}

export async function setCard(
  stripe: Stripe,
  { token, ...card }: NewCard & { token: string },
): Promise<PaymentCard> {
  const created = await createCard(stripe, token);
  await attachCard(stripe, { ...card, cardId: created.id });
  return created;
}

export async function selectCard(
  stripe: Stripe,
  { subscriptionId, ...card }: NewCard & { subscriptionId: string; cardId: string },
): Promise<void> {
  await attachCard(stripe, card);
  const selected = { default_payment_method: card.cardId };
  await callStripe(() => stripe.subscriptions.update(subscriptionId, selected));
}

/** Each step changes only what is still as the selection left it, so any part of it may be done already. */
export async function restoreCard(
  stripe: Stripe,
  { customerId, subscriptionId, cardId, formerCardId }: CardRestoration,
): Promise<boolean> {
  const customer = await callStripeOrNull(() => stripe.customers.retrieve(customerId));
  const subscription = await callStripeOrNull(() => stripe.subscriptions.retrieve(subscriptionId));
  const isSelected = (method: string | { id: string } | null) =>
    cardId === null || (method !== null && getId(method) === cardId);
  const previous = { default_payment_method: formerCardId ?? "" };
  if (customer && !customer.deleted && isSelected(customer.invoice_settings.default_payment_method)) {
    const change = { invoice_settings: previous };
    if (!(await callStripeOrNull(() => stripe.customers.update(customerId, change)))) return false;
  }
  if (subscription && !hasEnded(subscription) && isSelected(subscription.default_payment_method)) {
    if (!(await callStripeOrNull(() => stripe.subscriptions.update(subscriptionId, previous)))) return false;
  }
  if (cardId !== null) await detachCard(stripe, cardId);
  return true;
}

export async function findCard(stripe: Stripe, customerId: string): Promise<PaymentCard | null> {
  const expand = ["invoice_settings.default_payment_method"];
  const customer = await callStripeOrNull(() => stripe.customers.retrieve(customerId, { expand }));
  if (!customer || customer.deleted) return null;
  const { default_payment_method: card } = customer.invoice_settings;
  return typeof card === "object" && card ? toPaymentCard(card) : null;
}

async function attachCard(
  stripe: Stripe,
  { customerId, cardId, name, email }: NewCard & { cardId: string },
): Promise<void> {
  await callStripe(() => stripe.paymentMethods.attach(cardId, { customer: customerId }));
  const settings = { invoice_settings: { default_payment_method: cardId } };
  const known = await callStripe(() => stripe.customers.retrieve(customerId));
  // The name on invoices may have been chosen in the billing details.
  const shownName = known.deleted ? name : (known.name ?? name);
  await callStripe(() => stripe.customers.update(customerId, { name: shownName, email, ...settings }));
}

function hasEnded({ status }: Stripe.Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

function toPaymentCard(method: Stripe.PaymentMethod): PaymentCard {
  return { id: method.id, fingerprint: method.card?.fingerprint ?? null, view: toCardView(method) };
}
