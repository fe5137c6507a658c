/** The built product while the payment provider fails: a clear error, nothing half done, and later the same request works. */
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { minutes } from "~/domain/limits";
import type { Watcher } from "../support/fault-gate";
import { openFaultStage, type FaultStage } from "../support/fault-stage";
import { endLease } from "../support/leases";

/** A request has nine seconds for its calls to the provider. */
const ANSWERED_WITHIN_MS = 10_000;
vi.setConfig({ testTimeout: 60_000 });

let stage: FaultStage;
beforeAll(async () => {
  stage = await openFaultStage();
});
afterAll(() => stage.close());

type Owner = Awaited<ReturnType<FaultStage["makeOwner"]>>;
const PRO = { plan: "pro", token: "tok_visa" };

/** Without what the comparison of seats writes by itself. */
const readState = async ({ accountId }: Owner) => ({
  row: await stage.withStore(async (store) => ({
    ...(await store.findOne(subscriptionEntity, { id: accountId })),
    seatsDueAt: null,
  })),
  open: await stage.withStore((store) => store.find(billingIntentEntity, { openClaim: accountId })),
  provider: await stage.readProvider(accountId),
});

/** The provider answers every call so. */
const answerAll = (status: number, body: string): Watcher => ({
  before(_passing, response: ServerResponse) {
    response.writeHead(status, { "Content-Type": "application/json" }).end(body);
    return Promise.resolve("answered");
  },
});
/** The provider answers no call, and keeps the connection. */
const HANG: Watcher = { before: () => Promise.resolve("answered") };
const NO_JSON = answerAll(200, "<html>");
const error = (type: string) => JSON.stringify({ error: { type, message: "no" } });

async function expectUnavailable(sent: ReturnType<Owner["call"]>): Promise<void> {
  const { status, body, headers } = await sent;
  expect([status, body]).toEqual([503, { message: expect.stringMatching(/^[A-Z].*\.$/) as string }]);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
}

describe.each<[string, Watcher]>([
  ["429", answerAll(429, error("invalid_request_error"))],
  ["500", answerAll(500, error("api_error"))],
  ["401", answerAll(401, error("invalid_request_error"))],
  ["what is not JSON", NO_JSON],
  ["nothing for longer than the timeout", HANG],
])("a provider that answers %s", (_name, fault) => {
  test("every call that needs it answers 503 and changes nothing; then the same calls work", async () => {
    const [fresh, paying] = [await stage.makeOwner(), await stage.makeOwner()];
    expect((await paying.call("POST", "/api/account/plan", PRO)).status).toBe(200);
    const before = await readState(paying);
    stage.gate.watch(fault);
    const startedAt = Date.now();
    await Promise.all([
      expectUnavailable(fresh.call("POST", "/api/account/plan", PRO)),
      expectUnavailable(paying.call("POST", "/api/account/upgrade", { plan: "scale" })),
      expectUnavailable(paying.call("GET", "/api/account/invoice/preview")),
      expectUnavailable(paying.call("GET", "/api/account/billing")),
    ]);
    expect(Date.now() - startedAt).toBeLessThan(ANSWERED_WITHIN_MS);
    stage.gate.watch({});
    expect(await readState(paying)).toEqual(before);
    expect(await readState(fresh)).toMatchObject({ open: [], provider: { live: [], charges: [] } });
    expect((await fresh.call("POST", "/api/account/plan", PRO)).status).toBe(200);
    expect((await paying.call("POST", "/api/account/upgrade", { plan: "scale" })).status).toBe(200);
    for (const [owner, charges] of [
      [fresh, 1],
      [paying, 2],
    ] as const) {
      const { provider, open } = await readState(owner);
      expect([provider.live.length, provider.charges.length, open]).toEqual([1, charges, []]);
    }
  });
});

test("the card answers 503 without a half replaced card, and then changes", async () => {
  const owner = await stage.makeOwner();
  await owner.call("POST", "/api/account/plan", PRO);
  const before = (await owner.call("GET", "/api/account/card")).data;
  stage.gate.watch(answerAll(500, error("api_error")));
  await expectUnavailable(owner.call("PATCH", "/api/account/card", { token: "tok_mastercard" }));
  stage.gate.watch({});
  expect((await owner.call("GET", "/api/account/card")).data).toEqual(before);
  await ageOpenIntent(owner);
  expect((await owner.call("PATCH", "/api/account/card", { token: "tok_mastercard" })).status).toBe(200);
  expect((await owner.call("GET", "/api/account/card")).data).toMatchObject({ brand: "mastercard" });
});

describe("a charge whose answer is lost", () => {
  test.each<[string, Watcher]>([
    ["before the provider has it", { before: breakCharges }],
    ["after the provider has made it", { between: breakCharges }],
  ])("%s: there is never a second charge, and the account comes to its plan", async (_name, fault) => {
    const owner = await stage.makeOwner();
    stage.gate.watch(fault);
    await expectUnavailable(owner.call("POST", "/api/account/plan", PRO));
    stage.gate.watch({});
    // Until it is certain what became of the first one, no other request may charge.
    expect([200, 409]).toContain((await owner.call("POST", "/api/account/plan", PRO)).status);
    await ageOpenIntent(owner);
    expect([200, 409]).toContain((await owner.call("POST", "/api/account/plan", PRO)).status);
    const { row, open, provider } = await readState(owner);
    expect([provider.live.length, provider.charges.length, open]).toEqual([1, 1, []]);
    expect(row).toMatchObject({ planId: "pro", status: "active", providerId: provider.live[0]?.id });
  });
});

function breakCharges({ isCharge }: { isCharge: boolean }) {
  return Promise.resolve(isCharge ? ("break" as const) : ("pass" as const));
}

/** As if a quarter of a minute had passed. */
function ageOpenIntent(owner: Owner) {
  return stage.withStore((store) => endLease(store, owner));
}

test("a provider whose clock is ten minutes behind is logged once, and Health says so with what to do", async () => {
  const [owner, master] = [await stage.makeOwner(), await stage.makeOwner("master")];
  const skewed = new Date(Date.now() - minutes(10)).toUTCString();
  stage.gate.watch({
    before(_passing, response) {
      response.writeHead(500, { Date: skewed, "Content-Type": "application/json" }).end("{}");
      return Promise.resolve("answered");
    },
  });
  for (let count = 0; count < 2; count += 1) await owner.call("POST", "/api/account/plan", PRO);
  const { data } = await master.call("GET", "/api/master/health");
  stage.gate.watch({});
  const clock = (data.checks as { name: string }[]).find(({ name }) => name === "Clock");
  expect(clock).toMatchObject({
    level: "failure",
    finding: "It is 10 minutes ahead of the clock of Stripe.",
    advice: expect.stringContaining("timedatectl set-ntp true") as string,
  });
  const lines = (await stage.product().wholeOutput()).match(/this machine's clock is [^"]+/g);
  expect(lines).toEqual([expect.stringContaining("10 minutes ahead of the payment provider's")]);
});
