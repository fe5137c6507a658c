/** The charge of a paid intent, as the events about refunds contain it. Charges are not stored. */
import { listObjects, type Ledger } from "../ledger";
import { getId, type Charge, type PaymentIntent } from "../objects";

/** The charge with what was refunded of it so far. */
export function createCharge(ledger: Ledger, intent: PaymentIntent): Charge {
  const refunded = sumRefunds(ledger, intent);
  return {
    ...BLANK,
    id: intent.id.replace("pi_", "ch_"),
    amount: intent.amount,
    amount_captured: intent.amount_received,
    amount_refunded: refunded,
    created: intent.created,
    currency: intent.currency,
    customer: getId(intent.customer),
    description: intent.description,
    payment_intent: intent.id,
    payment_method: getId(intent.payment_method),
    refunded: refunded >= intent.amount_received,
  };
}

/** Returns the refunded amount of an intent, in minor units. */
export function sumRefunds(ledger: Ledger, { id }: PaymentIntent): number {
  return listObjects(ledger, "refund")
    .filter((row) => getId(row.payment_intent) === id)
    .reduce((sum, { amount }) => sum + amount, 0);
}

const BLANK = {
  object: "charge",
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: true,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: "succeeded",
  transfer_data: null,
  transfer_group: null,
} as const;
