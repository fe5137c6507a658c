/** The bank of a test card: whether it accepts a payment or a setup, requires authentication, or declines. */
import { declineOf } from "../cards";
import { cardError, type SandboxError } from "../http/errors";
import type { Ledger } from "../ledger";
import { testCardOf } from "../resources/payment-methods";

export type Verdict = { kind: "asks" } | { kind: "passes" } | { kind: "refuses"; error: SandboxError };

/** The bank's decision about a payment, before authentication. */
export function verdictOnPayment(ledger: Ledger, methodId: string): Verdict {
  const card = testCardOf(ledger, methodId);
  return mustAsk(ledger, methodId) ? { kind: "asks" } : verdictAfterAuthentication(card.declines);
}

/** The bank's decision about saving a card for later payments, before authentication. */
export function verdictOnSetup(ledger: Ledger, methodId: string): Verdict {
  const card = testCardOf(ledger, methodId);
  if (mustAsk(ledger, methodId)) return { kind: "asks" };
  return verdictAfterAuthentication(card.attaches ? null : card.declines);
}

/** The bank's decision once the card holder has authenticated the payment. */
export function verdictAfterAuthentication(declines: ReturnType<typeof testCardOf>["declines"]): Verdict {
  return declines ? { kind: "refuses", error: declineOf(declines) } : { kind: "passes" };
}

/** Throws 402 unless a payment would succeed immediately, so that nothing is started that cannot be paid. */
export function requirePayable(ledger: Ledger, methodId: string): void {
  const verdict = verdictOnPayment(ledger, methodId);
  if (verdict.kind === "passes") return;
  if (verdict.kind === "refuses") throw verdict.error;
  throw cardError({
    code: "subscription_payment_intent_requires_action",
    message:
      "Payment for this subscription requires additional user action before it can be completed successfully.",
  });
}

/** Remembers that the card holder has authenticated this card for later payments. */
export function rememberAuthentication(ledger: Ledger, methodId: string): void {
  if (!ledger.state.authenticated.includes(methodId)) ledger.state.authenticated.push(methodId);
}

function mustAsk(ledger: Ledger, methodId: string): boolean {
  const { asks } = testCardOf(ledger, methodId);
  return (
    asks === "always" || (asks === "unless_authenticated" && !ledger.state.authenticated.includes(methodId))
  );
}
