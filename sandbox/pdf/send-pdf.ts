/** Answers a request for an invoice as a PDF file. */
import type { ServerResponse } from "node:http";
import type { Ledger } from "../ledger";
import { renderInvoicePdf, type InvoiceSender } from "./invoice-pdf";
import { findLinkedInvoice } from "./pdf-links";

/** Sends the file, or 404 for a token that does not exist. */
export async function sendInvoicePdf(
  response: ServerResponse,
  { ledger, path, sender }: { ledger: Ledger; path: string; sender: InvoiceSender },
): Promise<void> {
  const invoice = findLinkedInvoice(ledger, path);
  if (!invoice) {
    response.writeHead(404, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
    response.end("There is no such invoice.");
    return;
  }
  const file = await renderInvoicePdf({ invoice, sender });
  response.writeHead(200, {
    "content-type": "application/pdf",
    "content-length": file.length,
    "content-disposition": `inline; filename="invoice-${invoice.number ?? invoice.id}.pdf"`,
    // A payment changes what the file says.
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(file);
}
