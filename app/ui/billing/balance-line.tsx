/** The effect of the customer's balance on an invoice, as a line of its own. */
import { getBalanceChange } from "~/domain/balance";
import type { InvoicePreview } from "~/domain/billing";
import { useTexts } from "../use-texts";
import { formatMinor } from "./plan-text";

/** Nothing while the total is charged as it is. */
export function BalanceLine({ preview }: { preview: InvoicePreview }) {
  const { t, locale } = useTexts("billing");
  const change = getBalanceChange(preview);
  if (!change) return null;
  return (
    <p className="flex justify-between gap-4 text-sm">
      <span>{t(`preview.balance.${change.kind}`)}</span>
      <span className="whitespace-nowrap tabular-nums">
        {formatMinor(change.amount, preview.currency, locale)}
      </span>
    </p>
  );
}
