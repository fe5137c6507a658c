// Reporting API calls to a meter that counts each batch once, with a real store.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "~/domain/errors";
import type { UsageReport } from "~/gateways/payments/payment-types";
import type { Payments } from "~/gateways/payments/payments";
import type { Store } from "~/models/store/store";
import { buildSubscription } from "../../../tests/stores/rows";
import { insertShippedPlans } from "./plans.server";
import { startJob } from "../../../tests/support/jobs";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import { createUsageReportJob, reportOpenBatches } from "./usage-report.server";

const folder = mkdtempSync(join(tmpdir(), "usage-report-"));
const log = { error: vi.fn() };
let store: Store;
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
  await store.remove("usageBatches", { id: { not: "none" } });
});

/** A meter, and how many reports it received. `answer` decides about each one after it is counted. */
function openMeter(answer: (report: UsageReport) => boolean = () => true) {
  const counted = new Map<string, number>();
  const sent: string[] = [];
  const reportUsage = (report: UsageReport) => {
    sent.push(report.id);
    counted.set(report.id, report.calls);
    return Promise.resolve().then(() => answer(report));
  };
  return { counted, sent, parts: { store, log, payments: { reportUsage } as Payments } };
}

async function addBatches(
  count: number,
  { planId = "scale", customerId = "cus_1" }: { planId?: string; customerId?: string | null } = {},
) {
  const accountId = uuid();
  await store.insert("subscriptions", buildSubscription({ id: accountId, planId, customerId }));
  const ids = Array.from({ length: count }, () => uuid());
  await store.transaction(async (inside) => {
    for (const id of ids) {
      const createdAt = new Date();
      await inside.insert("usageBatches", { id, accountId, calls: 5, createdAt, reportedAt: null });
    }
  });
  return ids;
}
const countOpen = () => store.count("usageBatches", { reportedAt: null });
const away = () => {
  throw new AppError("unavailable", "billing:errors.provider_away");
};

test("each batch is reported once, however many there are", async () => {
  const ids = await addBatches(120);
  const { counted, sent, parts } = openMeter();
  await reportOpenBatches(parts);
  await reportOpenBatches(parts);
  expect(sent.sort()).toEqual(ids.sort());
  expect(counted.size).toBe(120);
  expect(await countOpen()).toBe(0);
});

test("accounts without a customer, or on another plan, are closed without a report", async () => {
  await addBatches(2, { customerId: null });
  await addBatches(2, { planId: "team" });
  const { sent, parts } = openMeter();
  await reportOpenBatches(parts);
  expect(sent).toEqual([]);
  expect(await countOpen()).toBe(0);
});

test("a report whose answer is lost is sent again under the same id", async () => {
  const ids = await addBatches(3);
  let isAway = true;
  const { counted, sent, parts } = openMeter(() => (isAway ? away() : true));
  const reporter = startJob(createUsageReportJob(parts), { every: 20 });
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(2));
  expect(await countOpen()).toBe(3);
  isAway = false;
  await vi.waitFor(async () => expect(await countOpen()).toBe(0));
  await reporter.stop();
  expect([...counted.keys()].sort()).toEqual(ids.sort());
  expect(log.error).toHaveBeenCalledTimes(1);
});

test("a batch that the provider rejects does not hold up the others", async () => {
  const [rejected] = await addBatches(3);
  const { parts } = openMeter(({ id }) => {
    if (id === rejected) throw new Error("no such parameter");
    return true;
  });
  await reportOpenBatches(parts);
  expect(await store.find("usageBatches", { reportedAt: null })).toMatchObject([{ id: rejected }]);
  expect(log.error).toHaveBeenCalledTimes(1);
});

test("a customer whom the provider does not have is logged, and not asked for again", async () => {
  await addBatches(1);
  const { sent, parts } = openMeter(() => false);
  await reportOpenBatches(parts);
  await reportOpenBatches(parts);
  expect(sent).toHaveLength(1);
  expect(log.error).toHaveBeenCalledTimes(1);
});
