/** Maps the provider's many decline codes to a few clear messages. */
import { AppError } from "~/domain/errors";
import type { KeyedMessage } from "~/domain/messages";

export interface CardDecline {
  code?: string | undefined;
  decline_code?: string | undefined;
}

const DECLINE_MESSAGES: Readonly<Record<string, KeyedMessage>> = {
  insufficient_funds: "billing:refused.insufficient_funds",
  expired_card: "billing:refused.expired",
  invalid_expiry_month: "billing:refused.expired",
  invalid_expiry_year: "billing:refused.expired",
  incorrect_cvc: "billing:refused.cvc",
  invalid_cvc: "billing:refused.cvc",
  incorrect_number: "billing:refused.number",
  invalid_number: "billing:refused.number",
  authentication_required: "billing:refused.authentication",
  payment_intent_authentication_failure: "billing:refused.authentication",
  setup_intent_authentication_failure: "billing:refused.authentication",
  processing_error: "billing:refused.processing",
  token_already_used: "billing:refused.used",
};

/**
 * The message for a decline. Codes that the bank does not disclose, such as a stolen card, become a plain
 * "declined".
 */
export function toDeclineMessage(decline: CardDecline | null | undefined): KeyedMessage {
  const { code = "", decline_code: declineCode = "" } = decline ?? {};
  return DECLINE_MESSAGES[declineCode] ?? DECLINE_MESSAGES[code] ?? "billing:refused.declined";
}

/** A declined card is an error of the card field. Never 402, because the client reads that as a missing plan. */
export function createCardDeclinedError(reason: KeyedMessage, cause?: unknown): AppError {
  return new AppError("invalid", reason, { inputError: "token", errors: { token: [reason] }, cause });
}

/** A promotion code that is unknown, expired, or not for this customer is an error of its field. */
export function createPromotionError(cause?: unknown): AppError {
  const reason = "billing:form.promotion_unknown";
  return new AppError("invalid", reason, {
    inputError: "promotion_code",
    errors: { promotion_code: [reason] },
    cause,
  });
}

/** The provider does not mix currencies for a customer: a subscription has one, and so has credit. */
export function createPlanCurrencyError(cause?: unknown): AppError {
  const reason = "billing:form.currency_refused";
  return new AppError("invalid", reason, { inputError: "plan", errors: { plan: [reason] }, cause });
}
