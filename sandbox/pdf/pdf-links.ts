/** Links to invoices as PDF files. The secret token in a link is all that its reader needs. */
import { find, type Ledger } from "../ledger";
import type { Invoice } from "../objects";
import { createRandomLetters } from "../state/ids";

const TOKEN_LENGTH = 40;

/** Creates the link of a new invoice. */
export function createPdfLink(ledger: Ledger, invoiceId: string): string {
  const token = createRandomLetters(TOKEN_LENGTH);
  ledger.state.pdfTokens[token] = invoiceId;
  return ledger.toPdfUrl(token);
}

/** Finds the invoice of a path of the sandbox's server, `/invoice/<token>/pdf`; null for any other path. */
export function findLinkedInvoice(ledger: Ledger, path: string): Invoice | null {
  const token = /^\/invoice\/([0-9A-Za-z]+)\/pdf$/.exec(path)?.[1] ?? "";
  const { pdfTokens } = ledger.state;
  const id = Object.hasOwn(pdfTokens, token) ? pdfTokens[token] : undefined;
  return id ? find(ledger, "invoice", id) : null;
}
