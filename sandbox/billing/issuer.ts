/** The bank behind a test card: whether it lets a payment or a setup pass, asks its owner first, or refuses. */
import { declineOf } from "../cards";
import type { SandboxError } from "../http/errors";
import type { Ledger } from "../ledger";
import { testCardOf } from "../resources/payment-methods";

export type Verdict = { kind: "asks" } | { kind: "passes" } | { kind: "refuses"; error: SandboxError };

/** What the bank says to a payment, before its owner was asked. */
export function verdictOnPayment(ledger: Ledger, methodId: string): Verdict {
  const card = testCardOf(ledger, methodId);
  return mustAsk(ledger, methodId) ? { kind: "asks" } : verdictAfterAuthentication(card.declines);
}

/** What the bank says to keeping a card for later payments, before its owner was asked. */
export function verdictOnSetup(ledger: Ledger, methodId: string): Verdict {
  const card = testCardOf(ledger, methodId);
  if (mustAsk(ledger, methodId)) return { kind: "asks" };
  return verdictAfterAuthentication(card.attaches ? null : card.declines);
}

/** What the bank says once its owner has authenticated the payment. */
export function verdictAfterAuthentication(declines: ReturnType<typeof testCardOf>["declines"]): Verdict {
  return declines ? { kind: "refuses", error: declineOf(declines) } : { kind: "passes" };
}

/** Remembers that the owner has authenticated this card for later payments. */
export function rememberAuthentication(ledger: Ledger, methodId: string): void {
  if (!ledger.state.authenticated.includes(methodId)) ledger.state.authenticated.push(methodId);
}

function mustAsk(ledger: Ledger, methodId: string): boolean {
  const { asks } = testCardOf(ledger, methodId);
  return (
    asks === "always" || (asks === "unless_authenticated" && !ledger.state.authenticated.includes(methodId))
  );
}
