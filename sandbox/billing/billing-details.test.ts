// Billing details: name, address and tax ids of a customer on their invoices, and automatic tax.
import { afterAll, beforeAll, expect, test } from "vitest";
import { getStripeError, makeBuyer, runSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

const ADDRESS = { line1: "Calle Mayor 1", city: "Madrid", postal_code: "28013", country: "ES" };

test("an invoice shows the customer's name, address, email and tax ids of its day", async () => {
  const { customer, card, price } = await makeBuyer(sandbox.stripe);
  await sandbox.stripe.customers.update(customer, {
    name: "Ada S.L.",
    email: "bills@example.com",
    address: ADDRESS,
  });
  const taxId = await sandbox.stripe.customers.createTaxId(customer, {
    type: "eu_vat",
    value: "ESB12345678",
  });
  expect(taxId).toMatchObject({ country: "ES", verification: { status: "unavailable" } });
  const made = await sandbox.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: card,
    expand: ["latest_invoice"],
  });
  await sandbox.stripe.customers.update(customer, { name: "Other" });
  expect(made.latest_invoice).toMatchObject({
    customer_name: "Ada S.L.",
    customer_email: "bills@example.com",
    customer_address: { ...ADDRESS, line2: null, state: null },
    customer_tax_ids: [{ type: "eu_vat", value: "ESB12345678" }],
  });
});

test("a tax id can be listed and deleted by its own customer only", async () => {
  const { customer } = await makeBuyer(sandbox.stripe);
  const { customer: other } = await makeBuyer(sandbox.stripe);
  const { id } = await sandbox.stripe.customers.createTaxId(customer, {
    type: "us_ein",
    value: "12-3456789",
  });
  expect(await getStripeError(sandbox.stripe.customers.deleteTaxId(other, id))).toMatchObject({
    statusCode: 404,
  });
  expect((await sandbox.stripe.customers.retrieveTaxId(customer, id)).value).toBe("12-3456789");
  expect(await sandbox.stripe.customers.deleteTaxId(customer, id)).toMatchObject({ deleted: true });
  expect((await sandbox.stripe.customers.listTaxIds(customer)).data).toEqual([]);
});

test.each([
  ["eu_vat", "12345"],
  ["eu_vat", "US123456789"],
  ["gb_vat", "GB12"],
  ["us_ein", "abc"],
] as const)("the tax id %s %s is rejected for its form", async (type, value) => {
  const { customer } = await makeBuyer(sandbox.stripe);
  const error = await getStripeError(sandbox.stripe.customers.createTaxId(customer, { type, value }));
  expect(error).toMatchObject({ statusCode: 400, code: "tax_id_invalid", param: "value" });
});

test("automatic tax needs an address, is shown on the invoice, and adds nothing", async () => {
  const { customer, card, price } = await makeBuyer(sandbox.stripe, { amount: 1900 });
  const wanted = {
    customer,
    items: [{ price }],
    default_payment_method: card,
    automatic_tax: { enabled: true },
    expand: ["latest_invoice"],
  };
  expect(await getStripeError(sandbox.stripe.subscriptions.create(wanted))).toMatchObject({
    statusCode: 400,
    code: "customer_tax_location_invalid",
  });
  await sandbox.stripe.customers.update(customer, { address: ADDRESS });
  const made = await sandbox.stripe.subscriptions.create(wanted);
  expect(made.latest_invoice).toMatchObject({
    automatic_tax: { enabled: true, status: "complete" },
    total: 1900,
    total_taxes: [],
  });
  const changed = await sandbox.stripe.subscriptions.update(made.id, { automatic_tax: { enabled: false } });
  expect(changed.automatic_tax.enabled).toBe(false);
});
