/**
 * Disputes of paid payments, and the early warnings of banks, with the states, events and test cards that the provider
 * documents: docs.stripe.com/api/disputes/object, /api/disputes/close and /api/events/types, read on 2026-11-28; the warnings by the types
 * of the SDK 23.1.0, and the cards by copies of docs.stripe.com/testing, which could not be opened. The sandbox has no bank, so a dispute stays open until a caller decides it.
 */
import { createInvalidRequestError } from "../http/errors";
import { change, insert, listObjects, queueWebhook, type Ledger } from "../ledger";
import { getId, type Dispute, type EarlyFraudWarning, type PaymentIntent } from "../objects";
import { getTestCard } from "../resources/payment-methods";
import { createId, ID_PREFIXES } from "../state/ids";
import { BLANK_EVIDENCE } from "./blank-evidence";

/** The bank's time for an answer, within the one to three weeks that the provider names. */
const ANSWER_WITHIN_SECONDS = 14 * 86_400;

/** What the bank of a test card does by itself after each payment. */
export function followPayment(ledger: Ledger, intent: PaymentIntent): void {
  const methodId = getId(intent.payment_method);
  const { afterwards } = methodId ? getTestCard(ledger, methodId) : {};
  if (afterwards === "disputes") openDispute(ledger, intent);
  if (afterwards === "warns") warnOfFraud(ledger, intent);
}

/** The card holder's bank takes the money back until the dispute is decided. */
export function openDispute(ledger: Ledger, intent: PaymentIntent): Dispute {
  const dispute = buildDispute(ledger, intent);
  insert(ledger, "dispute", dispute);
  for (const warning of listWarnings(ledger, intent))
    change(ledger, warning, { event: "radar.early_fraud_warning.updated", to: { actionable: false } });
  queueWebhook(ledger, "charge.dispute.created", { object: dispute });
  queueWebhook(ledger, "charge.dispute.funds_withdrawn", { object: dispute });
  return dispute;
}

/** Decides a dispute. Throws 400 for one that is decided. */
export function closeDispute(ledger: Ledger, dispute: Dispute, status: "lost" | "won"): void {
  requireOpen(dispute);
  change(ledger, dispute, { event: null, to: { status, is_charge_refundable: false } });
  queueWebhook(ledger, "charge.dispute.closed", { object: dispute });
  if (status === "won") queueWebhook(ledger, "charge.dispute.funds_reinstated", { object: dispute });
}

/** Stores evidence, and submits it to the bank. The provider's two magic words decide the dispute in test mode. */
export function updateEvidence(
  ledger: Ledger,
  dispute: Dispute,
  { text, submits }: { text: string | null; submits: boolean },
): void {
  requireOpen(dispute);
  const { evidence, evidence_details: details } = dispute;
  const to: Partial<Dispute> = {
    evidence: { ...evidence, uncategorized_text: text },
    evidence_details: {
      ...details,
      has_evidence: text !== null,
      ...(submits && { submission_count: details.submission_count + 1, submission_method: "manual" }),
    },
    ...(submits && { status: "under_review" }),
  };
  change(ledger, dispute, { event: "charge.dispute.updated", to });
  if (submits && text === "winning_evidence") closeDispute(ledger, dispute, "won");
  if (submits && text === "losing_evidence") closeDispute(ledger, dispute, "lost");
}

/** The bank warns that a payment may be a fraud. It may dispute it later. */
export function warnOfFraud(ledger: Ledger, intent: PaymentIntent): EarlyFraudWarning {
  const warning: EarlyFraudWarning = {
    id: createId(ID_PREFIXES["radar.early_fraud_warning"]),
    object: "radar.early_fraud_warning",
    actionable: true,
    charge: toChargeId(intent),
    created: ledger.now(),
    fraud_type: "unauthorized_use_of_card",
    livemode: false,
    payment_intent: intent.id,
  };
  insert(ledger, "radar.early_fraud_warning", warning);
  queueWebhook(ledger, "radar.early_fraud_warning.created", { object: warning });
  return warning;
}

export function isDecided({ status }: Dispute): boolean {
  return status === "lost" || status === "won";
}

function listWarnings(ledger: Ledger, intent: PaymentIntent): EarlyFraudWarning[] {
  return listObjects(ledger, "radar.early_fraud_warning").filter(
    (row) => getId(row.payment_intent) === intent.id,
  );
}

function requireOpen(dispute: Dispute): void {
  if (!isDecided(dispute)) return;
  throw createInvalidRequestError(`This dispute is already closed: it is ${dispute.status}.`);
}

/** Charges are not stored: their id is the intent's, with their own prefix. */
function toChargeId({ id }: PaymentIntent): string {
  return id.replace("pi_", "ch_");
}

function buildDispute(ledger: Ledger, intent: PaymentIntent): Dispute {
  return {
    id: createId(ID_PREFIXES.dispute),
    object: "dispute",
    amount: intent.amount_received,
    balance_transactions: [],
    charge: toChargeId(intent),
    created: ledger.now(),
    currency: intent.currency,
    enhanced_eligibility_types: [],
    evidence: { ...BLANK_EVIDENCE },
    evidence_details: {
      due_by: ledger.now() + ANSWER_WITHIN_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: "fraudulent",
    status: "needs_response",
  };
}
