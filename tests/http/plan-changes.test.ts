/** Changing the plan over the API, with the payment provider's fixed test tokens. */
import { beforeAll, describe, expect, test } from "vitest";
import { createVerifiedUser, type Call } from "../support/clients";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
beforeAll(async () => {
  product = await shareProduct();
});

/** An owner whose account is on Pro. */
async function createCustomer(name: string): Promise<Call> {
  const { call } = await createVerifiedUser(product, `${name}@plan-changes.example.com`);
  expect((await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" })).status).toBe(200);
  return call;
}

const readSession = async (call: Call) => (await call("GET", "/api/auth")).data;

describe("PATCH /api/account/plan and POST /api/account/upgrade", () => {
  test("both calls change the plan with the card on file", async () => {
    const call = await createCustomer("changes");
    const answer = await call("PATCH", "/api/account/plan", { plan: "scale" });
    expect(answer.body).toMatchObject({ data: { plan: "scale", subscription: "active" } });
    expect((await call("POST", "/api/account/upgrade", { plan: "pro-yearly" })).status).toBe(200);
    expect(await readSession(call)).toMatchObject({ plan: "pro-yearly", subscription: "active" });
  });

  test("ten concurrent equal upgrades are accepted once", async () => {
    const call = await createCustomer("tenfold");
    const sent = Array.from({ length: 10 }, () => call("POST", "/api/account/upgrade", { plan: "scale" }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await readSession(call)).toMatchObject({ plan: "scale" });
  });

  test("a declined card answers 400 at the card, and the plan stays", async () => {
    const call = await createCustomer("declined");
    const request = { plan: "scale", token: "tok_chargeDeclined" };
    const answer = await call("POST", "/api/account/upgrade", request);
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ inputError: "token" })]);
    expect(await readSession(call)).toMatchObject({ plan: "pro", subscription: "active" });
  });

  test("a card that needs authentication answers with a payment action, which no forged result replaces", async () => {
    const call = await createCustomer("asks");
    const request = { plan: "scale", token: "tok_threeDSecure2Required" };
    const { body } = await call("POST", "/api/account/upgrade", request);
    const action = { requires_payment_action: true, client_secret: expect.stringMatching(/^pi_/) as string };
    expect(body).toEqual({ data: null, ...action });
    const forged = await call("POST", "/api/account/upgrade", { ...request, payment_intent: "pi_forged" });
    expect(forged.body).toEqual(body);
    expect(await readSession(call)).toMatchObject({ plan: "pro", subscription: "active" });
  });

  test("identifiers of another account and forged amounts are ignored", async () => {
    const [call, other] = [await createCustomer("forger"), await createCustomer("victim")];
    const { account_id: victim } = await readSession(other);
    const forged = { account_id: victim, customer: "cus_x", subscription: "sub_x", card: "pm_x", id: "in_x" };
    const answer = await call("PATCH", "/api/account/plan", { plan: "scale", price: 1, seats: 9, ...forged });
    expect(answer.status).toBe(200);
    expect(await readSession(other)).toMatchObject({ plan: "pro" });
    expect((await call("GET", "/api/account/subscription")).data).toMatchObject({
      object: { seats: 1, seat_price: 9900, currency: "usd" },
    });
  });

  test("choosing the free plan ends the paid one with its period, and the same plan takes that back", async () => {
    const call = await createCustomer("leaves");
    const read = async () => (await call("GET", "/api/account/subscription")).data.object;
    expect((await call("PATCH", "/api/account/plan", { plan: "free" })).data).toMatchObject({ plan: "pro" });
    expect(await read()).toMatchObject({ cancel_at_period_end: true, next_plan: "free" });
    expect((await call("PATCH", "/api/account/plan", { plan: "pro" })).status).toBe(200);
    expect(await read()).toMatchObject({ cancel_at_period_end: false, next_plan: null });
    expect((await call("PATCH", "/api/account/plan", { plan: "pro" })).status).toBe(409);
  });

  test.each([
    ["the free plan as an upgrade", ["POST", "/api/account/upgrade", { plan: "free" }]],
    ["an unknown plan", ["PATCH", "/api/account/plan", { plan: "gold" }]],
    ["no plan", ["PATCH", "/api/account/plan", {}]],
    ["a list of plans", ["POST", "/api/account/upgrade", { plan: ["scale"] }]],
  ] as const)("%s answers 400, and the plan stays", async (name, [method, path, body]) => {
    const call = await createCustomer(name.replace(/\W+/g, "-"));
    expect((await call(method, path, body)).status).toBe(400);
    expect(await readSession(call)).toMatchObject({ plan: "pro" });
  });
});
