/** The metrics over a real store: counts, depths of the queues, and a database that is away. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordJob } from "~/models/job.server";
import { createMail } from "~/models/mail.server";
import type { OpenStore } from "~/models/store/database";
import { StoreUnavailableError } from "~/models/store/store";
import { receiveProviderEvent } from "~/models/provider-event.server";
import { openMigratedStore } from "../../../../tests/support/migrated-stores";
import { createMetrics } from "./metrics.server";

let folder: string;
let store: OpenStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "metrics-"));
  store = await openMigratedStore(folder);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The samples with this name, by their labels. */
async function readSamples(body: Promise<{ body: string }>, name: string): Promise<Record<string, number>> {
  const lines = (await body).body.split("\n").filter((line) => new RegExp(`^${name}[ {]`).test(line));
  return Object.fromEntries(
    lines.map((line) => [/\{(.*)\}/.exec(line)?.[1] ?? "", Number(line.split(" ").at(-1))]),
  );
}

test("what is counted before the library is loaded is counted too", async () => {
  const metrics = createMetrics(store);
  metrics.countSignIn();
  metrics.countFailedAttempt("wrong_password");
  metrics.countFailedPayment();
  const request = { method: "GET", route: "/dashboard", status: 200, seconds: 0.02, requestId: "r1" };
  metrics.countRequest(request);
  await metrics.scrape();
  metrics.countRequest(request);
  metrics.countRequest({ ...request, method: "BREW" });
  const read = (name: string) => readSamples(metrics.scrape(), `groundwork_${name}`);
  expect(await read("requests_total")).toEqual({
    'method="GET",route="/dashboard",status="200"': 2,
    'method="other",route="/dashboard",status="200"': 1,
  });
  expect(await read("request_duration_seconds_bucket")).toMatchObject({
    'le="0.01",method="GET",route="/dashboard"': 0,
    'le="0.025",method="GET",route="/dashboard"': 2,
  });
  expect(await read("sign_ins_total")).toEqual({ "": 1 });
  expect(await read("failed_attempts_total")).toEqual({ 'event="wrong_password"': 1 });
  expect(await read("failed_payments_total")).toEqual({ "": 1 });
  expect(Object.keys(await read("nodejs_eventloop_lag_p99_seconds"))).toEqual([""]);
});

test("the queues have their depth and the age of the oldest that is due; the jobs have their failures since they last succeeded", async () => {
  const at = new Date(Date.now() - 60_000);
  const mail = { recipient: "ada@example.com", template: "welcome", locale: "en", payload: "" };
  await createMail(store, { ...mail, at });
  await createMail(store, { ...mail, at: new Date(Date.now() + 60_000) });
  const event = { id: "evt_1", type: "invoice.paid", objectId: "in_1", customerId: "cus_1" };
  await receiveProviderEvent(store, event);
  const metrics = createMetrics(store);
  const failed = { attempts: 3, failure: "disk full", startedAt: at, finishedAt: at, dueAt: at };
  await recordJob(store, { id: "cleanup", ...failed });
  const read = (name: string) => readSamples(metrics.scrape(), `groundwork_${name}`);
  expect(await read("queue_depth")).toEqual({
    'queue="mails"': 1,
    'queue="webhooks_out"': 0,
    'queue="webhooks_in"': 1,
  });
  const lags = await read("queue_lag_seconds");
  expect(lags['queue="mails"']).toBeGreaterThanOrEqual(60);
  expect(lags['queue="mails"']).toBeLessThan(120);
  expect(await read("job_failures")).toEqual({ 'job="cleanup"': 3 });
  expect(await read("database_up")).toEqual({ "": 1 });
});

test("while the database is away the rest is answered, and its numbers are left out", async () => {
  const away: OpenStore = {
    ...store,
    ping: () => Promise.reject(new StoreUnavailableError("it is away", null)),
    readPool: () => ({ used: 10, idle: 0, waiting: 4, max: 10 }),
  };
  const metrics = createMetrics(away);
  const read = (name: string) => readSamples(metrics.scrape(), `groundwork_${name}`);
  expect(await read("database_up")).toEqual({ "": 0 });
  expect(await read("queue_depth")).toEqual({});
  expect(await read("database_connections")).toMatchObject({ 'state="waiting"': 4 });
});

test("the machine has its Redis, the age of its last backup and the free disk; what is not known is left out", async () => {
  const machine = {
    dataDir: folder,
    pingRedis: () => Promise.reject(new Error("away")),
    findLastBackup: () => Promise.resolve(new Date(Date.now() - 3_600_000)),
  };
  const read = (metrics: ReturnType<typeof createMetrics>, name: string) =>
    readSamples(metrics.scrape(), `groundwork_${name}`);
  const known = createMetrics(store, { machine });
  expect(await read(known, "redis_up")).toEqual({ "": 0 });
  expect((await read(known, "backup_age_seconds"))[""]).toBeCloseTo(3600, -2);
  expect((await read(known, "disk_free_bytes"))[""]).toBeGreaterThan(0);
  expect(await read(known, "mails_dead")).toEqual({ "": 0 });
  expect(Object.values(await read(known, "build_info"))).toEqual([1]);
  const alone = createMetrics(store);
  expect(await read(alone, "redis_up")).toEqual({});
  expect(await read(alone, "backup_age_seconds")).toEqual({});
});

test("only counters have names that end in _total", async () => {
  const metrics = createMetrics(store);
  // The metrics of the process are there from the second scrape on.
  await metrics.scrape();
  const { body } = await metrics.scrape();
  expect(body).toContain("groundwork_nodejs_active_handles{");
  const types = [...body.matchAll(/^# TYPE (\S+_total) (\w+)$/gm)].map(([, , type]) => type);
  expect(new Set(types)).toEqual(new Set(["counter"]));
});
