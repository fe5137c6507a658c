/** Why a card was refused, as the person is told: the provider's many codes, folded into a few clear sentences. */
import { AppError } from "~/domain/errors";
import type { KeyedMessage } from "~/domain/messages";

export interface Refusal {
  code?: string | undefined;
  decline_code?: string | undefined;
}

const REASONS: Readonly<Record<string, KeyedMessage>> = {
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

/** The sentence for a refusal. What the bank keeps to itself, as with a stolen card, stays a plain "declined". */
export function reasonOf(refusal: Refusal | null | undefined): KeyedMessage {
  const { code = "", decline_code: declineCode = "" } = refusal ?? {};
  return REASONS[declineCode] ?? REASONS[code] ?? "billing:refused.declined";
}

/** A refused card is a fault of the field it was typed into. Never 402: the client takes that for a missing plan. */
export function cardRefused(reason: KeyedMessage, cause?: unknown): AppError {
  return new AppError("invalid", reason, { inputError: "token", errors: { token: [reason] }, cause });
}
