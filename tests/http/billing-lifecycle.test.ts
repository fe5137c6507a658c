/** A subscription's life on the built product, whose payment sandbox sends its events over HTTP. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/domain/paths";
import { createBrowser, createVerifiedUser, type Call } from "../support/clients";
import { readSubject, startProduct, waitFor, type Product } from "../support/product";

const EMAIL = "lives@example.com";
const MASTERCARD = { token: "tok_mastercard" };

let product: Product;
let call: Call;
beforeAll(async () => {
  product = await startProduct();
  ({ call } = await createVerifiedUser(product, EMAIL));
  await call("POST", "/api/account/plan", { plan: "team", token: "tok_visa" });
});
afterAll(() => product.stop());

async function press(fields: Record<string, string>): Promise<void> {
  expect((await createBrowser(product).post(paths.devBilling, fields)).status).toBe(302);
}

async function waitForStatus(status: string): Promise<void> {
  const read = async () => (await call("GET", "/api/auth")).data.subscription;
  await waitFor(async () => (await read()) === status, `the status ${status}`);
}

/** Waits until this many mails with the subject have come. */
async function waitForMails(subject: RegExp, count: number): Promise<string[]> {
  const find = () => product.mailsTo(EMAIL).filter((mail) => subject.test(readSubject(mail)));
  await waitFor(() => find().length >= count, `${count} mails ${String(subject)}`);
  expect(find()).toHaveLength(count);
  return find();
}

async function authenticate(secret: string): Promise<void> {
  const [id = ""] = secret.split("_secret_");
  const answer = await fetch(
    `${product.url}${paths.paymentSandboxCalls}/payment_intents/${id}/authenticate`,
    {
      method: "POST",
      headers: {
        Authorization: "Bearer pk_test_sandbox",
        "Content-Type": "application/json",
        Origin: product.url,
      },
      body: JSON.stringify({ client_secret: secret, outcome: "complete" }),
    },
  );
  expect(answer.status).toBe(200);
}

test("the end of a trial charges the card, and sends a receipt with the invoice's file", async () => {
  await press({ intent: "clock", to: "trial_end" });
  await waitForStatus("active");
  const [receipt] = await waitForMails(/receipt/i, 1);
  expect(receipt).toMatch(/Content-Type: application\/pdf/i);
});

test("a declined renewal shows the banner's status until another card pays, in the owner's new language", async () => {
  expect((await call("PATCH", "/api/user", { locale: "es" })).status).toBe(200);
  await press({ intent: "next_payment", outcome: "fails" });
  await press({ intent: "clock", to: "month" });
  await waitForStatus("requires_payment_method");
  await waitForMails(/Tu.pago/, 1);
  const listLogged = () =>
    product
      .output()
      .split("\n")
      .filter((line) => line.includes('"event":"payment_failed"'));
  await waitFor(() => listLogged().length > 0, "the line about the failed payment");
  const { body } = await call("GET", "/api/user");
  expect(listLogged().map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      level: 40,
      declineCode: "generic_decline",
      requestId: expect.any(String) as string,
      userId: (body as { data: { id: string } }).data.id,
      accountId: expect.any(String) as string,
      providerEvent: expect.stringMatching(/^evt_/) as string,
      invoice: expect.stringMatching(/^in_/) as string,
    },
  ]);
  expect((await call("PATCH", "/api/account/card", MASTERCARD)).status).toBe(200);
  await waitForStatus("active");
  await waitForMails(/recibo/i, 1);
});

test("a renewal that waits for the owner is paid once they have confirmed it", async () => {
  await press({ intent: "next_payment", outcome: "asks" });
  await press({ intent: "clock", to: "month" });
  await waitForStatus("requires_action");
  const { body } = await call("POST", "/api/account/invoice/pay", {});
  const { client_secret: secret = "" } = body as { client_secret?: string };
  await authenticate(secret);
  expect((await call("POST", "/api/account/invoice/pay", {})).data).toEqual({ paid: true });
  await waitForStatus("active");
  await waitForMails(/recibo/i, 2);
});

test("after the free plan was chosen, the end of the period begins it", async () => {
  expect((await call("PATCH", "/api/account/plan", { plan: "free" })).status).toBe(200);
  await press({ intent: "clock", to: "month" });
  await waitFor(async () => (await call("GET", "/api/auth")).data.plan === "free", "the free plan");
  await waitForStatus("active");
});
