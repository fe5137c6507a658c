/** Choosing a plan over the API, with the payment provider's fixed test tokens. */
import { beforeAll, describe, expect, test } from "vitest";
import { createApiClient, createVerifiedUser } from "../support/clients";
import { readSubject, type Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
beforeAll(async () => {
  product = await shareProduct();
});

describe("POST /api/account/plan", () => {
  test("a valid card makes the plan active and sends a mail", async () => {
    const { call } = await createVerifiedUser(product, "visa@example.com");
    expect((await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" })).status).toBe(200);
    expect((await call("GET", "/api/auth")).data).toMatchObject({ plan: "pro", subscription: "active" });
    expect((await call("GET", "/api/account/subscription")).data).toMatchObject({ status: "active" });
    expect(await product.mailTo("visa@example.com", /Pro/)).toContain("$24");
  });

  test("an unnamed account that pays has no company until it gets its name", async () => {
    const { call } = await createVerifiedUser(product, "unnamed@example.com", "Ada Lovelace");
    await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" });
    const readCompany = async () => (await call("GET", "/api/account/billing")).data.company;
    expect(await readCompany()).toBe("");
    expect((await call("PATCH", "/api/account", { name: "Acme Inc" })).status).toBe(200);
    expect(await readCompany()).toBe("Acme Inc");
    await call("PATCH", "/api/account", { name: "Acme Ltd" });
    expect(await readCompany()).toBe("Acme Inc");
  });

  test("naming an account keeps the company that was entered for its invoices", async () => {
    const { call } = await createVerifiedUser(product, "entered@example.com", "Alan Turing");
    await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" });
    expect((await call("PATCH", "/api/account/billing", { company: "Turing & Co" })).status).toBe(200);
    await call("PATCH", "/api/account", { name: "Acme Inc" });
    expect((await call("GET", "/api/account/billing")).data.company).toBe("Turing & Co");
  });

  test.each([
    ["tok_chargeDeclined", "Your card was declined. Try another card."],
    ["tok_chargeDeclinedInsufficientFunds", "Your card has insufficient funds. Try another card."],
  ])("%s answers 400 at the card, and no subscription starts", async (token, message) => {
    const { call } = await createVerifiedUser(product, `${token.toLowerCase()}@example.com`);
    const answer = await call("POST", "/api/account/plan", { plan: "pro", token });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ inputError: "token", message });
    expect((await call("GET", "/api/auth")).data.plan).toBeNull();
  });

  test("a card that needs authentication returns a client secret, and repeating the request does not activate the plan", async () => {
    const { call } = await createVerifiedUser(product, "asks@example.com");
    const request = { plan: "pro", token: "tok_threeDSecure2Required" };
    const first = await call("POST", "/api/account/plan", request);
    expect(first.body).toEqual({
      data: null,
      requires_payment_action: true,
      client_secret: expect.stringMatching(/^pi_\w+_secret_/) as string,
    });
    await call("POST", "/api/account/plan", { ...request, payment_intent: { status: "succeeded" } });
    await call("POST", "/api/account/plan", { ...request, payment_intent: "pi_forged" });
    expect((await call("GET", "/api/auth")).data.plan).toBeNull();
  });

  test.each([
    ["a plan that does not exist", { plan: "platinum", token: "tok_visa" }, "plan"],
    ["no plan", { token: "tok_visa" }, "plan"],
    ["a paid plan without a card", { plan: "pro" }, "token"],
    ["a list of plans", { plan: ["pro"], token: "tok_visa" }, "plan"],
    ["an unknown card", { plan: "pro", token: "tok_none" }, "token"],
  ])("%s answers 400 at its field", async (name, body, field) => {
    const { call } = await createVerifiedUser(product, `bad-${name.replace(/\W+/g, "-")}@example.com`);
    const answer = await call("POST", "/api/account/plan", body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ inputError: field });
  });

  test("amounts, seats and discounts in the request are ignored", async () => {
    const { call } = await createVerifiedUser(product, "cheap@example.com");
    const answer = await call("POST", "/api/account/plan", {
      plan: "pro",
      token: "tok_visa",
      price: 1,
      amount: 1,
      seats: 0,
      coupon: "FREE",
      trial_days: 365,
    });
    expect(answer.status).toBe(200);
    expect(await product.mailTo("cheap@example.com", /Pro/)).toContain("$24");
  });

  test("ten concurrent requests create one subscription and send one mail", async () => {
    const { call } = await createVerifiedUser(product, "double@example.com");
    const sent = Array.from({ length: 10 }, () =>
      call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    await product.mailTo("double@example.com", /Pro/);
    const mails = product.mailsTo("double@example.com").filter((mail) => readSubject(mail).includes("Pro"));
    expect(mails).toHaveLength(1);
  });

  test("without a plan, a call that needs one answers 402 and names it", async () => {
    const { call } = await createVerifiedUser(product, "none@example.com");
    const answer = await call("GET", "/api/demo");
    expect(answer.status).toBe(402);
    expect(answer.body).toHaveProperty("data.plan");
  });
});

describe("POST /api/webhook/stripe", () => {
  test.each<Record<string, string>>([
    {},
    { "Stripe-Signature": "t=1,v1=00" },
    { "Stripe-Signature": "nonsense" },
    { "Stripe-Signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` },
  ])("with the headers %j, an event answers 400", async (headers) => {
    const event = {
      id: "evt_forged",
      type: "customer.subscription.updated",
      data: { object: { id: "sub_x" } },
    };
    const answer = await createApiClient(product)("POST", "/api/webhook/stripe", event, headers);
    expect(answer.status).toBe(400);
  });
});
