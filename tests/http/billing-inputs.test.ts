/**
 * The browser is never believed: whatever a body says about money, the provider gets the plan's own price, the account's
 * own seats and the account's own card. And no account reaches another one's billing.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiClient, createBrowserWithSession, type Call } from "../support/clients";
import { openFaultStage, WEBHOOK_SECRET, type FaultStage } from "../support/fault-stage";
import { makeSession, type TestUser } from "../support/users";
import { addMember } from "../support/members";

let stage: FaultStage;
let victim: Owner;
/** Ids of the other account at the provider. */
let ids: { customer: string; subscription: string; card: string; invoice: string };
beforeAll(async () => {
  stage = await openFaultStage();
  victim = await createCustomer();
  const { live, charges } = await stage.readProvider(victim.accountId);
  ids = {
    customer: toId(live[0]?.customer),
    subscription: String(live[0]?.id),
    card: toId(live[0]?.default_payment_method),
    invoice: String(charges[0]?.id),
  };
});
afterAll(() => stage.close());

type Owner = TestUser & { call: Call };

async function createCustomer(): Promise<Owner> {
  const owner = await stage.makeOwner();
  const { status } = await owner.call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" });
  expect(status).toBe(200);
  return owner;
}

/** Marks in what is sent to the provider that must not come from a browser. */
const MARK = "forged";
const FORGED: [name: string, fields: () => object][] = [
  ["a price", () => ({ price: 1 })],
  ["a price's id", () => ({ price_id: "price_forged", priceId: "price_forged" })],
  ["an amount", () => ({ amount: 1, unit_amount: 1, amount_due: 0, totalMinor: 0 })],
  ["a negative amount", () => ({ amount: -2400, seat_price: -1 })],
  ["a currency", () => ({ currency: "jpy" })],
  ["seats", () => ({ seats: 0 })],
  ["a quantity", () => ({ quantity: 0 })],
  ["items", () => ({ items: [{ price: "price_forged", quantity: 0 }] })],
  ["a coupon", () => ({ coupon: "FREE_forged" })],
  ["discounts", () => ({ discounts: [{ coupon: "forged" }], promotionId: "promo_forged" })],
  ["a trial", () => ({ trial_days: 365, trialDays: 365, trial_period_days: 365 })],
  ["the end of a trial", () => ({ trial_end: 4_102_444_800, billing_cycle_anchor: 4_102_444_800 })],
  ["a status", () => ({ status: "active", subscription_status: "trialing" })],
  ["a customer", () => ({ customer: ids.customer, customer_id: ids.customer })],
  ["a subscription", () => ({ subscription: ids.subscription, subscription_id: ids.subscription })],
  ["a card", () => ({ card: ids.card, payment_method: ids.card, default_payment_method: ids.card })],
  ["an account", () => ({ account: victim.accountId, account_id: victim.accountId })],
  ["an invoice", () => ({ invoice: ids.invoice, id: ids.invoice })],
  ["an intent", () => ({ intent_id: "forged", idempotency_key: "forged", metadata: { plan_id: "forged" } })],
  ["a prototype", () => JSON.parse('{"__proto__":{"price":1},"constructor":{"seats":0}}') as object],
];

describe("in a body with forged fields, the provider gets the plan's own price, or nothing changes", () => {
  let other: unknown;
  beforeAll(async () => {
    other = await stage.readProvider(victim.accountId);
    stage.gate.watch({});
  });

  test.each(FORGED)("%s", async (_name, forge) => {
    const owner = await stage.makeOwner();
    const first = { ...forge(), plan: "pro", token: "tok_visa" };
    expect((await owner.call("POST", "/api/account/plan", first)).status).toBe(200);
    const upgrade = await owner.call("POST", "/api/account/upgrade", { ...forge(), plan: "scale" });
    expect(upgrade.status).toBe(200);
    await expectCharged(owner, { amount: 9900, charges: [2400, 7500] });
  });

  test("all of them at once, for the card, the invoices, the billing details and the end of the plan", async () => {
    const owner = await createCustomer();
    const forged = Object.assign({}, ...FORGED.map(([, forge]) => forge())) as object;
    const send = async (method: string, path: string, fields: object) =>
      (await owner.call(method, path, { ...forged, ...fields })).status;
    expect(await send("PATCH", "/api/account/card", { token: "tok_mastercard" })).toBe(200);
    expect(await send("POST", "/api/account/invoice/pay", {})).toBe(200);
    expect(await send("PATCH", "/api/account/billing", { company: "Acme" })).toBe(200);
    expect(await send("PATCH", "/api/account/plan", { plan: "scale" })).toBe(200);
    expect(await send("PATCH", "/api/account/plan", { plan: "free" })).toBe(200);
    await expectCharged(owner, { amount: 9900, charges: [2400, 7500] });
  });

  test("no forged field reaches the provider, and the other account is as it was", async () => {
    const sent = stage.gate.passed
      // The other account's own events are answered by reading it.
      .filter(({ isEvent, method }) => !isEvent && method !== "GET")
      .map(({ path, body }) => path + body);
    expect(sent.length).toBeGreaterThan(FORGED.length);
    const foreign = [MARK, ...Object.values(ids), victim.accountId];
    expect(sent.filter((text) => foreign.some((id) => text.includes(id)))).toEqual([]);
    expect(await stage.readProvider(victim.accountId)).toEqual(other);
  });
});

