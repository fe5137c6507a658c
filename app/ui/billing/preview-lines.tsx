/** The lines of an invoice that is not written yet, with its discount and its tax: together they are the total. */
import type { InvoicePreview } from "~/domain/billing";
import { formatDate } from "~/domain/dates";
import { useTexts } from "../use-texts";
import { formatMinor } from "./plan-text";

export function PreviewLines({ preview }: { preview: InvoicePreview }) {
  const { t, locale } = useTexts("billing");
  const { lines, discount, tax, currency } = preview;
  const sums: [name: string, amount: number][] = [
    [t("preview.discount"), -discount],
    [t("preview.tax"), tax],
  ];
  return (
    <ul className="grid gap-2 text-sm">
      {lines.map((line, index) => (
        // Two lines may be equal, and their order does not change.
        <li key={index} className="flex justify-between gap-4">
          <span className="min-w-0">
            <span className="block [overflow-wrap:anywhere]">{line.description}</span>
            <span className="block text-muted tabular-nums">
              {t("preview.period", {
                start: formatDate(line.period_start, locale),
                end: formatDate(line.period_end, locale),
              })}
            </span>
          </span>
          <span className="whitespace-nowrap tabular-nums">{formatMinor(line.amount, currency, locale)}</span>
        </li>
      ))}
      {sums
        .filter(([, amount]) => amount !== 0)
        .map(([name, amount]) => (
          <li key={name} className="flex justify-between gap-4">
            <span>{name}</span>
            <span className="tabular-nums">{formatMinor(amount, currency, locale)}</span>
          </li>
        ))}
    </ul>
  );
}
