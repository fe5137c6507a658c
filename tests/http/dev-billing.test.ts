/** /dev/billing on the built product: who may open it, and what its buttons do to a real subscription. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "~/domain/paths";
import { createBrowser, createVerifiedUser } from "../support/clients";
import { startProduct, waitFor, type Product } from "../support/product";

const PROXY = { "X-Forwarded-For": "203.0.113.7" };

describe("with the payment sandbox", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.stop());

  const open = async (headers?: Record<string, string>) =>
    createBrowser(product).get(paths.devBilling, headers);
  const press = (fields: Record<string, string>, headers?: Record<string, string>) =>
    createBrowser(product).post(paths.devBilling, fields, headers);
  const waitForDelivery = () =>
    waitFor(async () => (await open()).html.includes("No webhooks are waiting."), "the webhooks");

  test("/dev/billing answers this machine, links to /dev/mail, and is linked from there", async () => {
    const page = await open();
    expect(page.status).toBe(200);
    expect(page.html).toContain("No customers yet");
    expect(page.html).toContain(`href="${paths.devMail}"`);
    expect((await createBrowser(product).get(paths.devMail)).html).toContain(`href="${paths.devBilling}"`);
  });

  test("/dev/billing behind a proxy answers 404, and its buttons do nothing", async () => {
    expect((await open(PROXY)).status).toBe(404);
    for (const intent of ["clock", "unknown"])
      expect((await press({ intent, to: "month" }, PROXY)).status).toBe(404);
    expect((await open()).html).not.toContain("ahead");
  });

  test.each<Record<string, string>>([
    { intent: "burn" },
    {},
    { intent: "clock", to: "year" },
    { intent: "webhooks", action: "burn" },
  ])("%j answers 400 on the page", async (fields) => {
    const answer = await press(fields);
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("Jump one month");
  });

  test("a jump to the end of a trial that no one has is refused with a sentence on the page", async () => {
    const answer = await press({ intent: "clock", to: "trial_end" });
    expect([answer.status, answer.html.includes("no trial to jump to")]).toEqual([400, true]);
  });

  test("after a jump of one month, the subscription is renewed and its webhook arrives", async () => {
    const { call } = await createVerifiedUser(product, "ada@example.com", "Ada");
    expect((await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" })).status).toBe(200);
    await waitForDelivery();
    const before = (await open()).html;
    expect(before).toContain("1 invoice<");
    const endBefore = await readPeriodEnd(call);

    const jumped = await press({ intent: "clock", to: "month" });
    expect([jumped.status, jumped.location]).toEqual([302, paths.devBilling]);
    const { html } = await open();
    expect(html).toContain("2 invoices<");
    expect(html).toMatch(/\d+ days ahead/);
    await waitForDelivery();
    expect((await open()).html).toContain("invoice.paid");
    await waitFor(async () => (await readPeriodEnd(call)) > endBefore, "the renewal in the product");
  });

  test("a held webhook waits until it is dropped", async () => {
    await press({ intent: "webhooks", action: "hold" });
    await press({ intent: "clock", to: "month" });
    expect((await open()).html).toMatch(/\d+ webhooks are waiting/);
    await press({ intent: "webhooks", action: "drop" });
    expect((await open()).html).toContain("No webhooks are waiting.");
    await press({ intent: "webhooks", action: "release" });
  });

  async function readPeriodEnd(
    call: Awaited<ReturnType<typeof createVerifiedUser>>["call"],
  ): Promise<number> {
    const { data } = await call("GET", "/api/account/subscription");
    const { object } = data as { object?: { current_period_end?: string | number } };
    return new Date(object?.current_period_end ?? 0).getTime();
  }
});

test("/dev/billing with Stripe keys answers 404, and /dev/mail as well", async () => {
  const product = await startProduct({
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_PUBLISHABLE_KEY: "pk_test_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
  });
  for (const path of [paths.devBilling, paths.devMail])
    expect([path, (await createBrowser(product).get(path)).status]).toEqual([path, 404]);
  expect((await createBrowser(product).post(paths.devBilling, { intent: "clock", to: "month" })).status).toBe(
    404,
  );
  await product.stop();
});
