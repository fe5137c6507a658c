// Reporting API calls to a meter that counts each event once, with a real store.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ANY_ENTITIES } from "~/models/all-entities";
import { apiCallBatchEntity } from "~/models/api-call.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { AppError } from "~/domain/errors";
import { days, hours, minutes, seconds } from "~/domain/limits";
import { toMinuteStart } from "~/domain/api-call-period";
import type { Payments } from "~/gateways/payments/payments";
import type { ApiCallReport } from "~/gateways/payments/api-call-meter";
import { meterEventEntity, readUnreportedDepth } from "~/models/meter-event.server";
import type { OpenStore } from "~/models/store/database";
import { buildSubscription } from "../../../../tests/stores/rows";
import { startJob } from "../../../../tests/support/jobs";
import { openMigratedStore } from "../../../../tests/support/migrated-stores";
import { insertShippedPlans } from "../plans/plans.server";
import { createApiCallReportJob, reportDueCalls, API_CALL_REPORTS_AT_ONCE } from "./api-call-report.server";

const folder = mkdtempSync(join(tmpdir(), "api-call-report-"));
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
beforeEach(async () => {
  log.error.mockClear();
  for (const name of ["usageBatches", "meterEvents"] as const)
    await store.remove(ANY_ENTITIES[name], { id: { not: "none" } });
});

/** A meter that counts each id once. `answer` decides about each report before it is counted. */
function openMeter(answer: (report: ApiCallReport) => unknown = () => true, tookMs = 0) {
  const counted = new Map<string, number>();
  const sent: ApiCallReport[] = [];
  const flying = { now: new Map<string, number>(), most: 0, mostOfCustomer: 0 };
  async function reportApiCalls(report: ApiCallReport): Promise<boolean> {
    const { customerId } = report;
    sent.push(report);
    flying.now.set(customerId, (flying.now.get(customerId) ?? 0) + 1);
    flying.mostOfCustomer = Math.max(flying.mostOfCustomer, flying.now.get(customerId) ?? 0);
    flying.most = Math.max(
      flying.most,
      [...flying.now.values()].reduce((sum, each) => sum + each, 0),
    );
    try {
      await wait(tookMs);
      const isCounted = answer(report) !== false;
      if (isCounted) counted.set(report.id, report.calls);
      return isCounted;
    } finally {
      flying.now.set(customerId, (flying.now.get(customerId) ?? 0) - 1);
    }
  }
  const sumApiCalls = vi.fn(() =>
    Promise.resolve([...counted.values()].reduce((sum, calls) => sum + calls, 0)),
  );
  const payments = { reportApiCalls, sumApiCalls } as Partial<Payments> as Payments;
  return { counted, sent, flying, sumApiCalls, parts: { store, log, payments } };
}

/** The beginning of a minute that is over. */
const LAST_MINUTE = toMinuteStart(new Date(Date.now() - minutes(2)));

interface Batches {
  accountId?: string;
  planId?: string | null;
  customerId?: string | null;
  /** When the first one was made, and how long after it the next one. */
  at?: Date;
  apartMs?: number;
}

/** An account on this plan whose processes have stored this many batches of five calls. */
async function addBatches(count: number, given: Batches = {}): Promise<{ accountId: string; ids: string[] }> {
  const { accountId = uuid(), planId = "scale", customerId = `cus_${accountId}` } = given;
  const { at = LAST_MINUTE, apartMs = 500 } = given;
  if (!given.accountId)
    await store.insert(
      subscriptionEntity,
      buildSubscription({ id: accountId, planId: planId ?? "scale", customerId }),
    );
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ id: uuid(), accountId, planId, calls: 5, reportedAt: null },
    createdAt: new Date(at.getTime() + index * apartMs),
  }));
  await store.insertAll(apiCallBatchEntity, rows);
  return { accountId, ids: rows.map(({ id }) => id) };
}

const countWaiting = async () => (await readUnreportedDepth(store, new Date())).depth;
const away = () => {
  throw new AppError("unavailable", "billing:errors.provider_away");
};

