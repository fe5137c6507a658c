/** The built product forwards the links of the payment sandbox's invoices, and finds the fonts of the PDF library. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFreePort } from "../support/free-port";
import { startProduct } from "../support/product";
import { makeBuyer, runSandbox } from "../support/stripe-sandbox";

test("the link of an invoice answers a PDF file to a browser on this machine", async () => {
  const folder = mkdtempSync(join(tmpdir(), "invoices-"));
  const port = await findFreePort();
  const appUrl = `http://localhost:${port}`;
  const link = await createInvoiceLink(join(folder, "sandbox.json"), appUrl);
  expect(link.startsWith(`${appUrl}/sandbox/invoices/`)).toBe(true);
  const product = await startProduct({ DATA_DIR: folder, PORT: String(port), APP_URL: appUrl });
  const answer = await fetch(link);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect((await answer.text()).startsWith("%PDF-")).toBe(true);
  expect((await fetch(link.replace(/.{5}\.pdf$/, "00000.pdf"))).status).toBe(404);
  expect((await fetch(link, { headers: { "X-Forwarded-For": "203.0.113.7" } })).status).toBe(404);
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Leaves a file with one invoice behind, which the product's sandbox then reads. */
async function createInvoiceLink(file: string, publicUrl: string): Promise<string> {
  const sandbox = await runSandbox({ file, publicUrl });
  const { customer, card, price } = await makeBuyer(sandbox.stripe);
  const made = await sandbox.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: card,
    expand: ["latest_invoice"],
  });
  await sandbox.close();
  const { latest_invoice: invoice } = made;
  return typeof invoice === "object" ? (invoice?.invoice_pdf ?? "") : "";
}
