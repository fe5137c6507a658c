/** Renders an invoice as a PDF file, in the product's typeface. */
import type { Invoice } from "../objects";
import { listCustomerLines, listFacts, listRows, listSums, type InvoiceRow } from "./invoice-content";
import { toPrintable } from "./printable";

const LEFT = 50;
const RIGHT = 545;
const BOTTOM = 740;
const MARK_PX = 30;
/** The right ends of the columns of figures. */
const QUANTITY_END = 350;
const PRICE_END = 450;
const COLUMN_WIDTH = 90;
const TEXT_WIDTH = QUANTITY_END - COLUMN_WIDTH - LEFT + 20;

const INK = "#0f172a";
const MUTED = "#55637a";
const LINE = "#e2e8f0";
const REGULAR = "Inter";
const BOLD = "Inter SemiBold";

/** For a seller whose company is not known: an invoice without an address would not look like one. */
const SAMPLE_LINES = ["Example Company", "510 Townsend Street", "San Francisco, CA 94103, US"];
const SAMPLE_TAX_NUMBER = "US EIN: 00-0000000";

/** The product's mark in a square of 24, from lucide's icon "layers". */
const MARK = [
  "M12.83 2.18a2 2 0 0 0-1.66 0L2.6 6.08a1 1 0 0 0 0 1.83l8.58 3.91a2 2 0 0 0 1.66 0l8.58-3.9a1 1 0 0 0 0-1.83z",
  "M2 12a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 12",
  "M2 17a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 17",
];

type Document = PDFKit.PDFDocument;

/** Who sends an invoice. */
export interface InvoiceSender {
  /** The product's. */
  name: string;
  /** The company, and the lines of its address; none prints those of an example. */
  lines: readonly string[];
  /** The colour of the mark. */
  accent: string;
  /** The product has a logo of its own, which may be a drawing that no PDF can hold: its initial stands for it. */
  hasOwnLogo: boolean;
}

interface InvoicePaper {
  invoice: Invoice;
  sender: InvoiceSender;
}

