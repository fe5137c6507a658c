/** Renders an invoice as a PDF file, in the standard font that every reader has. */
import { formatAmount } from "../money";
import type { Invoice, InvoiceLine } from "../objects";
import { sumDiscounts } from "../billing/discount-amounts";
import { toPrintable } from "./printable";

const LEFT = 50;
const RIGHT = 545;
const AMOUNT_WIDTH = 110;
const QUANTITY_X = 350;
const BOTTOM = 760;

/** The provider's names of frequent tax ids, as people know them. */
const TAX_ID_NAMES: Readonly<Record<string, string>> = {
  ch_vat: "CH VAT",
  es_cif: "ES CIF",
  eu_vat: "VAT",
  gb_vat: "GB VAT",
  us_ein: "US EIN",
};

type Document = PDFKit.PDFDocument;

/** Who sends an invoice. */
export interface InvoiceSender {
  /** The product's. */
  name: string;
  /** The company, and the lines of its address. */
  lines: readonly string[];
}

interface InvoicePaper {
  invoice: Invoice;
  sender: InvoiceSender;
}

/** Renders the file. Loads the library with the first invoice, so that a start does not. */
export async function renderInvoicePdf(paper: InvoicePaper): Promise<Buffer> {
  const { default: PdfDocument } = await import("pdfkit");
  const document = new PdfDocument({
    size: "A4",
    margin: LEFT,
    info: {
      Title: toPrintable(`Invoice ${paper.invoice.number ?? ""}`),
      Author: toPrintable(paper.sender.name),
      CreationDate: new Date(paper.invoice.created * 1000),
    },
    lang: "en",
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => {
      resolve(Buffer.concat(chunks));
    });
    document.on("error", reject);
  });
  writeInvoice(document, paper);
  document.end();
  return finished;
}

function writeInvoice(document: Document, { invoice, sender }: InvoicePaper): void {
  document.font("Helvetica-Bold").fontSize(20).text(toPrintable(sender.name), LEFT, LEFT);
  document.font("Helvetica").fontSize(9);
  for (const line of sender.lines) document.text(toPrintable(line));
  document.fontSize(14).text("Invoice").moveDown(0.5).fontSize(10);
  for (const [name, value] of listFacts(invoice)) document.text(toPrintable(`${name}: ${value}`));
  document.moveDown().font("Helvetica-Bold").text("Bill to").font("Helvetica");
  for (const line of listCustomerLines(invoice)) document.text(toPrintable(line));
  document.moveDown(1.5);
  writeRow(document, { text: "Description", quantity: "Quantity", amount: "Amount", isBold: true });
  for (const line of invoice.lines.data) writeLine(document, line, invoice.currency);
  document.moveDown();
  for (const [text, amount, isBold] of listSums(invoice)) {
    writeRow(document, { text, amount: formatAmount(amount, invoice.currency), isBold });
  }
  document.moveDown(2).fontSize(8).fillColor("#555555");
  document.text("Made by the payment sandbox for tests. No money was moved.", LEFT);
}

function listFacts(invoice: Invoice): [string, string][] {
  const { due_date: due, status_transitions: at, status } = invoice;
  const facts: [string, string | null][] = [
    ["Number", invoice.number],
    ["Date", formatDate(invoice.created)],
    ["Due", due ? formatDate(due) : null],
    ["Status", status],
    ["Paid on", at.paid_at ? formatDate(at.paid_at) : null],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function listCustomerLines(invoice: Invoice): string[] {
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

function listSums(invoice: Invoice): [string, number, boolean][] {
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const balance = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
  const sums: [string, number, boolean][] = [
    ["Subtotal", invoice.subtotal, false],
    ["Discount", -discount, false],
    ["Total", invoice.total, true],
    [balance > 0 ? "Credit used" : "Credit for later invoices", -balance, false],
    ["Amount paid", invoice.amount_paid, false],
    ["Amount due", invoice.amount_remaining, true],
  ];
  const always = ["Subtotal", "Total", "Amount paid", "Amount due"];
  return sums.filter(([name, amount]) => amount !== 0 || always.includes(name));
}

function writeLine(document: Document, line: InvoiceLine, currency: string): void {
  writeRow(document, {
    text: line.description ?? "",
    note: `${formatDate(line.period.start)} - ${formatDate(line.period.end)}`,
    quantity: String(line.quantity ?? ""),
    amount: formatAmount(line.amount, currency),
  });
  const discount = sumDiscounts(line);
  if (discount > 0) writeRow(document, { text: "Discount", amount: formatAmount(-discount, currency) });
}

interface Row {
  text: string;
  note?: string;
  quantity?: string;
  amount: string;
  isBold?: boolean;
}

/** Writes one row of the table. A row that does not fit begins a page. */
function writeRow(document: Document, { text, note, quantity, amount, isBold = false }: Row): void {
  if (document.y > BOTTOM) document.addPage();
  const top = document.y;
  document.font(isBold ? "Helvetica-Bold" : "Helvetica").fontSize(10);
  if (quantity) document.text(quantity, QUANTITY_X, top, { width: 60, align: "right", lineBreak: false });
  document.text(toPrintable(amount), RIGHT - AMOUNT_WIDTH, top, { width: AMOUNT_WIDTH, align: "right" });
  document.text(toPrintable(text), LEFT, top, { width: QUANTITY_X - LEFT - 10 });
  if (note) document.fontSize(8).fillColor("#555555").text(toPrintable(note)).fillColor("#000000");
  document.moveDown(0.4);
}

/** Days in UTC, as the provider prints them. */
function formatDate(seconds: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(seconds * 1000);
}
