// Errors of the provider's SDK become the product's own.
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { AppError } from "~/domain/errors";
import { callStripe, callStripeOrNull } from "./stripe-errors";

const { errors } = Stripe;

async function getError(error: unknown): Promise<unknown> {
  return callStripe(() => Promise.reject(error as Error)).catch((thrown: unknown) => thrown);
}

describe("a call that the provider rejects", () => {
  test.each([
    [
      "a parameter that it does not know",
      new errors.StripeInvalidRequestError({ message: "no", type: "invalid_request_error", param: "items" }),
    ],
    [
      "an object that is missing",
      new errors.StripeInvalidRequestError({
        message: "no",
        type: "invalid_request_error",
        code: "resource_missing",
      }),
    ],
  ])("%s answers 409, and the message says what to do", async (_what, error) => {
    const thrown = await getError(error);
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject({
      code: "refused",
      status: 409,
      messageKey: "billing:errors.provider_refused",
      cause: error,
    });
  });

  test.each([
    ["no connection", new errors.StripeConnectionError({ message: "no", type: "api_error" })],
    ["too many calls", new errors.StripeRateLimitError({ message: "no", type: "rate_limit_error" })],
    ["a wrong key", new errors.StripeAuthenticationError({ message: "no", type: "authentication_error" })],
    [
      "a key of idempotency in use",
      new errors.StripeIdempotencyError({ message: "no", type: "idempotency_error" }),
    ],
  ])("%s leaves the outcome open, and answers 503", async (_what, error) => {
    expect(await getError(error)).toMatchObject({ code: "unavailable", status: 503, cause: error });
  });

  test("a declined card is an error of the card", async () => {
    const declined = new errors.StripeCardError({ message: "no", type: "card_error", code: "card_declined" });
    expect(await getError(declined)).toMatchObject({ code: "invalid", detail: { inputError: "token" } });
  });
});

test("an error of the product's own code stays what it is", async () => {
  const mistake = new TypeError("no");
  expect(await getError(mistake)).toBe(mistake);
});

test("an object that is missing is null where that is an answer", async () => {
  const missing = new errors.StripeInvalidRequestError({
    message: "no",
    type: "invalid_request_error",
    code: "resource_missing",
  });
  expect(await callStripeOrNull(() => Promise.reject(missing))).toBeNull();
});
