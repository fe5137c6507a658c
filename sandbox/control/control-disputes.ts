/** The bank's part in disputes on the sandbox's own page: it disputes a payment, decides, or warns of a fraud. */
import type * as z from "zod";
import { closeDispute, isDecided, openDispute, warnOfFraud } from "../billing/disputes";
import { createInvalidRequestError } from "../http/errors";
import { find, listObjects, type Ledger } from "../ledger";
import { getId, type Dispute, type EarlyFraudWarning, type PaymentIntent } from "../objects";
import { getLiveCustomer } from "../resources/customers";
import type { disputeBody } from "./bodies";
import type { ShownDispute } from "./types";

/** Throws 400 when the customer has no payment to dispute or to warn of, or no open dispute to decide. */
export function controlDispute(
  ledger: Ledger,
  { customer, action }: z.output<typeof disputeBody>,
): ShownDispute {
  getLiveCustomer(ledger, { id: customer, param: "customer" });
  switch (action) {
    case "open":
      return showDispute(openDispute(ledger, getNewestPayment(ledger, customer, "dispute")));
    case "warn":
      return showWarning(
        ledger,
        warnOfFraud(ledger, getNewestPayment(ledger, customer, "radar.early_fraud_warning")),
      );
    case "win":
    case "lose": {
      const dispute = getOpenDispute(ledger, customer);
      closeDispute(ledger, dispute, action === "win" ? "won" : "lost");
      return showDispute(dispute);
    }
  }
}

/** Lists the customer's disputes and warnings, oldest first. */
export function listCustomerDisputes(ledger: Ledger, customer: string): ShownDispute[] {
  const isOfCustomer = (row: Dispute | EarlyFraudWarning) => {
    const intent = find(ledger, "payment_intent", getId(row.payment_intent) ?? "");
    return intent !== null && getId(intent.customer) === customer;
  };
  const disputes = listObjects(ledger, "dispute").filter(isOfCustomer).map(showDispute);
  const warnings = listObjects(ledger, "radar.early_fraud_warning").filter(isOfCustomer);
  return [...disputes, ...warnings.map((row) => showWarning(ledger, row))].sort(
    (one, other) => one.created - other.created,
  );
}

/** The newest payment that has no object of this kind yet. */
function getNewestPayment(
  ledger: Ledger,
  customer: string,
  kind: "dispute" | "radar.early_fraud_warning",
): PaymentIntent {
  const taken = new Set(listObjects(ledger, kind).map((row) => getId(row.payment_intent)));
  const free = listObjects(ledger, "payment_intent").findLast(
    (row) => getId(row.customer) === customer && row.status === "succeeded" && !taken.has(row.id),
  );
  if (free) return free;
  throw createInvalidRequestError("This customer has no other payment.", { param: "payment" });
}

function getOpenDispute(ledger: Ledger, customer: string): Dispute {
  const known = new Set(listCustomerDisputes(ledger, customer).map(({ id }) => id));
  const found = listObjects(ledger, "dispute").findLast((row) => known.has(row.id) && !isDecided(row));
  if (found) return found;
  throw createInvalidRequestError("This customer has no open dispute.", { param: "dispute" });
}

function showDispute({ id, status, amount, currency, created }: Dispute): ShownDispute {
  return { id, kind: "dispute", status, amount, currency, created };
}

function showWarning(ledger: Ledger, warning: EarlyFraudWarning): ShownDispute {
  const intent = find(ledger, "payment_intent", getId(warning.payment_intent) ?? "");
  return {
    id: warning.id,
    kind: "warning",
    status: warning.actionable ? "actionable" : "settled",
    amount: intent?.amount_received ?? 0,
    currency: intent?.currency ?? "",
    created: warning.created,
  };
}
