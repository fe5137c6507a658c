// Invoices as PDF files: reached by a secret link, with everything that an invoice has to name.
import { afterAll, beforeAll, expect, test } from "vitest";
import { readText } from "../../tests/support/read-pdf";
import { makeBuyer, runSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";
import { toPrintable } from "./printable";

const NOON = Date.UTC(2026, 0, 31, 12);

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox({ now: () => NOON, productName: "Example" });
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

async function download(url: string | null | undefined) {
  const answer = await fetch(url ?? "");
  return { answer, file: Buffer.from(await answer.arrayBuffer()) };
}

async function createInvoice({ currency = "usd", amount = 123_456, name = "Ada Núñez S.L." } = {}) {
  const { customer, card } = await makeBuyer(sandbox.stripe);
  await sandbox.stripe.customers.update(customer, {
    name,
    address: { line1: "Calle Mayor 1", city: "Madrid", postal_code: "28013", country: "ES" },
  });
  await sandbox.stripe.customers.createTaxId(customer, { type: "eu_vat", value: "ESB12345678" });
  const price = await sandbox.stripe.prices.create({
    currency,
    unit_amount: amount,
    recurring: { interval: "month" },
    product_data: { name: "Team" },
  });
  const made = await sandbox.stripe.subscriptions.create({
    customer,
    items: [{ price: price.id, quantity: 2 }],
    default_payment_method: card,
    discounts: [{ promotion_code: "promo_welcome20" }],
    expand: ["latest_invoice"],
  });
  const invoice = made.latest_invoice;
  if (typeof invoice !== "object" || !invoice) throw new Error("no invoice");
  return invoice;
}

test("the file names the product, the customer, each line with its period, the discount and the sums", async () => {
  const invoice = await createInvoice();
  const { answer, file } = await download(invoice.invoice_pdf);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("content-disposition")).toContain(`invoice-${invoice.number ?? ""}.pdf`);
  expect(file.subarray(0, 5).toString()).toBe("%PDF-");
  const text = readText(file);
  for (const part of [
    "Example",
    "Example Company",
    "US EIN: 00-0000000",
    `Invoice number\n${invoice.number ?? ""}`,
    "Date\n01/31/2026",
    "Status\nPaid",
    "Ada Núñez S.L.",
    "Calle Mayor 1",
    "28013 Madrid",
    "ada@example.com",
    "VAT: ESB12345678",
    "Team\n2\n$1,234.56\n$2,469.12",
    "01/31/2026 – 02/28/2026",
    "Tax\n$0.00",
    "-$493.82",
    "$1,975.30",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("2 ×");
  expect(file.length).toBeLessThan(40_000);
});

test("amounts in yen have no decimals", async () => {
  const { invoice_pdf: url } = await createInvoice({ currency: "jpy", amount: 1200 });
  const text = readText((await download(url)).file);
  expect(text).toContain("¥2,400");
  expect(text).toContain("¥1,920");
  expect(text).not.toContain(".00");
});

test("a link with another token answers 404", async () => {
  const { invoice_pdf: url } = await createInvoice();
  const wrong = (url ?? "").replace(/\/invoice\/./, "/invoice/_");
  expect((await download(wrong)).answer.status).toBe(404);
  expect((await download(`http://127.0.0.1:${sandbox.port}/invoice/constructor/pdf`)).answer.status).toBe(
    404,
  );
});

test("with a public URL, the link leads to the product", async () => {
  sandbox = await sandbox.restart({ publicUrl: "https://shop.example" });
  const { invoice_pdf: url } = await createInvoice();
  expect(url).toMatch(/^https:\/\/shop\.example\/sandbox\/invoices\/[0-9A-Za-z]{40}\.pdf$/);
});

test("letters that the font does not have are replaced", () => {
  expect(toPrintable("Łódź, Dvořák, 株式会社, 5 €, 1 000")).toBe("?ódz, Dvorák, ????, 5 €, 1 000");
});
