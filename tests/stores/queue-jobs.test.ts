/** The jobs that are queued in Redis, whatever it does: it goes away, does not answer, is flushed, is shared. */
import { setTimeout as wait } from "node:timers/promises";
import { Queue } from "bullmq";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectJobQueue } from "~/boot/redis.server";
import { days, hours, seconds } from "~/domain/limits";
import { createPrefix, createTestJob, removeKeys, startJobsBy } from "../support/job-drivers";
import { prepareJobs } from "../support/jobs";
import { isRedisReached, redisPort, redisUrl } from "../support/redis";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";

const { start, fresh, prefix } = prepareJobs();

describe.skipIf(!(await isRedisReached()))("with Redis, if TEST_REDIS_URL names one", () => {
  let wire: TcpProxy;
  let url: string;
  beforeAll(async () => {
    wire = await startTcpProxy({ host: redisUrl.hostname, port: redisPort });
    const through = new URL(redisUrl);
    through.host = `127.0.0.1:${wire.port}`;
    url = through.href;
  });
  afterAll(() => wire.close());

  test("while Redis is away jobs are woken and run all the same, with two lines in the log", async () => {
    const job = createTestJob("mails", { every: 30, isExclusive: false });
    const exclusive = createTestJob("cleanup", { every: 30 });
    const lines: string[] = [];
    const jobs = await start("Redis", [job, exclusive], { url, onLog: (line) => lines.push(line) });
    await expect.poll(() => lines).toHaveLength(1);
    await wire.cut();
    const before = job.runs;
    jobs.wake("mails");
    await expect.poll(() => job.runs, { interval: 5, timeout: 1000 }).toBeGreaterThan(before);
    const [runs, others] = [job.runs, exclusive.runs];
    await expect.poll(() => Math.min(job.runs - runs, exclusive.runs - others)).toBeGreaterThan(3);
    expect(exclusive.most).toBe(1);
    await wire.mend();
    await expect.poll(() => lines).toHaveLength(3);
    expect(lines[1]).toContain("Redis is away");
    const again = job.runs;
    await expect.poll(() => job.runs).toBeGreaterThan(again + 3);
  });

  test("while Redis is away a process stops as soon as its runs have ended", async () => {
    const job = createTestJob("cleanup");
    const lines: string[] = [];
    const jobs = await start("Redis", [job], { url, onLog: (line) => lines.push(line) });
    await expect.poll(() => job.runs).toBeGreaterThan(0);
    await wire.cut();
    await expect.poll(() => lines.at(-1)).toContain("Redis is away");
    const stoppedAt = Date.now();
    await jobs.stop();
    expect(Date.now() - stoppedAt).toBeLessThan(1000);
    await wire.mend();
  });

  test("while Redis does not answer, a wake is served after the time that a command may take", async () => {
    const job = createTestJob("mails", { isExclusive: false });
    const lines: string[] = [];
    const jobs = await start("Redis", [job], { url, onLog: (line) => lines.push(line) });
    await expect.poll(() => job.runs).toBeGreaterThan(0);
    await expect.poll(() => lines).toHaveLength(1);
    wire.freeze();
    const before = job.runs;
    jobs.wake("mails");
    await expect.poll(() => job.runs, { timeout: 2000 }).toBeGreaterThan(before);
    await wire.mend();
  });

  test("a product that starts without Redis runs its jobs, and queues them once Redis is there", async () => {
    await wire.cut();
    const job = createTestJob("cleanup", { every: 40 });
    const lines: string[] = [];
    await start("Redis", [job], { url, onLog: (line) => lines.push(line) });
    await expect.poll(() => job.runs).toBeGreaterThan(2);
    await wire.mend();
    await expect.poll(() => lines.at(-1)).toContain("queued in Redis");
  });

  test("a schedule that a clock a day ahead has put off is made again", async () => {
    const every = seconds(60);
    const { commands, workers } = await connectJobQueue(url);
    const queue = new Queue("cleanup", { connection: commands, prefix: prefix() });
    const tomorrow = new Date(Date.now() + days(1));
    await queue.upsertJobScheduler("cleanup", { every, startDate: tomorrow }, { name: "cleanup" });
    const getNext = async () => (await queue.getJobScheduler("cleanup"))?.next ?? Infinity;
    expect(await getNext()).toBeGreaterThanOrEqual(tomorrow.getTime());
    await start("Redis", [createTestJob("cleanup", { every })]);
    await expect.poll(getNext).toBeLessThan(tomorrow.getTime() - hours(23));
    await queue.close();
    for (const connection of [commands, workers]) connection.disconnect();
  });

  test("a flushed Redis gets its schedules again, and no run overlaps", async () => {
    const job = createTestJob("cleanup", { every: 50, work: () => wait(60) });
    await start("Redis", [job]);
    await expect.poll(() => job.runs).toBeGreaterThan(1);
    expect(await removeKeys(prefix())).toBeGreaterThan(0);
    const before = job.runs;
    await expect.poll(() => job.runs).toBeGreaterThan(before + 2);
    expect(job.most).toBe(1);
  });

  test("two installations on one Redis do not run each other's jobs", async () => {
    const [own, other] = [
      createTestJob("mails", { isExclusive: false }),
      createTestJob("mails", { isExclusive: false }),
    ];
    const jobs = await start("Redis", [own]);
    const otherPrefix = createPrefix();
    const others = await startJobsBy("Redis", [other], { store: fresh().store, prefix: otherPrefix });
    await expect.poll(() => Math.min(own.runs, other.runs)).toBeGreaterThan(0);
    await wait(100);
    const [before, otherBefore] = [own.runs, other.runs];
    for (let time = 0; time < 10; time += 1) {
      jobs.wake("mails");
      await wait(10);
    }
    await expect.poll(() => own.runs).toBeGreaterThan(before);
    expect(other.runs).toBe(otherBefore);
    await others.stop();
    await removeKeys(otherPrefix);
  });
});
