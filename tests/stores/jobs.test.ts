/** Jobs: the same suite for both ways to run them, and the lease in the database. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { jobEntity, claimJob, createJob, requestJob, settleJob, type JobRow } from "~/models/job.server";
import { createTestJob, type JobDriver } from "../support/job-drivers";
import { prepareJobs } from "../support/jobs";
import { isRedisReached } from "../support/redis";
import { describeStores } from "../support/stores";

const hasRedis = await isRedisReached();
const { start, findRow, fresh, prefix } = prepareJobs();

describe.each<JobDriver>(["leases", "Redis"])("jobs by %s", (driver) => {
  const fact = test.skipIf(driver === "Redis" && !hasRedis);

  fact("a job runs at the start, and then by its schedule", async () => {
    const [shared, exclusive] = [
      createTestJob("mails", { every: 60, isExclusive: false }),
      createTestJob("cleanup", { every: 60 }),
    ];
    await start(driver, [shared, exclusive]);
    await expect.poll(() => Math.min(shared.runs, exclusive.runs)).toBeGreaterThan(3);
  });

  fact("a woken job runs at once", async () => {
    const [shared, exclusive] = [createTestJob("mails", { isExclusive: false }), createTestJob("cleanup")];
    const jobs = await start(driver, [shared, exclusive]);
    for (const job of [shared, exclusive]) {
      await expect.poll(() => job.runs, { interval: 5 }).toBeGreaterThan(0);
      const before = job.runs;
      jobs.wake(job.name);
      await expect.poll(() => job.runs, { interval: 5, timeout: 1000 }).toBeGreaterThan(before);
    }
  });

  fact("a job that is woken while it runs runs once more, however often it is woken", async () => {
    let end = (): void => undefined;
    const job = createTestJob("cleanup", {
      work: () => new Promise<void>((resolve) => (end = resolve)),
    });
    const jobs = await start(driver, [job]);
    await settle(job, () => end());
    const before = job.runs;
    jobs.wake("cleanup");
    await expect.poll(() => job.runs).toBe(before + 1);
    for (let time = 0; time < 20; time += 1) {
      jobs.wake("cleanup");
      await wait(2);
    }
    end();
    await expect.poll(() => job.runs).toBe(before + 2);
    await settle(job, () => end());
    // One wake may be on its way when the first of them is served.
    expect(job.runs).toBeLessThanOrEqual(before + 4);
  });

  fact("an exclusive job runs in one process at a time", async () => {
    const job = createTestJob("cleanup", { work: () => wait(15) });
    const processes = [await start(driver, [job]), await start(driver, [job]), await start(driver, [job])];
    const wakeAndCount = () => {
      for (const jobs of processes) jobs.wake("cleanup");
      return job.runs;
    };
    await expect.poll(wakeAndCount, { interval: 10 }).toBeGreaterThan(8);
    expect(job.most).toBe(1);
  });

  fact("a run that fails is stored with its reason, and repeated until it succeeds", async () => {
    const seen: (JobRow | null)[] = [];
    const job = createTestJob("cleanup", {
      async work(run) {
        seen.push(await findRow("cleanup"));
        if (run < 3) throw new Error(`reason ${run}`);
      },
    });
    await start(driver, [job]);
    await expect.poll(() => job.runs).toBeGreaterThanOrEqual(3);
    expect(seen[1]).toMatchObject({ failure: "Error: reason 1", attempts: 1 });
    expect(seen[2]).toMatchObject({ failure: "Error: reason 2", attempts: 2 });
    await expect.poll(() => findRow("cleanup")).toMatchObject({ failure: null, attempts: 0 });
    expect(job.failures).toHaveLength(2);
  });

  fact("a shared job that fails runs again by its schedule, and its failure is stored", async () => {
    let isBroken = true;
    const job = createTestJob("mails", {
      every: 30,
      isExclusive: false,
      work() {
        if (isBroken) throw new Error("no database");
      },
    });
    await start(driver, [job]);
    await expect.poll(() => findRow("mails")).toMatchObject({ failure: "Error: no database" });
    isBroken = false;
    await expect.poll(() => findRow("mails")).toMatchObject({ failure: null });
    expect(job.failures).toHaveLength(1);
  });

  fact("stopping tells a run to end, waits for it, and starts no other", async () => {
    let hasEnded = false;
    const job = createTestJob("cleanup", {
      every: 30,
      async work(_run, signal) {
        if (!signal.aborted) await once(signal, "abort");
        await wait(30);
        hasEnded = true;
      },
    });
    const jobs = await start(driver, [job]);
    await expect.poll(() => job.runs).toBe(1);
    jobs.wake("cleanup");
    await jobs.stop();
    expect(hasEnded).toBe(true);
    await wait(100);
    expect(job.runs).toBe(1);
    expect(await findRow("cleanup")).toMatchObject({ failure: null });
  });

  fact("the job of a process that is killed is taken up by another", async () => {
    const script = fileURLToPath(new URL("job-process.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", script, driver, fresh().url, prefix()]);
    await once(child.stdout, "data");
    const job = createTestJob("cleanup");
    await start(driver, [job]);
    await wait(200);
    expect(job.runs, "while the other process lives").toBe(0);
    child.kill("SIGKILL");
    await expect.poll(() => job.runs).toBeGreaterThan(0);
  });

  /** Ends the runs that the start causes. */
  async function settle(job: { runs: number }, end: () => void): Promise<void> {
    await expect.poll(() => job.runs).toBeGreaterThan(0);
    for (let last = -1; last !== job.runs;) {
      last = job.runs;
      end();
      await wait(100);
    }
  }
});

await describeStores("the lease of a job", (given) => {
  const id = "cleanup" as const;
  const isDueOnly = true;
  const later = (ms: number) => new Date(Date.now() + ms);

  test("one of twenty concurrent claims gets the job, and after the lease the next", async () => {
    const { store } = given();
    await createJob(store, { id }, new Date());
    const at = new Date();
    const claim = (now: Date, lockedUntil: Date) =>
      claimJob(store, { id }, { at: now, lockedUntil, isDueOnly });
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(at, later(60_000))));
    const held = claims.filter((row) => row !== null);
    expect(held).toHaveLength(1);
    expect(await claim(later(30_000), later(90_000))).toBeNull();
    const next = await claim(later(61_000), later(120_000));
    expect(next).not.toBeNull();
    // The first process comes back, and no longer has it.
    const outcome = { dueAt: later(9e6), attempts: 0, failure: null, finishedAt: new Date() };
    if (held[0]) await settleJob(store, held[0], outcome);
    expect((await store.findOne(jobEntity, { id }))?.lockedUntil).toEqual(next?.lockedUntil);
  });

  test("a job that is requested while it runs is due when it ends", async () => {
    const { store } = given();
    await store.remove(jobEntity, { id });
    await createJob(store, { id }, new Date());
    const at = later(1000);
    const row = await claimJob(store, { id }, { at, lockedUntil: later(60_000), isDueOnly });
    if (!row) throw new Error("nobody has it");
    const requestedAt = later(2000);
    await requestJob(store, { id }, requestedAt);
    await settleJob(store, row, { dueAt: later(9e6), attempts: 0, failure: null, finishedAt: later(3000) });
    expect((await store.findOne(jobEntity, { id }))?.dueAt).toEqual(requestedAt);
  });
});
