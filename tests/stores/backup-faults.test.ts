/** A backup or a restore whose disk is full or read-only, or whose database dies meanwhile: what is left, and the message. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { openStore } from "~/models/store/open-store";
import type { OpenStore } from "~/models/store/database";
import { RestoreUnfinishedError } from "~/models/store/store";
import { createBackup } from "~/services/backup/create-backup.server";
import { restoreBackup } from "~/services/backup/restore-backup.server";
import { createBackupApp, fillStore } from "../support/backups";
import { canMount, mountSmallDisk, type SmallDisk } from "../support/small-disk";
import { listReachableStores, type FreshStore } from "../support/stores";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";
import { readRestorable, readStore, type WholeStore } from "../support/whole-store";

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
  await fillStore(source.store, { rows: 5, events: 1000 });
  expected = await readRestorable(source.store);
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

  test("a backup on a full disk says so, leaves nothing of itself, and is made once there is room", async () => {
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

  test("a backup on a read-only disk says so", async () => {
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

  test("a disk that is full in the midst of a restore: the product does not start on the rest, and the same restore completes once there is room", async () => {
    const store = await openOnDisk();
    await store.migrate();
    const restore = () => restoreBackup({ app: createBackupApp(store, disk.folder), file, askPassphrase });
    disk.fill(200_000);
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
    expect(await target.store.count(userEntity, {})).toBe(0);
    expect(readdirSync(disk.folder)).toEqual(["filler"]);
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
  expect(await target.store.count(userEntity, {})).toBe(0);
  expect(readdirSync(dataDir)).toEqual(["avatars"]);
});

describe("a restore whose last file cannot be written", () => {
  const OTHER_SECRET = "another secret of tests, longer than 32 characters";
  let withSecret: string;
  let target: FreshStore;
  beforeAll(async () => {
    withSecret = join(folder, "with-secret.backup");
    const app = createBackupApp(source.store, folder, OTHER_SECRET);
    await createBackup({ app, file: withSecret, passphrase: "correct horse battery" });
    target = await createSqlite();
  });
  afterAll(() => target.drop());

  /** Fails when everything but the mark is written. */
  const fail = (
    app:
      | ReturnType<typeof createBackupApp>
      | (Omit<ReturnType<typeof createBackupApp>, "secrets"> & { secrets: null }),
  ) => {
    const markRestoring: OpenStore["markRestoring"] = async (isRestoring) => {
      if (!isRestoring && isFailing) {
        isFailing = false;
        throw new Error("the last step failed");
      }
      await target.store.markRestoring(isRestoring);
    };
    let isFailing = true;
    const askSecret = () => Promise.resolve("correct horse battery");
    const failing = { ...app, database: { ...target.store, markRestoring } };
    return restoreBackup({ app: failing, file: withSecret, askPassphrase: askSecret });
  };

  test("a restore whose last file cannot be written leaves a new data folder as empty as it was", async () => {
    const dataDir = join(mkdtempSync(join(folder, "new-")), "data");
    const app = { ...createBackupApp(target.store, dataDir, ""), secrets: null };
    await expect(fail(app)).rejects.toThrow("the last step failed");
    expect(existsSync(dataDir)).toBe(false);
    expect(await target.store.count(userEntity, {})).toBe(0);
  });

  test("a restore whose last file cannot be written leaves the secret, the settings and the pictures of an installation as they were", async () => {
    const dataDir = mkdtempSync(join(folder, "used-"));
    mkdirSync(join(dataDir, "avatars"));
    const own = "the secret of this installation, quite long";
    const files = { "app.secret": own, [`avatars/${PICTURE}`]: "another picture" };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(dataDir, name), content);
    await expect(fail(createBackupApp(target.store, dataDir, own))).rejects.toThrow("the last step failed");
    expect(readdirSync(dataDir).sort()).toEqual(["app.secret", "avatars"]);
    expect(readdirSync(join(dataDir, "avatars"))).toEqual([PICTURE]);
    for (const [name, content] of Object.entries(files))
      expect(readFileSync(join(dataDir, name), "utf8")).toBe(content);
  });

  test("a restore whose last file cannot be written is not taken for one that an empty secret has signed", async () => {
    const forged = join(folder, "forged.backup");
    await createBackup({ app: createBackupApp(source.store, folder, ""), file: forged });
    const app = { ...createBackupApp(target.store, join(folder, "victim"), ""), secrets: null };
    await expect(restoreBackup({ app, file: forged, askPassphrase })).rejects.toThrow(
      "This installation has another APP_SECRET",
    );
  });
});

const servers = kinds.filter(({ name }) => name !== "SQLite");

describe.each(servers)("$name that dies", ({ create }) => {
  let fresh: FreshStore;
  let proxy: TcpProxy;
  let store: OpenStore;
  beforeAll(async () => {
    fresh = await create();
    const url = new URL(fresh.url);
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    store = await openStore(url.href, { statementTimeoutMs: 2000 });
  });
  afterAll(async () => {
    await store.close();
    await proxy.close();
    await fresh.drop();
  });

  /** Breaks the connections when this part of the rows is done. */
  const breakAt = (part: number) => {
    let isCut = false;
    return (done: number, total: number) => {
      if (isCut || done < part * total) return;
      isCut = true;
      void proxy.cut();
    };
  };

  test("a server that dies in a restore: before its first row nothing is changed, and later the same restore completes once it is back", async () => {
    const app = createBackupApp(store, mkdtempSync(join(folder, "data-")));
    const restoreUntil = (part: number) =>
      restoreBackup({ app, file, askPassphrase, onProgress: breakAt(part) }).then(
        () => "restored",
        (error: unknown) => String(error),
      );
    const isRestoring = async () => (await fresh.store.readSchemaState()).isRestoring;
    const before = await restoreUntil(0.2);
    expect(before).toContain("the database is not available");
    expect([before.includes("run the same restore again"), await isRestoring()]).toEqual([false, false]);
    await proxy.mend();
    const midway = await restoreUntil(0.6);
    expect([midway, await isRestoring()]).toEqual([
      expect.stringMatching(/is not available.*run the same restore again/s),
      true,
    ]);
    await proxy.mend();
    await restoreBackup({ app, file, askPassphrase });
    expect(await readStore(fresh.store)).toEqual(expected);
    await fresh.store.migrate();
  });

  test("a server that dies in a backup: the backup says so and leaves no file, and one is made once it is back", async () => {
    const dataDir = mkdtempSync(join(folder, "data-"));
    const options = { app: createBackupApp(store, dataDir), file: join(dataDir, "some.backup") };
    for (const part of [0.2, 0.9]) {
      const made = createBackup({ ...options, onProgress: breakAt(part) });
      await expect(made).rejects.toThrow("the database is not available");
      expect(readdirSync(dataDir)).toEqual([]);
      await proxy.mend();
    }
    await createBackup(options);
    expect(readdirSync(dataDir)).toContain("some.backup");
  });
});

async function createSqlite(): Promise<FreshStore> {
  const sqlite = kinds.find(({ name }) => name === "SQLite");
  if (!sqlite) throw new Error("SQLite is always there");
  return sqlite.create();
}
