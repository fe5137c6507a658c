/** Scheduled backups: when one is made, in which process, what becomes of the older ones, and of one that fails. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jobEntity } from "~/models/job.server";
import { createBackupJob, makeScheduledBackup } from "~/services/backup/backup-job.server";
import { findLastBackup } from "~/services/backup/last-backup.server";
import { restoreBackup } from "~/services/backup/restore-backup.server";
import { createBackupApp, fillStore } from "../support/backups";
import { createTestJob, type JobDriver } from "../support/job-drivers";
import { prepareJobs } from "../support/jobs";
import { isRedisReached } from "../support/redis";
import { listReachableStores, type FreshStore } from "../support/stores";
import { readRestorable, readStore } from "../support/whole-store";
import { HOUR_MS } from "../../app/services/checks/backup-check.server";

const FIRST = "scheduled-20260304T050607Z.backup";
let dataDir: string;
let folder: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "groundwork-scheduled-"));
  folder = join(dataDir, "backups");
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe("the files", () => {
  let source: FreshStore;
  beforeAll(async () => {
    source = await createSqlite();
    await fillStore(source.store, { rows: 3, events: 20 });
  });
  afterAll(() => source.drop());

  const make = (at: string, keep = 2, signal?: AbortSignal) =>
    makeScheduledBackup(createBackupApp(source.store, dataDir), {
      schedule: { folder, keep },
      at: new Date(at),
      signal,
    });

  test("a backup is private, is recorded for the doctor, and can be restored", async () => {
    const { file } = await make("2026-03-04T05:06:07.089Z");
    expect(file).toBe(join(folder, FIRST));
    expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(await findLastBackup(dataDir)).not.toBeNull();
    const target = await createSqlite();
    const app = createBackupApp(target.store, join(dataDir, "there"));
    mkdirSync(app.config.dataDir);
    await restoreBackup({ app, file, askPassphrase: () => Promise.reject(new Error("not needed")) });
    expect(await readStore(target.store)).toEqual(await readRestorable(source.store));
    await target.drop();
  });

  test("the oldest scheduled ones are deleted when there are more than are kept, and no other file is", async () => {
    mkdirSync(folder);
    const others = ["before-upgrade.backup", "scheduled-of-mine.backup", "notes.txt"];
    for (const name of others) writeFileSync(join(folder, name), "");
    for (const day of ["04", "06", "05", "07"]) await make(`2026-03-${day}T05:06:07Z`);
    const kept = ["scheduled-20260306T050607Z.backup", "scheduled-20260307T050607Z.backup"];
    expect(readdirSync(folder).sort()).toEqual([...others, ...kept].sort());
  });

  test("one that is stopped leaves nothing, and keeps every older one", async () => {
    await make("2026-03-04T05:06:07Z", 1);
    await expect(make("2026-03-05T05:06:07Z", 1, AbortSignal.abort())).rejects.toThrow("it is made again");
    expect(readdirSync(folder)).toEqual([FIRST]);
    expect(readdirSync(join(source.url.slice("sqlite:".length), "..")).join()).not.toContain("snapshot");
  });

  test("what a killed process left is deleted after an hour, and not while another may write it", async () => {
    mkdirSync(folder);
    const [old, fresh] = ["0a1b2c3d", "4e5f6a7b"].map((id) => join(folder, `${FIRST}.${id}.part`));
    for (const part of [old, fresh]) writeFileSync(part ?? "", "half");
    utimesSync(old ?? "", new Date("2026-03-04T04:00:00Z"), new Date("2026-03-04T04:00:00Z"));
    utimesSync(fresh ?? "", new Date("2026-03-04T05:00:00Z"), new Date("2026-03-04T05:00:00Z"));
    await make("2026-03-04T05:06:07Z");
    expect([existsSync(old ?? ""), existsSync(fresh ?? "")]).toEqual([false, true]);
  });

  test("a folder that cannot be made fails it, with the reason", async () => {
    writeFileSync(folder, "in the way");
    await expect(make("2026-03-04T05:06:07Z")).rejects.toThrow(/EEXIST|ENOTDIR/);
  });
});

const hasRedis = await isRedisReached();

describe.each<JobDriver>(["leases", "Redis"])("the schedule, by %s", (driver) => {
  const { start, findRow, fresh } = prepareJobs();
  const fact = test.skipIf(driver === "Redis" && !hasRedis);
  const at = (ms: number) => new Date(Date.now() + ms);
  const storeRow = (dueAt: Date) => {
    const past = at(-HOUR_MS);
    const ran = { lockedUntil: past, startedAt: past, finishedAt: past };
    return fresh().store.insert(jobEntity, { id: "backups", ...ran, dueAt, attempts: 0, failure: null });
  };
  const log = { info: () => undefined, error: () => undefined };

  fact("several processes that start together make one backup", async () => {
    const backupApp = createBackupApp(fresh().store, dataDir);
    const app = { ...backupApp, config: { ...backupApp.config, storage: null }, log };
    const jobs = () => [
      { ...createBackupJob(app, { every: HOUR_MS, folder, isInBucket: false, keep: 9 }), firstAfter: 0 },
    ];
    await Promise.all([start(driver, jobs()), start(driver, jobs()), start(driver, jobs())]);
    await expect
      .poll(() => findRow("backups"))
      .toMatchObject({ failure: null, finishedAt: expect.any(Date) as unknown });
    await wait(300);
    expect(readdirSync(folder)).toHaveLength(1);
    const row = await findRow("backups");
    expect(Number(row?.dueAt) - Number(row?.finishedAt)).toBe(HOUR_MS);
  });

  fact("a start makes none before it is due; a retry makes one at once", async () => {
    await storeRow(at(HOUR_MS / 2));
    const job = createTestJob("backups", { every: HOUR_MS, keepsSchedule: true });
    const jobs = await start(driver, [job]);
    await wait(400);
    expect(job.runs).toBe(0);
    jobs.wake("backups");
    await expect.poll(() => job.runs).toBe(1);
  });

  fact("one that is due is made, and again by its schedule", async () => {
    await storeRow(at(-1000));
    const job = createTestJob("backups", { every: 100, keepsSchedule: true });
    await start(driver, [job]);
    await expect.poll(() => job.runs).toBeGreaterThan(2);
  });

  fact("a schedule that has become shorter does not wait for the end of the longer one", async () => {
    await storeRow(at(30 * 24 * HOUR_MS));
    const job = createTestJob("backups", { every: 200, keepsSchedule: true });
    await start(driver, [job]);
    await expect.poll(() => job.runs).toBeGreaterThan(0);
  });

  fact(
    "one that fails is made again after the first of the waits, with its reason in the row meanwhile",
    async () => {
      const reasons: unknown[] = [];
      const job = createTestJob("backups", {
        every: 100,
        keepsSchedule: true,
        async work(run) {
          reasons.push((await findRow("backups"))?.failure);
          if (run === 1) throw new Error("disk full");
        },
      });
      await start(driver, [job]);
      await expect.poll(() => reasons).toEqual(expect.arrayContaining([null, "Error: disk full"]));
      expect(job.failures).toHaveLength(1);
    },
  );
});

async function createSqlite(): Promise<FreshStore> {
  const [sqlite] = await listReachableStores();
  if (!sqlite) throw new Error("SQLite is always there");
  return sqlite.create();
}
