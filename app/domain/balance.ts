/** The effect of a customer's balance on an invoice, so that its lines add up to what is charged. */
import type { InvoicePreview } from "./billing";

/**
 * `used`: credit pays a part. `gained`: the invoice is a credit itself. `owed`: something from before is added. `carried`: the
 * amount is too small to charge, and the next invoice has it.
 */
export interface BalanceChange {
  kind: "used" | "gained" | "owed" | "carried";
  /** Minor units: added to the total it is what is charged. */
  amount: number;
}

/** Null when the total is charged as it is. */
export function getBalanceChange({
  total,
  amount_due: due,
  starting_balance: balance,
}: Pick<InvoicePreview, "amount_due" | "starting_balance" | "total">): BalanceChange | null {
  const amount = due - total;
  if (amount === 0) return null;
  if (amount < 0) return { kind: balance < 0 ? "used" : "carried", amount };
  return { kind: balance > 0 ? "owed" : "gained", amount };
}