/** The one subscription at the provider and what it has charged, in cents. */
async function expectCharged(
  { accountId }: Owner,
  { amount, charges }: { amount: number; charges: number[] },
): Promise<void> {
  const provider = await stage.readProvider(accountId);
  expect(provider.live).toMatchObject([
    {
      status: "active",
      trial_end: null,
      discounts: [],
      items: {
        data: [
          { quantity: 1, price: { unit_amount: amount, currency: "usd" } },
          // Scale bills the calls beyond the included ones.
          ...(amount === 9900 ? [{ price: { recurring: { usage_type: "metered" } } }] : []),
        ],
      },
    },
  ]);
  const paid = provider.charges.map(({ amount_paid: cents }) => cents).sort((a, b) => a - b);
  expect(paid).toEqual(charges);
}

describe("ids of another account", () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await createCustomer();
  });

  test.each(["invoice/preview", "invoice", "card", "subscription", "usage", "billing"])(
    "ids of another account in the query of GET /api/account/%s are ignored",
    async (path) => {
      const read = async (query: string) => (await owner.call("GET", `/api/account/${path}${query}`)).body;
      const names = ["customer", "subscription", "card", "invoice", "id", "account", "account_id"];
      const values = { ...ids, id: ids.invoice, account: victim.accountId, account_id: victim.accountId };
      const query = new URLSearchParams(names.map((name) => [name, values[name as keyof typeof values]]));
      const [own, forged] = [await read(""), await read(`?${query.toString()}`)];
      expect(withoutTimes(forged)).toEqual(withoutTimes(own));
      const text = JSON.stringify(forged);
      expect(Object.values(ids).filter((id) => text.includes(id))).toEqual([]);
    },
  );

  test("a card that another customer has is refused as a token, and stays with its customer", async () => {
    const answer = await owner.call("PATCH", "/api/account/card", { token: ids.card });
    expect(answer.status).toBe(400);
    expect((await stage.stripe.paymentMethods.retrieve(ids.card)).customer).toBe(ids.customer);
  });

  test("a master's refund takes an invoice of the named account only", async () => {
    const master = await stage.makeOwner("master");
    const body = { amount: 1, reason: "late", confirm: "on", request: "a", invoice: ids.invoice };
    const send = (account: string) => master.call("POST", "/api/master/refund", { ...body, account });
    expect(await send(owner.accountId)).toMatchObject({ status: 400, body: { inputError: "invoice" } });
    expect((await send("00000000-0000-7000-8000-000000000000")).status).toBe(404);
    expect(
      (await owner.call("POST", "/api/master/refund", { ...body, account: victim.accountId })).status,
    ).toBe(403);
  });
});

const CALLS: [method: string, path: string][] = [
  ["POST", "/api/account/plan"],
  ["PATCH", "/api/account/plan"],
  ["POST", "/api/account/upgrade"],
  ["GET", "/api/account/card"],
  ["PATCH", "/api/account/card"],
  ["GET", "/api/account/invoice"],
  ["GET", "/api/account/invoice/preview"],
  ["POST", "/api/account/invoice/pay"],
  ["GET", "/api/account/billing"],
  ["PATCH", "/api/account/billing"],
];

test.each(["user", "developer", "admin"] as const)(
  "a member who is %s and not the owner gets 403 for all of billing, also with valid input",
  async (role) => {
    const person = await stage.makeOwner();
    const { accountId } = victim;
    const token = await stage.withStore(async (store) => {
      await addMember(store, { userId: person.userId, accountId, role });
      return makeSession(store, { userId: person.userId, accountId, kind: "script" });
    });
    const call = createApiClient(stage.product(), token);
    const before = await stage.readProvider(accountId);
    for (const [method, path] of CALLS) {
      const body = method === "GET" ? undefined : { plan: "scale", token: "tok_visa", company: "Mine" };
      expect([path, (await call(method, path, body)).status]).toEqual([path, 403]);
    }
    expect(await stage.readProvider(accountId)).toEqual(before);
  },
);

describe("secrets", () => {
  const SECRETS = /\b(?:sk|rk)_(?:test|live)_\w+|\bwhsec_\w+/;

  test("no file of the browser's build has a secret", () => {
    const files = readdirSync("build/client", { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    expect(files.length).toBeGreaterThan(10);
    const found = files.filter((file) =>
      SECRETS.test(readFileSync(join(file.parentPath, file.name), "utf8")),
    );
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  test("no page of billing has a secret, in no form of its URL", async () => {
    const browser = createBrowserWithSession(stage.product(), victim.cookie);
    for (const page of [
      "/account/billing",
      "/account/upgrade",
      "/account/billing?tab=card",
      "/signup/plan",
    ]) {
      const { html, headers } = await browser.get(page);
      expect([page, SECRETS.exec(html), html.includes(WEBHOOK_SECRET)]).toEqual([page, null, false]);
      expect(SECRETS.test(JSON.stringify([...headers]))).toBe(false);
      const { html: data } = await browser.get(`${page.split("?")[0] ?? ""}.data`);
      expect([page, SECRETS.exec(data)]).toEqual([page, null]);
    }
    expect((await browser.get("/account/billing")).status).toBe(200);
  });
});

function toId(reference: string | { id: string } | null | undefined): string {
  return typeof reference === "string" ? reference : (reference?.id ?? "");
}

/** Both were read a moment apart. */
function withoutTimes(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "a time")) as unknown;
}
