/** The clock of a process, which a test sets; timers go on. */
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { days, hours, minutes, seconds } from "~/domain/limits";
import type { JobName } from "~/domain/jobs";
import { createJob, recordJob } from "~/models/job.server";
import { createTestJob } from "../../../../tests/support/job-drivers";
import { prepareJobs } from "../../../../tests/support/jobs";
import { startClockWatch } from "./clock-watch.server";

const NOW = new Date("2026-11-29T12:00:00.000Z").getTime();
const TOMORROW = NOW + days(1);
/** Each run by its schedule, the second one only by it. */
const JOBS = [
  createTestJob("cleanup", { every: hours(1) }),
  createTestJob("backups", { every: hours(24), keepsSchedule: true }),
];

const { fresh, findRow } = prepareJobs();
const running: { stop(): Promise<void> }[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(async () => {
  await Promise.all(running.splice(0).map((watch) => watch.stop()));
  vi.useRealTimers();
});

/** Vitest's own ways to wait move the clock that the test has set. */
async function waitFor(isReached: () => boolean): Promise<void> {
  const latest = performance.now() + seconds(10);
  do await wait(50);
  while (!isReached() && performance.now() < latest);
}

function startWatch() {
  const woken: JobName[] = [];
  const warnings: unknown[] = [];
  const jobs = { wake: (name: JobName) => void woken.push(name) };
  const log = { warn: (about: unknown) => void warnings.push(about) };
  const watch = startClockWatch(JOBS, { store: fresh().store, jobs, log, claimsRenewedAfterMs: 0 });
  running.push(watch);
  /** Gives the watch the time to look, and resolves when it has woken these. */
  const look = async (expected: readonly JobName[] = []) => {
    watch.wake();
    await waitFor(() => woken.length >= expected.length);
    expect(woken).toEqual(expected);
  };
  return { warnings, look };
}

const findDueAt = async (id: JobName) => (await findRow(id))?.dueAt.getTime();

test("a clock that is set back a day is a start: each job looks, and a schedule counts from now on", async () => {
  vi.setSystemTime(TOMORROW);
  for (const { name: id, every } of JOBS) await createJob(fresh().store, { id }, new Date(TOMORROW + every));
  const watch = startWatch();
  await watch.look();
  vi.setSystemTime(NOW);
  await watch.look(["cleanup"]);
  expect(await findDueAt("cleanup")).toBe(NOW + hours(1));
  expect(await findDueAt("backups")).toBe(NOW + hours(24));
  await watch.look(["cleanup"]);
  expect(watch.warnings).toHaveLength(1);
});

test("a clock that is set ahead, or that is slowed down, changes nothing", async () => {
  for (const { name: id, every } of JOBS) await createJob(fresh().store, { id }, new Date(NOW + every));
  const watch = startWatch();
  await watch.look();
  vi.setSystemTime(Date.now() + minutes(5));
  await watch.look();
  vi.setSystemTime(Date.now() - seconds(0.3));
  await watch.look();
  expect(watch.warnings).toEqual([]);
});

test.each<[string, number, JobName[]]>([
  ["a day ahead is noticed at the next start", days(1), ["cleanup"]],
  ["ten seconds ahead, as of another machine, is not", seconds(10), []],
])("a clock that was %s", async (_, aheadMs, expected) => {
  const at = new Date(NOW + aheadMs);
  const ended = { dueAt: at, attempts: 0, failure: null, startedAt: at, finishedAt: at };
  for (const { name: id } of JOBS) await recordJob(fresh().store, { id, ...ended });
  const watch = startWatch();
  await watch.look(expected);
});

test("a database that is away is asked again", async () => {
  await createJob(fresh().store, { id: "cleanup" }, new Date(TOMORROW));
  vi.setSystemTime(TOMORROW);
  const away = vi.spyOn(fresh().store, "update").mockRejectedValue(new Error("away"));
  const watch = startWatch();
  vi.setSystemTime(NOW);
  await watch.look();
  await waitFor(() => away.mock.calls.length > 0);
  expect(away).toHaveBeenCalled();
  away.mockRestore();
  await watch.look(["cleanup"]);
});
