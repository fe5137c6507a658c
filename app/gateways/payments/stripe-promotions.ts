/** Promotion codes: checked and applied by the provider. */
import type Stripe from "stripe";
import { createPromotionError } from "./decline-messages";
import { callStripe, isOfType } from "./stripe-errors";

/** The id of the active promotion code with this text, in any case. */
export async function findPromotionCode(stripe: Stripe, code: string): Promise<string | null> {
  const { data } = await callStripe(() => stripe.promotionCodes.list({ code, active: true, limit: 1 }));
  return data[0]?.id ?? null;
}

export function toDiscounts(promotionId: string | null) {
  return promotionId === null ? {} : { discounts: [{ promotion_code: promotionId }] };
}

/** Like `callStripe`. A promotion code that the provider does not accept for this customer is an error of its field. */
export async function callWithPromotion<T>(call: () => Promise<T>): Promise<T> {
  return callStripe(async () => {
    try {
      return await call();
    } catch (error) {
      const isRefused = isOfType(error, "StripeInvalidRequestError") && error.param?.startsWith("discounts");
      if (isRefused) throw createPromotionError(error);
      throw error;
    }
  });
}
