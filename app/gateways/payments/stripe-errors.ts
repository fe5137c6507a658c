/** Maps the SDK's errors to the product's errors. */
import type Stripe from "stripe";
import { AppError } from "~/domain/errors";
import { PAYMENT_RETRY_AFTER_SECONDS } from "~/domain/payments";
import { createCardDeclinedError, toDecline } from "./decline-messages";

/**
 * Calls the provider. Throws AppError: invalid for a declined card; unavailable when it cannot be known whether the call was
 * carried out; refused for a call that the provider does not accept, which has changed nothing. The error of a rule that the
 * caller knows by its code is to be caught within `call`.
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toAppError(error);
  }
}

/** Like `callStripe`, but returns null when the provider does not have the requested object. */
export async function callStripeOrNull<T>(call: () => Promise<T>): Promise<T | null> {
  return callStripe(async () => {
    try {
      return await call();
    } catch (error) {
      if (isOfType(error, "StripeInvalidRequestError") && error.code === "resource_missing") return null;
      throw error;
    }
  });
}

export function isOfType(error: unknown, type: string): error is Stripe.errors.StripeError {
  return error instanceof Error && "type" in error && error.type === type;
}

function toAppError(error: unknown): unknown {
  if (isOfType(error, "StripeCardError")) return createCardDeclinedError(toDecline(error), error);
  if (isOfType(error, "StripeInvalidRequestError"))
    return new AppError("refused", "billing:errors.provider_refused", { cause: error });
  if (isOfProvider(error)) {
    const retryAfterSeconds = PAYMENT_RETRY_AFTER_SECONDS;
    return new AppError("unavailable", "billing:errors.provider_away", { retryAfterSeconds, cause: error });
  }
  return error;
}

/**
 * Every other error of the SDK. Wrong API keys are among them: the log has the cause, and the user can only try again later.
 * So is a key of idempotency that another call uses: what became of that call is not known.
 */
function isOfProvider(error: unknown): boolean {
  return error instanceof Error && "type" in error && String(error.type).startsWith("Stripe");
}
