/** Cards at the provider: saved with the bank's consent, made the one that pays, and removed. */
import type Stripe from "stripe";
import type { CardView } from "~/domain/billing";
import type { CardOrder, CardSetup } from "./payment-types";
import { createCardDeclinedError, toDecline, type Decline } from "./decline-messages";
import { callStripe, callStripeOrNull, isOfType } from "./stripe-errors";
import { getId, toPendingStart } from "./stripe-subscriptions";

/** Creates a card from a token, which works once. Throws invalid with `inputError: "token"` for any other token. */
export async function createPaymentMethod(
  stripe: Stripe,
  token: string,
  idempotencyKey?: string,
): Promise<Stripe.PaymentMethod> {
  const options = idempotencyKey === undefined ? undefined : { idempotencyKey };
  return callStripe(async () => {
    try {
      return await stripe.paymentMethods.create({ type: "card", card: { token } }, options);
    } catch (error) {
      // Only the token comes from outside, so it is the cause: it is unknown, already used, or not a token.
      if (isOfType(error, "StripeInvalidRequestError"))
        throw createCardDeclinedError(toTokenDecline(error), error);
      throw error;
    }
  });
}

export async function saveCard(
  stripe: Stripe,
  { intentId, accountId, customerId, token }: CardOrder,
): Promise<CardSetup> {
  const card = await createPaymentMethod(stripe, token, `${intentId}:card`);
  const setup = await callStripe(() =>
    stripe.setupIntents.create(
      {
        customer: customerId,
        payment_method: card.id,
        confirm: true,
        usage: "off_session",
        allowed_payment_method_types: ["card"],
        metadata: { intent_id: intentId, account_id: accountId },
      },
      { idempotencyKey: intentId },
    ),
  );
  return toCardSetup(setup);
}

export async function findCardSetup(
  stripe: Stripe,
  { customerId, intentId, setupId }: { customerId: string; intentId: string; setupId: string | null },
): Promise<CardSetup | null> {
  if (setupId) {
    const found = await callStripeOrNull(() => stripe.setupIntents.retrieve(setupId));
    return found && toCardSetup(found);
  }
  const list = await callStripeOrNull(() => stripe.setupIntents.list({ customer: customerId, limit: 100 }));
  const found = list?.data.find(({ metadata }) => metadata?.intent_id === intentId);
  return found ? toCardSetup(found) : null;
}

export async function replaceCard(
  stripe: Stripe,
  {
    customerId,
    subscriptionId,
    cardId,
  }: { customerId: string; subscriptionId: string | null; cardId: string },
): Promise<CardView | null> {
  await callStripe(() =>
    stripe.customers.update(customerId, { invoice_settings: { default_payment_method: cardId } }),
  );
  if (subscriptionId)
    await callStripe(() => stripe.subscriptions.update(subscriptionId, { default_payment_method: cardId }));
  const cards = await callStripe(() =>
    stripe.paymentMethods.list({ customer: customerId, type: "card", limit: 100 }),
  );
  for (const { id } of cards.data) if (id !== cardId) await detachCard(stripe, id);
  return toCardView(cards.data.find(({ id }) => id === cardId));
}

/** Null for another kind of payment method, which only the provider's own pages can add. */
export function toCardView(method: string | Stripe.PaymentMethod | null | undefined): CardView | null {
  if (!method || typeof method === "string" || !method.card) return null;
  const { brand, last4, exp_month, exp_year } = method.card;
  return { brand, last4, exp_month, exp_year };
}

/** A card that another request has detached is no error. */
export async function detachCard(stripe: Stripe, id: string): Promise<void> {
  await callStripe(async () => {
    try {
      await stripe.paymentMethods.detach(id);
    } catch (error) {
      if (!isOfType(error, "StripeInvalidRequestError")) throw error;
    }
  });
}

function toTokenDecline(error: Stripe.errors.StripeError): Decline {
  const decline = toDecline(error);
  return error.code === "token_already_used" ? decline : { ...decline, reason: "billing:refused.unknown" };
}

function toCardSetup(setup: Stripe.SetupIntent): CardSetup {
  const { id, status, payment_method: card } = setup;
  if (status === "succeeded" && card) return { id, kind: "saved", cardId: getId(card) };
  const pending = toPendingStart(setup, setup.last_setup_error);
  return { id, ...(pending ?? { kind: "refused", ...toDecline(setup.last_setup_error) }) };
}
