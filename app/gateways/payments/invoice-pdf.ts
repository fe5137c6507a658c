/**
 * Fetches invoices as PDF files, for mails. Only the payment provider and its sandbox are ever requested, whatever URL
 * an invoice names; time and size are limited.
 */
import { INVOICE_PDF_MAX_BYTES, INVOICE_PDF_MAX_REDIRECTS, INVOICE_PDF_TIMEOUT_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";

export interface InvoicePdfs {
  /** Whether the URL leads to the provider. */
  canFetch(url: string): boolean;
  /** Throws when the file does not arrive in time, is too large, or is not a PDF file. */
  fetch(url: string): Promise<Buffer>;
}

type InvoicePdfSource =
  /** `apiBase` replaces Stripe's own base URL, for tests. */
  | { kind: "stripe"; apiBase: string | null }
  /** The sandbox's links lead to the product at `appUrl`, which forwards them to the sandbox at `port`. */
  | { kind: "sandbox"; appUrl: string; port: number };

export function createInvoicePdfs(source: InvoicePdfSource): InvoicePdfs {
  const toAllowed = (url: string) => toAllowedUrl(url, source);
  return {
    canFetch: (url) => toAllowed(url) !== null,
    fetch: (url) => fetchPdf(url, toAllowed),
  };
}

/** The URL that is requested for this one; null for what leads elsewhere. */
function toAllowedUrl(text: string, source: InvoicePdfSource): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return null;
  return source.kind === "stripe" ? toStripeUrl(url, source.apiBase) : toSandboxUrl(url, source);
}

/** Links lead to pay.stripe.com, which may redirect to another host of Stripe's. */
function toStripeUrl(url: URL, apiBase: string | null): URL | null {
  if (apiBase !== null && url.origin === new URL(apiBase).origin) return url;
  const isStripe = url.protocol === "https:" && url.port === "" && url.hostname.endsWith(".stripe.com");
  return isStripe ? url : null;
}

/** Requests the sandbox directly: the product forwards its links only for callers on this machine. */
function toSandboxUrl(
  { origin, pathname }: URL,
  { appUrl, port }: { appUrl: string; port: number },
): URL | null {
  const sandbox = `http://127.0.0.1:${port}`;
  const patterns: [origin: string, path: RegExp][] = [
    [new URL(appUrl).origin, new RegExp(`^${paths.paymentSandboxInvoices}/([0-9A-Za-z]+)\\.pdf$`)],
    [sandbox, /^\/invoice\/([0-9A-Za-z]+)\/pdf$/],
  ];
  for (const [allowed, path] of patterns) {
    const token = origin === allowed ? path.exec(pathname)?.[1] : undefined;
    if (token !== undefined) return new URL(`${sandbox}/invoice/${token}/pdf`);
  }
  return null;
}

async function fetchPdf(url: string, toAllowed: (url: string) => URL | null): Promise<Buffer> {
  const signal = AbortSignal.timeout(INVOICE_PDF_TIMEOUT_MS);
  let next = url;
  for (let count = 0; count <= INVOICE_PDF_MAX_REDIRECTS; count += 1) {
    const allowed = toAllowed(next);
    if (!allowed) throw new Error("the invoice is on a server that is not the payment provider's");
    const response = await fetch(allowed, { redirect: "manual", signal });
    const location = response.status >= 300 && response.status < 400 && response.headers.get("location");
    if (!location) return readPdf(response);
    await response.body?.cancel();
    next = new URL(location, allowed).href;
  }
  throw new Error("the payment provider redirects to the invoice too often");
}

async function readPdf(response: Response): Promise<Buffer> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the payment provider answered ${response.status} for the invoice`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's streams are async iterables, which the browser's types do not include.
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > INVOICE_PDF_MAX_BYTES) throw new Error("the invoice is too large");
    chunks.push(chunk);
  }
  const file = Buffer.concat(chunks);
  if (file.subarray(0, 5).toString("latin1") !== "%PDF-") throw new Error("the invoice is not a PDF file");
  return file;
}