describe("an event", () => {
  test("an event has the calls of an account and a minute, on the plan on which they were made", async () => {
    const { accountId } = await addBatches(110, { at: new Date(LAST_MINUTE.getTime() - seconds(10)) });
    await addBatches(4, { accountId, planId: "free" });
    const other = await addBatches(3);
    const { sent, parts } = openMeter();
    await reportDueCalls(parts);
    await reportDueCalls(parts);
    const calls = sent.map((report) => [report.customerId, report.calls, toMinuteStart(report.at).getTime()]);
    expect(calls.sort()).toEqual(
      [
        [`cus_${accountId}`, 100, LAST_MINUTE.getTime() - minutes(1)],
        [`cus_${accountId}`, 450, LAST_MINUTE.getTime()],
        [`cus_${other.accountId}`, 15, LAST_MINUTE.getTime()],
      ].sort(),
    );
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
    expect(await countWaiting()).toBe(0);
  });

  test("an event waits until its minute is over", async () => {
    await addBatches(3);
    const { sent, parts } = openMeter();
    const over = LAST_MINUTE.getTime() + minutes(1);
    await reportDueCalls(parts, { now: new Date(over + seconds(4)) });
    expect(sent).toHaveLength(0);
    await reportDueCalls(parts, { now: new Date(over + seconds(6)) });
    expect(sent).toHaveLength(1);
  });

  test("an event whose answer is lost is sent again with the same id and calls, also when more calls of the minute have come", async () => {
    const { accountId } = await addBatches(3);
    let isAway = true;
    const { sent, parts } = openMeter(() => (isAway ? away() : true));
    const reporter = startJob(createApiCallReportJob(parts), { every: 20 });
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(2));
    expect(await countWaiting()).toBe(1);
    await addBatches(2, { accountId });
    isAway = false;
    await vi.waitFor(async () => expect(await countWaiting()).toBe(0));
    await reporter.stop();
    const [first, ...others] = sent;
    for (const again of others.slice(0, -1)) expect(again).toEqual(first);
    expect(sent.at(-1)).toMatchObject({ calls: 10 });
    expect(log.error).toHaveBeenCalledTimes(1);
  });

  test("an event of a process that died before it knew the answer is sent by the next one, when its lease has ended", async () => {
    const { accountId } = await addBatches(3);
    const died = openMeter();
    void reportDueCalls({ ...died.parts, payments: withoutAnswer(died.parts.payments, died.sent) });
    await vi.waitFor(() => expect(died.sent).toHaveLength(1));
    const { sent, parts } = openMeter();
    await reportDueCalls(parts);
    expect(sent).toHaveLength(0);
    await store.update(meterEventEntity, { openClaim: accountId }, { leasedUntil: new Date(Date.now() - 1) });
    await reportDueCalls(parts);
    expect(sent).toEqual(died.sent);
    expect(await countWaiting()).toBe(0);
  });

  test("an event that the provider rejects is kept, and holds up no other", async () => {
    const { accountId } = await addBatches(3);
    await addBatches(1, { accountId, at: new Date(LAST_MINUTE.getTime() - minutes(3)) });
    await addBatches(3);
    const { parts, sent } = openMeter(({ customerId, calls }) => {
      if (customerId === `cus_${accountId}` && calls === 5) throw new Error("no such parameter");
    });
    await reportDueCalls(parts);
    await reportDueCalls(parts);
    expect(sent).toHaveLength(3);
    expect(await store.find(meterEventEntity, { status: "rejected" })).toMatchObject([
      { accountId, calls: 5 },
    ]);
    expect(log.error).toHaveBeenCalledTimes(1);
  });

  test("an event of a customer whom the provider does not have is logged, and not sent again", async () => {
    await addBatches(1);
    const { sent, parts } = openMeter(() => false);
    await reportDueCalls(parts);
    await reportDueCalls(parts);
    expect(sent).toHaveLength(1);
    expect(log.error).toHaveBeenCalledTimes(1);
  });
});

/** The provider's answers never come. */
function withoutAnswer(payments: Payments, sent: ApiCallReport[]): Payments {
  return { ...payments, reportApiCalls: (report) => (sent.push(report), new Promise(() => undefined)) };
}

