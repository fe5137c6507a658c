// Counting API calls, with a real store.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findViewer } from "~/models/viewer.server";
import { sessionEntity } from "~/models/session.server";
import { planEntity } from "~/models/plan.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { accountEntity } from "~/models/account.server";
import { days } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { StoreUnavailableError } from "~/models/store/store";
import { runOperation } from "~/services/platform/operation.server";
import { apiCallDayEntity, apiCallBatchEntity } from "~/models/api-call.server";
import { openMigratedStore } from "../../../../tests/support/migrated-stores";
import { makeTestUser } from "../../../../tests/support/users";
import { createContext, makeApp } from "../../../../tests/support/services";
import { insertShippedPlans } from "../plans/plans.server";
import { getApiCalls, requireCallsLeft } from "./account-api-calls.server";
import { startApiCallCounter } from "./api-call-counter.server";

const folder = mkdtempSync(join(tmpdir(), "api-call-"));
const log = { error: vi.fn() };
let store: OpenStore;
beforeAll(async () => {
  store = await openMigratedStore(folder);
  await insertShippedPlans(store);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const makeOwner = () =>
  makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
const listDays = (accountId: string) => store.find(apiCallDayEntity, { accountId });
const listBatches = (accountId: string) => store.find(apiCallBatchEntity, { accountId });
const countCalls = (counter: ReturnType<typeof startApiCallCounter>, accountId: string, times: number) => {
  for (let call = 0; call < times; call += 1) counter.countApiCall({ accountId, planId: "free" });
};

describe("storing", () => {
  test("calls are stored together, soon after the first one", async () => {
    const [{ accountId }, other] = [await makeOwner(), await makeOwner()];
    const counter = startApiCallCounter({ store, log, every: 20 });
    const before = store.statements;
    countCalls(counter, accountId, 500);
    countCalls(counter, other.accountId, 3);
    expect(store.statements).toBe(before);
    await vi.waitFor(async () => expect(await listDays(accountId)).toMatchObject([{ calls: 500 }]));
    expect(await listBatches(accountId)).toMatchObject([{ calls: 500, reportedAt: null }]);
    expect(await listDays(other.accountId)).toMatchObject([{ calls: 3 }]);
    await counter.stop();
  });

  test("stopping stores what is in memory", async () => {
    const { accountId } = await makeOwner();
    const counter = startApiCallCounter({ store, log, every: 60_000 });
    countCalls(counter, accountId, 7);
    await counter.stop();
    expect(await listDays(accountId)).toMatchObject([{ calls: 7 }]);
  });

  test("several processes add to the same day", async () => {
    const { accountId } = await makeOwner();
    const all = Array.from({ length: 4 }, () => startApiCallCounter({ store, log, every: 60_000 }));
    for (const counter of all) countCalls(counter, accountId, 5);
    await Promise.all(all.map((counter) => counter.flush()));
    expect(await listDays(accountId)).toMatchObject([{ calls: 20 }]);
    expect(await listBatches(accountId)).toHaveLength(4);
  });

  test("calls before and after midnight count for their own day", async () => {
    const { accountId } = await makeOwner();
    let now = Date.parse("2026-03-31T23:59:59.900Z");
    const counter = startApiCallCounter({ store, log, every: 60_000, now: () => now });
    countCalls(counter, accountId, 2);
    now += 200;
    countCalls(counter, accountId, 3);
    await counter.flush();
    const found = (await listDays(accountId)).map(({ day, calls }) => [day, calls]);
    expect(Object.fromEntries(found)).toEqual({ "2026-03-31": 2, "2026-04-01": 3 });
    expect(counter.getCallsSince(accountId, "2026-03-31")).toBe(5);
    expect(counter.getCallsSince(accountId, "2026-04-01")).toBe(3);
    expect(counter.getCallsSince(accountId, "2026-04-02")).toBe(0);
  });

  test("a batch has the calls of one plan and one minute, and the time of the first of them", async () => {
    const { accountId } = await makeOwner();
    let now = Date.parse("2026-03-31T12:00:59.900Z");
    const counter = startApiCallCounter({ store, log, every: 60_000, now: () => now });
    const count = (planId: string) => counter.countApiCall({ accountId, planId });
    count("free");
    now += 50;
    for (const planId of ["free", "scale", "scale"]) count(planId);
    now += 100;
    count("scale");
    await counter.flush();
    const found = (await listBatches(accountId)).map(({ planId, calls, createdAt }) => [
      createdAt.toISOString().slice(14),
      planId,
      calls,
    ]);
    expect(found.sort()).toEqual([
      ["00:59.900Z", "free", 2],
      ["00:59.950Z", "scale", 2],
      ["01:00.050Z", "scale", 1],
    ]);
    expect(await listDays(accountId)).toMatchObject([{ calls: 5 }]);
    expect(counter.getCallsSince(accountId, "2026-03-31")).toBe(5);
  });

  test("what other processes have counted is stored as well, when a process waits for it", async () => {
    const { accountId } = await makeOwner();
    const [one, other] = [
      startApiCallCounter({ store, log, every: 250 }),
      startApiCallCounter({ store, log, every: 250 }),
    ];
    for (const counter of [one, other]) countCalls(counter, accountId, 3);
    expect(await one.flushEverywhere()).toBe(true);
    expect(await listDays(accountId)).toMatchObject([{ calls: 6 }]);
  });

  test("calls of an account that is closed meanwhile are dropped", async () => {
    const { accountId } = await makeOwner();
    const counter = startApiCallCounter({ store, log, every: 60_000 });
    countCalls(counter, accountId, 2);
    await store.remove(accountEntity, { id: accountId });
    await counter.flush();
    expect(await listDays(accountId)).toEqual([]);
    expect(await listBatches(accountId)).toEqual([]);
  });
});

describe("a store that fails", () => {
  /** A store whose transactions are not available; the first one commits before it fails, when asked to. */
  function breakStore({ commitsFirst }: { commitsFirst: boolean }) {
    const state = { isBroken: true };
    const transaction: OpenStore["transaction"] = async (work) => {
      if (!state.isBroken) return store.transaction(work);
      if (commitsFirst) await store.transaction(work);
      throw new StoreUnavailableError("test", null);
    };
    return { state, broken: { ...store, transaction } };
  }

  test("while the store is away the counts stay in memory, and one error is logged", async () => {
    log.error.mockClear();
    const { accountId } = await makeOwner();
    const { state, broken } = breakStore({ commitsFirst: false });
    const counter = startApiCallCounter({ store: broken, log, every: 60_000 });
    countCalls(counter, accountId, 2);
    await counter.flush();
    countCalls(counter, accountId, 3);
    expect(await counter.flushEverywhere()).toBe(false);
    expect(counter.getUnstoredCalls(accountId)).toBe(5);
    expect(log.error).toHaveBeenCalledTimes(1);
    state.isBroken = false;
    await counter.stop();
    expect(await listDays(accountId)).toMatchObject([{ calls: 5 }]);
  });

  test("a commit whose answer is lost counts once", async () => {
    const { accountId } = await makeOwner();
    const { state, broken } = breakStore({ commitsFirst: true });
    const counter = startApiCallCounter({ store: broken, log, every: 60_000 });
    countCalls(counter, accountId, 4);
    await counter.flush();
    state.isBroken = false;
    await counter.stop();
    expect(await listDays(accountId)).toMatchObject([{ calls: 4 }]);
    expect(await listBatches(accountId)).toHaveLength(1);
  });
});

describe("reading and limiting", () => {
  test("GET /api/account/usage lists each day of the month, with what is still in memory", async () => {
    const person = await makeOwner();
    const app = makeApp({ store, folder });
    const today = new Date().toISOString().slice(0, 10);
    await store.insert(apiCallDayEntity, { id: uuid(), accountId: person.accountId, day: today, calls: 4 });
    await store.insert(apiCallDayEntity, {
      id: uuid(),
      accountId: person.accountId,
      day: "2020-01-01",
      calls: 9,
    });
    countCalls(app.apiCalls, person.accountId, 1);
    const { data } = await runOperation(getApiCalls, {}, await createContext(app, person));
    expect(data).toMatchObject({ total: 5, label: "API calls", limit: 1000 });
    expect(data.period.startsWith(`${data.days[0]?.date}/`)).toBe(true);
    expect(data.days.at(-1)).toEqual({ date: today, calls: 5 });
    await app.apiCalls.stop();
  });

  test("a call beyond the plan's answers 402 with the plan that allows more, without a query", async () => {
    const person = await makeOwner();
    const app = makeApp({ store, folder });
    const { viewer } = await createContext(app, person);
    if (!viewer) throw new Error("there is no viewer");
    countCalls(app.apiCalls, person.accountId, 1);
    await app.apiCalls.flush();
    countCalls(app.apiCalls, person.accountId, 998);
    const before = store.statements;
    expect(() => requireCallsLeft(app, viewer)).not.toThrow();
    countCalls(app.apiCalls, person.accountId, 1);
    expect(() => requireCallsLeft(app, viewer)).toThrow(
      expect.objectContaining({
        status: 402,
        messageKey: "billing:usage.used_up?calls=1000",
        detail: { plan: "team" },
      }),
    );
    expect(store.statements).toBe(before);
    await app.apiCalls.stop();
  });

  test("calls count since the subscription's period began, on the page and for the limit alike", async () => {
    const person = await makeOwner();
    const ago = (count: number) => new Date(Date.now() - days(count));
    await store.update(subscriptionEntity, { id: person.accountId }, { currentPeriodStart: ago(10) });
    for (const [count, calls] of [
      [12, 900],
      [3, 600],
    ] as const) {
      const day = ago(count).toISOString().slice(0, 10);
      await store.insert(apiCallDayEntity, { id: uuid(), accountId: person.accountId, day, calls });
    }
    const app = makeApp({ store, folder });
    const context = await createContext(app, person);
    countCalls(app.apiCalls, person.accountId, 1);
    await app.apiCalls.flush();
    expect((await runOperation(getApiCalls, {}, context)).data).toMatchObject({ total: 601, limit: 1000 });
    countCalls(app.apiCalls, person.accountId, 398);
    expect(() => context.viewer && requireCallsLeft(app, context.viewer)).not.toThrow();
    countCalls(app.apiCalls, person.accountId, 1);
    expect(() => context.viewer && requireCallsLeft(app, context.viewer)).toThrow();
    await app.apiCalls.stop();
  });

  test("on a tiered plan calls beyond the included ones are allowed", async () => {
    const person = await makeOwner();
    await store.update(subscriptionEntity, { id: person.accountId }, { planId: "scale" });
    await store.update(planEntity, { id: "scale" }, { apiCallLimit: 1 });
    const app = makeApp({ store, folder });
    const { viewer } = await createContext(app, person);
    countCalls(app.apiCalls, person.accountId, 5);
    await app.apiCalls.flush();
    expect(() => viewer && requireCallsLeft(app, viewer)).not.toThrow();
    await store.update(planEntity, { id: "scale" }, { apiCallLimit: 1_000_000 });
  });
});

test("counting adds less than 5 % to the one look-up that each call makes", async () => {
  const person = await makeOwner();
  const session = await store.findOne(sessionEntity, { userId: person.userId, kind: "script" });
  const ids = Array.from({ length: 50 }, () => uuid());
  const counter = startApiCallCounter({ store, log, every: 60_000 });
  const measure = async (times: number, work: (index: number) => unknown) => {
    const start = performance.now();
    for (let index = 0; index < times; index += 1) await work(index);
    return (performance.now() - start) / times;
  };
  const lookUp = await measure(200, () => findViewer(store, { sessionId: session?.id ?? "" }));
  const count = () =>
    measure(20_000, (index) =>
      counter.countApiCall({ accountId: ids[index % ids.length] ?? "", planId: "scale" }),
    );
  expect(Math.min(await count(), await count(), await count())).toBeLessThan(lookUp * 0.05);
  await counter.stop();
});