/** Renders the file. Loads the library and the typeface with the first invoice, so that a start does not. */
export async function renderInvoicePdf(paper: InvoicePaper): Promise<Buffer> {
  const { default: PdfDocument } = await import("pdfkit");
  const fonts = await loadFonts();
  const document = new PdfDocument({
    size: "A4",
    margin: LEFT,
    font: "",
    info: {
      Title: toPrintable(`Invoice ${paper.invoice.number ?? ""}`),
      Author: toPrintable(paper.sender.name),
      CreationDate: new Date(paper.invoice.created * 1000),
    },
    lang: "en",
  });
  document.registerFont(REGULAR, fonts.regular).registerFont(BOLD, fonts.bold);
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

/** Inter of two weights, with the letters of `toPrintable`. The file embeds only the glyphs that it shows. */
async function loadFonts(): Promise<{ regular: Buffer; bold: Buffer }> {
  const { default: inter } = await import("./inter.json");
  return { regular: Buffer.from(inter.regular, "base64"), bold: Buffer.from(inter.semibold, "base64") };
}

function writeInvoice(document: Document, { invoice, sender }: InvoicePaper): void {
  writeMark(document, sender);
  setText(document, { font: BOLD, size: 20 });
  document.text("Invoice", RIGHT - 200, LEFT + 3, { width: 200, align: "right" });
  const top = LEFT + MARK_PX + 28;
  const seller = [...(sender.lines.length > 0 ? sender.lines : SAMPLE_LINES), SAMPLE_TAX_NUMBER];
  const ends = [
    writeBlock(document, { title: "From", lines: seller, x: LEFT, y: top }),
    writeBlock(document, { title: "Bill to", lines: listCustomerLines(invoice), x: 215, y: top }),
    writeFacts(document, listFacts(invoice), top),
  ];
  document.y = Math.max(...ends) + 28;
  writeHeader(document);
  for (const row of listRows(invoice)) writeRow(document, row);
  for (const [text, amount, isMain] of listSums(invoice)) writeSum(document, { text, amount, isMain });
  document.moveDown(2);
  setText(document, { size: 8, color: MUTED });
  document.text("Made by the payment sandbox for tests. No money was moved.", LEFT);
}

/** The mark of the product and its name. */
function writeMark(document: Document, { name, accent, hasOwnLogo }: InvoiceSender): void {
  document.roundedRect(LEFT, LEFT, MARK_PX, MARK_PX, 8).fill(accent);
  if (hasOwnLogo) {
    setText(document, { font: BOLD, size: 16, color: "#ffffff" });
    document.text(toPrintable(name.charAt(0)), LEFT, LEFT + 5, { width: MARK_PX, align: "center" });
  } else {
    document
      .save()
      .translate(LEFT + 6, LEFT + 6)
      .scale((MARK_PX - 12) / 24);
    document.lineWidth(2.25).lineJoin("round").lineCap("round").strokeColor("#ffffff");
    for (const shape of MARK) document.path(shape).stroke();
    document.restore();
  }
  setText(document, { font: BOLD, size: 14 });
  document.text(toPrintable(name), LEFT + MARK_PX + 10, LEFT + 7);
}

interface Block {
  title: string;
  lines: readonly string[];
  x: number;
  y: number;
}

/** Returns where it ends. */
function writeBlock(document: Document, { title, lines, x, y }: Block): number {
  setText(document, { size: 8, color: MUTED });
  document.text(title, x, y);
  setText(document, {});
  for (const line of lines) document.text(toPrintable(line), x, document.y + 2, { width: 150 });
  return document.y;
}

/** Returns where they end. */
function writeFacts(document: Document, facts: readonly [string, string][], top: number): number {
  document.y = top;
  for (const [name, value] of facts) {
    const y = document.y;
    setText(document, { size: 9, color: MUTED });
    document.text(name, 385, y);
    setText(document, { size: 9 });
    document.text(toPrintable(value), 455, y, { width: RIGHT - 455, align: "right" });
    document.y += 3;
  }
  return document.y;
}

function writeHeader(document: Document): void {
  const row = { text: "Description", quantity: "Quantity", unitPrice: "Unit price", amount: "Amount" };
  writeCells(document, row, { size: 8, color: MUTED });
  drawLine(document);
}

/** Writes one row of the table. A row that does not fit begins a page, which has the header again. */
function writeRow(document: Document, row: InvoiceRow): void {
  if (document.y > BOTTOM) {
    document.addPage();
    writeHeader(document);
  }
  writeCells(document, row, {});
  if (row.note) {
    setText(document, { size: 8, color: MUTED });
    document.text(toPrintable(row.note), LEFT, document.y + 2);
  }
  drawLine(document);
}

function writeCells(document: Document, row: InvoiceRow, style: TextStyle): void {
  const top = document.y;
  setText(document, style);
  document.text(toPrintable(row.text), LEFT, top, { width: TEXT_WIDTH });
  const bottom = document.y;
  const columns = [
    [row.quantity, QUANTITY_END],
    [row.unitPrice, PRICE_END],
    [row.amount, RIGHT],
  ] as const;
  for (const [text, end] of columns)
    if (text)
      document.text(toPrintable(text), end - COLUMN_WIDTH, top, { width: COLUMN_WIDTH, align: "right" });
  document.y = bottom;
}

function writeSum(document: Document, sum: { text: string; amount: string; isMain: boolean }): void {
  if (document.y > BOTTOM) document.addPage();
  const top = document.y;
  setText(document, { font: sum.isMain ? BOLD : REGULAR });
  document.text(sum.text, QUANTITY_END - 30, top);
  document.text(toPrintable(sum.amount), RIGHT - COLUMN_WIDTH, top, { width: COLUMN_WIDTH, align: "right" });
  document.y += 5;
}

function drawLine(document: Document): void {
  const y = document.y + 7;
  document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(LINE).stroke();
  document.y = y + 8;
}

interface TextStyle {
  font?: string;
  size?: number;
  color?: string;
}

function setText(document: Document, { font = REGULAR, size = 10, color = INK }: TextStyle): void {
  document.font(font).fontSize(size).fillColor(color);
}
