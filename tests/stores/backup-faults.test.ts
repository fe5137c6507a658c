/** A backup or a restore whose disk is full or read-only, or whose database dies meanwhile: what is left, and what is said. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "~/models/store/open-store";
import { RestoreUnfinishedError, type Store } from "~/models/store/store";
import { createBackup } from "~/services/backup/create-backup.server";
import { restoreBackup } from "~/services/backup/restore-backup.server";
import { createBackupApp, fillStore } from "../support/backups";
import { canMount, mountSmallDisk, type SmallDisk } from "../support/small-disk";
import { listReachableStores, type FreshStore } from "../support/stores";
import { startTcpProxy } from "../support/tcp-proxy";
import { readStore, type WholeStore } from "../support/whole-store";

const PICTURE = "00112233445566778899aabbccddeeff.png";
const SETTINGS = '{\n  "SUPPORT_EMAIL": "help@example.com"\n}';
const askPassphrase = () => Promise.reject(new Error("no passphrase is needed"));
const kinds = await listReachableStores();

let folder: string;
let file: string;
let source: FreshStore;
let expected: WholeStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-faults-"));
  file = join(folder, "whole.backup");
  source = await createSqlite();
  await fillStore(source.store, { rows: 5, events: 3000 });
  expected = { ...(await readStore(source.store)), sessions: [], tokens: [] };
  mkdirSync(join(folder, "avatars"));
  writeFileSync(join(folder, "avatars", PICTURE), Buffer.alloc(50_000, "picture"));
  writeFileSync(join(folder, "config.json"), SETTINGS);
  await createBackup({ app: createBackupApp(source.store, folder), file });
});
afterAll(async () => {
  await source.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!canMount)(`a disk${canMount ? "" : ", which this user cannot mount"}`, () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = mountSmallDisk(16);
  });
  afterEach(() => disk.remove());

  const openOnDisk = async () => {
    const store = await openStore(`sqlite:${join(disk.folder, "app.db")}`);
    onTestFinished(() => store.close());
    return store;
  };

  test("that is full: a backup says so, leaves nothing of itself, and is made once there is room", async () => {
    const app = createBackupApp(source.store, folder);
    const onDisk = join(disk.folder, "some.backup");
    disk.fill(65_536);
    await expect(createBackup({ app, file: onDisk })).rejects.toThrow(
      `${onDisk} could not be written: ENOSPC: no space left on device`,
    );
    expect(readdirSync(disk.folder)).toEqual(["filler"]);
    disk.free();
    await createBackup({ app, file: onDisk });
    expect(readdirSync(disk.folder)).toEqual(["some.backup"]);
  });

  test("that is read-only: a backup says so", async () => {
    const app = createBackupApp(source.store, folder);
    const onDisk = join(disk.folder, "some.backup");
    disk.makeReadOnly();
    await expect(createBackup({ app, file: onDisk })).rejects.toThrow(
      `${onDisk} could not be written: EROFS: read-only file system`,
    );
    expect(readdirSync(disk.folder)).toEqual([]);
  });

  test("without room for the copy that is read of a SQLite database: a backup says so, and leaves no copy", async () => {
    const store = await openOnDisk();
    await store.migrate();
    disk.fill(65_536);
    const elsewhere = join(folder, "elsewhere.backup");
    const made = createBackup({ app: createBackupApp(store, folder), file: elsewhere });
    await expect(made).rejects.toThrow(/the copy that is read of it could not be written: .*SQLITE_FULL/);
    expect(readdirSync(disk.folder).join()).not.toContain("snapshot");
    expect(readdirSync(folder).join()).not.toContain("elsewhere");
  });

  test("that is full in the midst of a restore: the product does not start on the rest, and the same restore completes once there is room", async () => {
    const store = await openOnDisk();
    await store.migrate();
    const restore = () => restoreBackup({ app: createBackupApp(store, disk.folder), file, askPassphrase });
    disk.fill(400_000);
    await expect(restore()).rejects.toThrow(/SQLITE_FULL.*run the same restore again/s);
    await expect(store.migrate()).rejects.toThrow(RestoreUnfinishedError);
    disk.free();
    expect(await restore()).toMatchObject({ pictures: 1, areSettingsRestored: true });
    await store.migrate();
    expect(await readStore(store)).toEqual(expected);
  });

  test("without room for the pictures: a restore names one, and empties the database again", async () => {
    const target = await createSqlite();
    onTestFinished(() => target.drop());
    const restore = () =>
      restoreBackup({ app: createBackupApp(target.store, disk.folder), file, askPassphrase });
    disk.fill(16_384);
    await expect(restore()).rejects.toThrow(/could not be written: ENOSPC/);
    expect(await target.store.readSchemaState()).toEqual({ schema: "current", isRestoring: false });
    expect(await target.store.count("users", {})).toBe(0);
    // No half picture, and not the settings, which come last.
    expect(readdirSync(disk.folder).sort()).toEqual(["avatars", "filler"]);
    expect(readdirSync(join(disk.folder, "avatars"))).toEqual([]);
    disk.free();
    expect(await restore()).toMatchObject({ pictures: 1, areSettingsRestored: true });
  });
});

test("a folder in whose place is a file fails a restore with its path, and empties the database again", async () => {
  const target = await createSqlite();
  onTestFinished(() => target.drop());
  const dataDir = mkdtempSync(join(folder, "data-"));
  writeFileSync(join(dataDir, "avatars"), "in the way");
  const app = createBackupApp(target.store, dataDir);
  await expect(restoreBackup({ app, file, askPassphrase })).rejects.toThrow(
    new RegExp(`${join(dataDir, "avatars")}.* could not be written: (EEXIST|ENOTDIR)`),
  );
  expect(await target.store.count("users", {})).toBe(0);
  expect(readdirSync(dataDir)).toEqual(["avatars"]);
});

const servers = kinds.filter(({ name }) => name !== "SQLite");

describe.each(servers)("$name that dies", ({ create }) => {
  /** A store whose connection breaks when this part of the rows is done. */
  async function openBreaking() {
    const fresh = await create();
    const url = new URL(fresh.url);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const store = await openStore(url.href, { statementTimeoutMs: 2000 });
    onTestFinished(async () => {
      await store.close();
      await proxy.close();
      await fresh.drop();
    });
    let cut: Promise<void> | null = null;
    const breakAt = (part: number) => (done: number, total: number) => {
      if (done >= part * total) cut ??= proxy.cut();
    };
    return { store, fresh, breakAt, mend: () => proxy.mend() };
  }

  test.each([0.2, 0.8])(
    "at %s of a backup: it says so, leaves no file, and is made once the server is back",
    async (part) => {
      const { store, fresh, breakAt, mend } = await openBreaking();
      await fillStore(fresh.store, { rows: 5, events: 3000 });
      const before = await readStore(fresh.store);
      const dataDir = mkdtempSync(join(folder, "data-"));
      const options = { app: createBackupApp(store, dataDir), file: join(dataDir, "some.backup") };
      await expect(createBackup({ ...options, onProgress: breakAt(part) })).rejects.toThrow(
        "the database is not available",
      );
      expect(readdirSync(dataDir)).toEqual([]);
      await mend();
      expect(await readStore(fresh.store)).toEqual(before);
      await createBackup(options);
      expect(readdirSync(dataDir)).toContain("some.backup");
    },
  );

  test.each([0.2, 0.5, 0.9])(
    "at %s of a restore: the same restore completes once the server is back",
    async (part) => {
      const { store, fresh, breakAt, mend } = await openBreaking();
      const dataDir = mkdtempSync(join(folder, "data-"));
      const restore = (onProgress?: (done: number, total: number) => void) =>
        restoreBackup({ app: createBackupApp(store, dataDir), file, askPassphrase, onProgress });
      const failed = await restore(breakAt(part)).catch((error: unknown) => String(error));
      expect(failed).toContain("the database is not available");
      // While it verifies, nothing is changed, and nothing is to be said about it.
      const hasBegun = part > 1 / 3;
      expect(String(failed).includes("run the same restore again")).toBe(hasBegun);
      expect((await fresh.store.readSchemaState()).isRestoring).toBe(hasBegun);
      await mend();
      await restore();
      expect(await readStore(fresh.store)).toEqual(expected);
      await expectServing(fresh.store);
    },
  );
});

async function expectServing(store: Store): Promise<void> {
  await store.migrate();
  expect(await store.readSchemaState()).toEqual({ schema: "current", isRestoring: false });
}

async function createSqlite(): Promise<FreshStore> {
  const sqlite = kinds.find(({ name }) => name === "SQLite");
  if (!sqlite) throw new Error("SQLite is always there");
  return sqlite.create();
}
