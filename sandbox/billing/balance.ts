/** The customer's balance: credit is negative, as at the provider. Each change is recorded. */
import { insert, type Ledger } from "../ledger";
import type { BalanceTransaction, Customer, Invoice } from "../objects";
import { createId, ID_PREFIXES } from "../state/ids";

interface BalanceChange {
  amount: number;
  currency: string;
  type: BalanceTransaction["type"];
  invoice?: Invoice;
  description?: string;
  metadata?: Record<string, string>;
}

/** Adds an amount in minor units to the balance. A negative amount is credit for later invoices. */
export function changeBalance(
  ledger: Ledger,
  customer: Customer,
  { amount, currency, type, invoice, description, metadata }: BalanceChange,
): BalanceTransaction {
  const balance = customer.balance + amount;
  const row: BalanceTransaction = {
    id: createId(ID_PREFIXES.customer_balance_transaction),
    object: "customer_balance_transaction",
    amount,
    checkout_session: null,
    created: ledger.now(),
    credit_note: null,
    currency,
    customer: customer.id,
    customer_account: null,
    description: description ?? null,
    ending_balance: balance,
    invoice: invoice?.id ?? null,
    livemode: false,
    metadata: metadata ?? {},
    type,
  };
  Object.assign(customer, { balance, currency });
  insert(ledger, "customer_balance_transaction", row);
  return row;
}