describe("nothing is reported", () => {
  test("calls of accounts without a customer, or on a plan that does not bill them, are not reported", async () => {
    await addBatches(2, { customerId: null });
    const { accountId } = await addBatches(2, { planId: "team" });
    await addBatches(2, { accountId, planId: "none" });
    const { sent, parts } = openMeter();
    await reportDueCalls(parts);
    expect(sent).toEqual([]);
    expect(await countWaiting()).toBe(0);
  });
});

test("calls of the version that stored no plan count on the one that the account has when they are reported", async () => {
  const { accountId } = await addBatches(2, { planId: null });
  const other = await addBatches(2, { planId: "pro" });
  await addBatches(3, { accountId: other.accountId, planId: null });
  const { sent, parts } = openMeter();
  await reportDueCalls(parts);
  expect(sent).toMatchObject([{ customerId: `cus_${accountId}`, calls: 10 }]);
  expect(await countWaiting()).toBe(0);
});

describe("after a day, when the provider has forgotten the identifier", () => {
  const YESTERDAY = toMinuteStart(new Date(Date.now() - hours(25)));

  test("calls that the meter has, as after a restored backup, are not sent again", async () => {
    const { counted, sent, parts } = openMeter();
    await addBatches(3, { at: YESTERDAY });
    counted.set("the same event", 15);
    await reportDueCalls(parts);
    expect(sent).toEqual([]);
    expect(await store.find(meterEventEntity, {})).toMatchObject([{ calls: 15, status: "sent" }]);
  });

  test("calls that the meter lacks are sent", async () => {
    const { counted, sent, sumApiCalls, parts } = openMeter();
    const { accountId } = await addBatches(2, { at: YESTERDAY });
    await reportDueCalls(parts);
    await addBatches(1, { accountId, at: YESTERDAY });
    await reportDueCalls(parts);
    expect(sent.map(({ calls }) => calls)).toEqual([10, 5]);
    expect([...counted.values()]).toEqual([10, 5]);
    const to = new Date(YESTERDAY.getTime() + minutes(1));
    expect(sumApiCalls).toHaveBeenCalledWith({ customerId: `cus_${accountId}`, from: YESTERDAY, to });
  });

  test("the meter is not asked about later calls", async () => {
    await addBatches(3, { at: new Date(YESTERDAY.getTime() + hours(3)) });
    const { sent, sumApiCalls, parts } = openMeter();
    await reportDueCalls(parts);
    expect([sent.length, sumApiCalls.mock.calls.length]).toEqual([1, 0]);
  });
});

describe("a provider that takes 150 ms", () => {
  const ACCOUNTS = 50;

  test("a provider that takes 150 ms is kept up with for 50 accounts that call all the time: a minute's calls take a few seconds", async () => {
    for (let account = 0; account < ACCOUNTS; account += 1) await addBatches(120);
    const { sent, flying, parts } = openMeter(() => true, 150);
    const startedAt = performance.now();
    await reportDueCalls(parts);
    // A round of five takes 150 ms; a minute must not take longer than a minute.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(sent.map(({ calls }) => calls)).toEqual(Array(ACCOUNTS).fill(600));
    expect(flying).toMatchObject({ most: API_CALL_REPORTS_AT_ONCE, mostOfCustomer: 1 });
    expect(await countWaiting()).toBe(0);
  });

  test("a provider that takes 150 ms gets one call at a time for a customer, also from several reporters", async () => {
    const { accountId } = await addBatches(10, { apartMs: minutes(1), at: new Date(Date.now() - days(0.5)) });
    const { sent, flying, parts } = openMeter(() => true, 20);
    await Promise.all([reportDueCalls(parts), reportDueCalls(parts), reportDueCalls(parts)]);
    await reportDueCalls(parts);
    expect(flying.mostOfCustomer).toBe(1);
    expect(sent.map(({ calls }) => calls)).toEqual(Array(10).fill(5));
    expect(new Set(sent.map(({ customerId }) => customerId))).toEqual(new Set([`cus_${accountId}`]));
  });
});
