/** What an invoice says: its facts, its customer, its lines and its sums, as texts. */
import { sumDiscounts } from "../billing/discount-amounts";
import { formatAmount } from "../money";
import type { Invoice, InvoiceLine } from "../objects";

/** The provider's names of frequent tax ids, as people know them. */
const TAX_ID_NAMES: Readonly<Record<string, string>> = {
  ch_vat: "CH VAT",
  es_cif: "ES CIF",
  eu_vat: "VAT",
  gb_vat: "GB VAT",
  us_ein: "US EIN",
};

/** A row of the table. A part of a period and a discount have no unit price. */
export interface InvoiceRow {
  text: string;
  note?: string;
  quantity?: string;
  unitPrice?: string;
  amount: string;
}

export function listFacts(invoice: Invoice): [string, string][] {
  const { due_date: due, status_transitions: at, status } = invoice;
  const facts: [string, string | null][] = [
    ["Invoice number", invoice.number],
    ["Date", formatDate(invoice.created)],
    ["Due", due ? formatDate(due) : null],
    ["Status", status && status.charAt(0).toUpperCase() + status.slice(1)],
    ["Paid on", at.paid_at ? formatDate(at.paid_at) : null],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

export function listCustomerLines(invoice: Invoice): string[] {
  const { customer_address: address, customer_tax_ids: taxIds } = invoice;
  return [
    invoice.customer_name,
    address?.line1,
    address?.line2,
    [address?.postal_code, address?.city].filter(Boolean).join(" "),
    [address?.state, address?.country].filter(Boolean).join(", "),
    invoice.customer_email,
    ...(taxIds ?? []).map(({ type, value }) => `${TAX_ID_NAMES[type] ?? type}: ${value ?? ""}`),
  ].filter((line): line is string => Boolean(line));
}

export function listRows({ lines, currency }: Invoice): InvoiceRow[] {
  return lines.data.flatMap((line) => {
    const discount = sumDiscounts(line);
    const row = toRow(line, currency);
    return discount > 0 ? [row, { text: "Discount", amount: formatAmount(-discount, currency) }] : [row];
  });
}

function toRow(line: InvoiceLine, currency: string): InvoiceRow {
  const { description, quantity, period } = line;
  const row = {
    text: description ?? "",
    note: `${formatDate(period.start)} – ${formatDate(period.end)}`,
    amount: formatAmount(line.amount, currency),
  };
  const unitMinor = Number(line.pricing.unit_amount_decimal ?? Number.NaN);
  if (quantity === null || unitMinor * quantity !== line.amount) return row;
  // The quantity has a column of its own.
  const text = row.text.replace(`${quantity} × `, "");
  return { ...row, text, quantity: String(quantity), unitPrice: formatAmount(unitMinor, currency) };
}

/** Text, amount, and whether it is one of the sums that matter most. */
export function listSums(invoice: Invoice): [string, string, boolean][] {
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const tax = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const balance = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
  const sums: [string, number, boolean][] = [
    ["Subtotal", invoice.subtotal, false],
    ["Discount", -discount, false],
    ["Tax", tax, false],
    ["Total", invoice.total, true],
    [balance > 0 ? "Credit used" : "Credit for later invoices", -balance, false],
    ["Amount paid", invoice.amount_paid, false],
    ["Amount due", invoice.amount_remaining, true],
  ];
  const always = ["Subtotal", "Tax", "Total", "Amount paid", "Amount due"];
  return sums
    .filter(([name, amount]) => amount !== 0 || always.includes(name))
    .map(([name, amount, isMain]) => [
      name,
      formatAmount(amount === 0 ? 0 : amount, invoice.currency),
      isMain,
    ]);
}

/** Days in UTC, as the product prints them: "01/31/2026". */
function formatDate(seconds: number): string {
  const format = { day: "2-digit", month: "2-digit", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-US", format).format(seconds * 1000);
}
