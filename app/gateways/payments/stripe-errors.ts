/** Maps the SDK's errors to the product's errors. */
import type Stripe from "stripe";
import { AppError } from "~/domain/errors";
import { PAYMENT_RETRY_AFTER_SECONDS } from "~/domain/payments";
import { createCardDeclinedError, toDecline } from "./decline-messages";

/**
 * Calls the provider. Throws AppError; any other error is a mistake in the request, which only a developer can fix.
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
  if (UNAVAILABLE_ERRORS.some((type) => isOfType(error, type))) {
    const retryAfterSeconds = PAYMENT_RETRY_AFTER_SECONDS;
    return new AppError("unavailable", "billing:errors.provider_away", { retryAfterSeconds, cause: error });
  }
  return error;
}

/** Wrong API keys count as unavailable too: the log has the cause, and the user can only try again later. */
const UNAVAILABLE_ERRORS = [
  "StripeConnectionError",
  "StripeAPIError",
  "StripeRateLimitError",
  "StripeAuthenticationError",
  "StripePermissionError",
];
