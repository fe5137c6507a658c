/** The bank of a test card: whether it accepts a payment or a setup, requires authentication, or declines. */
import { createDeclineError } from "../cards";
import { createCardError, type SandboxError } from "../http/errors";
import type { Ledger } from "../ledger";
import { getTestCard } from "../resources/payment-methods";

export type IssuerDecision = { kind: "asks" } | { kind: "passes" } | { kind: "refuses"; error: SandboxError };

/** Who is there when a card is charged. */
export interface Session {
  /** The card holder is not: the bank has their consent from before, or declines to charge without them. */
  isOffSession: boolean;
}

/** The bank's decision about a payment, before authentication. */
export function decideOnPayment(ledger: Ledger, methodId: string, { isOffSession }: Session): IssuerDecision {
  const card = getTestCard(ledger, methodId);
  // As the provider's page of test cards has it: a card that was set up asks no more off-session, and always on-session.
  return requiresAuthentication(ledger, methodId) || (card.asks !== "never" && !isOffSession)
    ? { kind: "asks" }
    : decideAfterAuthentication(card.declines);
}

/** The bank's decision about saving a card for later payments, before authentication. */
export function decideOnSetup(ledger: Ledger, methodId: string): IssuerDecision {
  const card = getTestCard(ledger, methodId);
  if (requiresAuthentication(ledger, methodId)) return { kind: "asks" };
  return decideAfterAuthentication(card.attaches ? null : card.declines);
}

/** The bank's decision once the card holder has authenticated the payment. */
function decideAfterAuthentication(declines: ReturnType<typeof getTestCard>["declines"]): IssuerDecision {
  return declines ? { kind: "refuses", error: createDeclineError(declines) } : { kind: "passes" };
}

/** Throws 402 unless a payment would succeed immediately, so that nothing is started that cannot be paid. */
export function requirePayable(ledger: Ledger, methodId: string, session: Session): void {
  const decision = decideOnPayment(ledger, methodId, session);
  if (decision.kind === "passes") return;
  if (decision.kind === "refuses") throw decision.error;
  throw createCardError({
    code: "subscription_payment_intent_requires_action",
    message:
      "Payment for this subscription requires additional user action before it can be completed successfully.",
  });
}

/** Remembers that the card holder has authenticated this card for later payments. */
export function rememberAuthentication(ledger: Ledger, methodId: string): void {
  if (!ledger.state.authenticated.includes(methodId)) ledger.state.authenticated.push(methodId);
}

function requiresAuthentication(ledger: Ledger, methodId: string): boolean {
  const { asks } = getTestCard(ledger, methodId);
  return (
    asks === "always" || (asks === "unless_authenticated" && !ledger.state.authenticated.includes(methodId))
  );
}
