/** /dev/billing on the built product: who may open it, and what its buttons do to a real subscription. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "~/domain/paths";
import { createBrowser, createVerifiedUser, PASSWORD } from "../support/clients";
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
    for (const intent of ["clock", "disputes", "unknown"])
      expect((await press({ intent, to: "month" }, PROXY)).status).toBe(404);
    expect((await open()).html).not.toContain("ahead");
  });

  test.each<Record<string, string>>([
    { intent: "burn" },
    {},
    { intent: "clock", to: "year" },
    { intent: "webhooks", action: "burn" },
    { intent: "disputes", action: "open" },
    { intent: "disputes", action: "burn", customer: "cus_1" },
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

  test("the buttons of a customer dispute the last payment, warn of fraud and decide, and the owner reads it", async () => {
    const { call } = await createVerifiedUser(product, "grace@example.com", "Grace");
    expect((await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" })).status).toBe(200);
    const owner = createBrowser(product);
    await owner.post(paths.signIn, { email: "grace@example.com", password: PASSWORD });
    const awaitNotice = (text: string) =>
      expect.poll(async () => (await owner.get(paths.billing)).html).toContain(text);
    const customer = findCustomer((await open()).html, "grace@example.com");
    const decide = (action: string) => press({ intent: "disputes", action, customer });

    const warned = await decide("warn");
    expect([warned.status, warned.location]).toEqual([302, paths.devBilling]);
    await awaitNotice("A bank has reported a payment of $24");
    expect((await open()).html).not.toContain("Lose the dispute");

    expect((await decide("open")).status).toBe(302);
    expect((await open()).html).toContain("Lose the dispute");
    await awaitNotice("A payment of $24 is disputed");
    const again = await decide("open");
    expect([again.status, again.html.includes("no other payment")]).toEqual([400, true]);

    expect((await decide("lose")).status).toBe(302);
    await awaitNotice("A payment of $24 was returned");
    const decided = await decide("win");
    expect([decided.status, decided.html.includes("no open dispute")]).toEqual([400, true]);
  });

  /** The card of a customer ends with forms that name it. */
  function findCustomer(html: string, email: string): string {
    const [, id] = /name="customer" value="(cus_\w+)"/.exec(html.slice(html.indexOf(email))) ?? [];
    if (id === undefined) throw new Error(`${email} is no customer`);
    return id;
  }

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
