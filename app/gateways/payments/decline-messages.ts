/** Maps the provider's many decline codes to a few clear messages. */
import { AppError } from "~/domain/errors";
import type { KeyedMessage } from "~/domain/messages";

interface CardDecline {
  code?: string;
  decline_code?: string;
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

/** Why a card or payment was declined. */
export interface Decline {
  /** The reason that the user reads. */
  reason: KeyedMessage;
  /** The provider's own code, for the log alone: it may say what the bank does not disclose. */
  declineCode: string;
}

/** The user did not confirm the payment at the bank. The code is the product's: by then the provider names none. */
export const NOT_AUTHENTICATED: Decline = {
  reason: "billing:refused.authentication",
  declineCode: "not_authenticated",
};

/** Codes that the bank does not disclose, such as a stolen card, become the message of a plain "declined". */
export function toDecline(error: CardDecline | null | undefined): Decline {
  const { code = "", decline_code: declineCode = "" } = error ?? {};
  return {
    reason: DECLINE_MESSAGES[declineCode] ?? DECLINE_MESSAGES[code] ?? "billing:refused.declined",
    declineCode: declineCode || code || "unknown",
  };
}

/** A declined card is an error of the card field, and a line in the log. */
export function createCardDeclinedError({ reason, declineCode }: Decline, cause?: unknown): AppError {
  return new AppError("invalid", reason, { ...toCardField(reason), declineCode, cause });
}

/** There is no card to decline. */
export function createCardRequiredError(): AppError {
  const reason = "billing:form.card_required";
  return new AppError("invalid", reason, toCardField(reason));
}

/** Never 402, because the client reads that as a missing plan. */
function toCardField(reason: KeyedMessage) {
  return { inputError: "token", errors: { token: [reason] } };
}

/** A promotion code that is unknown, expired, or not for this customer is an error of its field. */
export function createPromotionError({
  cause,
  isForFirstPayment = false,
}: { cause?: unknown; isForFirstPayment?: boolean } = {}): AppError {
  const reason = isForFirstPayment ? "billing:form.promotion_first" : "billing:form.promotion_unknown";
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
