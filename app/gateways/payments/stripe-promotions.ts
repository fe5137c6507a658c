/** Promotion codes, checked and applied by the provider, and what else it refuses about an order. */
import type Stripe from "stripe";
import { createPlanCurrencyError, createPromotionError } from "./decline-messages";
import type { PromotionCode } from "./payment-types";
import { callStripe, isOfType } from "./stripe-errors";

/** The active promotion code with this text, in any case. */
export async function findPromotionCode(stripe: Stripe, code: string): Promise<PromotionCode | null> {
  const { data } = await callStripe(() => stripe.promotionCodes.list({ code, active: true, limit: 1 }));
  const [found] = data;
  return found ? { id: found.id, isForFirstPayment: found.restrictions.first_time_transaction } : null;
}

export function toDiscounts(promotionId: string | null) {
  return promotionId === null ? {} : { discounts: [{ promotion_code: promotionId }] };
}

/**
 * Like `callStripe`, for an order of a plan. A promotion code that the provider does not accept for this customer is an error
 * of its field, and so is a plan in another currency than the customer has.
 */
export async function callWithOrder<T>(call: () => Promise<T>): Promise<T> {
  return callStripe(async () => {
    try {
      return await call();
    } catch (error) {
      if (!isOfType(error, "StripeInvalidRequestError")) throw error;
      if (error.param?.startsWith("discounts"))
        throw createPromotionError({ cause: error, isForFirstPayment: error.message.includes(HAS_PAID) });
      // The provider has no code for it, and more than one sentence.
      if (OTHER_CURRENCY.test(error.message)) throw createPlanCurrencyError(error);
      throw error;
    }
  });
}

/** Of a code that is set to the first payment. The provider has no code for it. */
const HAS_PAID = "prior transactions";
const OTHER_CURRENCY = /combine currencies|(match|include) the (expected|invoice's) currency/;
