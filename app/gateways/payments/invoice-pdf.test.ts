import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { INVOICE_PDF_MAX_BYTES } from "~/domain/limits";
import { createInvoicePdfs } from "./invoice-pdf";

const PDF = Buffer.from("%PDF-1.7\nan invoice");
let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((done) => (server ? server.close(() => done()) : done()));
  server = undefined;
});

describe("where invoices are fetched from", () => {
  test.each([
    ["https://pay.stripe.com/invoice/acct_1/live_x/pdf?s=ap", true],
    ["https://files.stripe.com/links/x", true],
    ["http://pay.stripe.com/invoice/x/pdf", false],
    ["https://pay.stripe.com:8443/invoice/x/pdf", false],
    ["https://user:secret@pay.stripe.com/invoice/x/pdf", false],
    ["https://stripe.com.evil.test/invoice/x/pdf", false],
    ["https://evilstripe.com/invoice/x/pdf", false],
    ["https://evil.test/pay.stripe.com/pdf", false],
    ["http://127.0.0.1:3000/sandbox/invoices/aB3.pdf", false],
    ["file:///etc/passwd", false],
    ["not a URL", false],
  ])("with Stripe, %s: %s", (url, isAllowed) => {
    expect(createInvoicePdfs({ kind: "stripe", apiBase: null }).canFetch(url)).toBe(isAllowed);
  });

  test.each([
    ["https://shop.example/sandbox/invoices/aB3.pdf", true],
    ["http://127.0.0.1:4000/invoice/aB3/pdf", true],
    ["https://shop.example/sandbox/invoices/../v1/x.pdf", false],
    ["https://shop.example/sandbox/invoices/a%2Fb.pdf", false],
    ["https://shop.example/api/auth", false],
    ["http://127.0.0.1:4000/v1/customers", false],
    ["http://127.0.0.1:4001/invoice/aB3/pdf", false],
    ["https://pay.stripe.com/invoice/x/pdf", false],
    ["https://evil.test/sandbox/invoices/aB3.pdf", false],
  ])("with the sandbox, %s: %s", (url, isAllowed) => {
    const pdfs = createInvoicePdfs({ kind: "sandbox", appUrl: "https://shop.example", port: 4000 });
    expect(pdfs.canFetch(url)).toBe(isAllowed);
  });
});

describe("fetching an invoice", () => {
  test("the sandbox's link through the product is fetched from the sandbox itself", async () => {
    const asked: string[] = [];
    const port = await listen((request, response) => {
      asked.push(request.url ?? "");
      response.end(PDF);
    });
    const pdfs = createInvoicePdfs({ kind: "sandbox", appUrl: "https://shop.example", port });

    expect(await pdfs.fetch("https://shop.example/sandbox/invoices/aB3.pdf")).toEqual(PDF);
    expect(asked).toEqual(["/invoice/aB3/pdf"]);
  });

  test("a redirect within the provider is followed", async () => {
    const port = await listen((request, response) => {
      if (request.url === "/pdf") response.writeHead(302, { location: "/file" }).end();
      else response.end(PDF);
    });

    expect(await fetchFrom(port)).toEqual(PDF);
  });

  test("a redirect to another server is not followed", async () => {
    const port = await listen((_request, response) => {
      response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end();
    });

    await expect(fetchFrom(port)).rejects.toThrow("not the payment provider's");
  });

  test("endless redirects end", async () => {
    const port = await listen((_request, response) => {
      response.writeHead(302, { location: "/pdf" }).end();
    });

    await expect(fetchFrom(port)).rejects.toThrow("too often");
  });

  test("a file above the limit is rejected, whatever its header says", async () => {
    const port = await listen((_request, response) => {
      response.write(PDF);
      response.end(Buffer.alloc(INVOICE_PDF_MAX_BYTES));
    });

    await expect(fetchFrom(port)).rejects.toThrow("too large");
  });

  test.each([
    [404, "gone", "answered 404"],
    [200, "<html>", "not a PDF file"],
    [200, "", "not a PDF file"],
  ])("the answer %i %j is rejected", async (status, body, message) => {
    const port = await listen((_request, response) => {
      response.writeHead(status).end(body);
    });

    await expect(fetchFrom(port)).rejects.toThrow(message);
  });
});

function fetchFrom(port: number): Promise<Buffer> {
  const apiBase = `http://127.0.0.1:${port}`;
  return createInvoicePdfs({ kind: "stripe", apiBase }).fetch(`${apiBase}/pdf`);
}

async function listen(answer: RequestListener): Promise<number> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((done) => started.listen(0, "127.0.0.1", done));
  return (started.address() as AddressInfo).port;
}
