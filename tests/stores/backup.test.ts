/** Backups of every database that can be reached, and restores into it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenEntity } from "~/models/token.server";
import { sessionEntity } from "~/models/session.server";
import { mailEntity } from "~/models/mail.server";
import { userEntity } from "~/models/user.server";
import { accountEntity } from "~/models/account.server";
import { DuplicateError, RestoreUnfinishedError } from "~/models/store/store";
import { createBackup } from "~/services/backup/create-backup.server";
import { readBackup } from "~/services/backup/read-backup.server";
import { restoreBackup } from "~/services/backup/restore-backup.server";
import { createBackupApp, fillStore, runBackupProcess } from "../support/backups";
import { describeEveryStore, listReachableStores, type FreshStore } from "../support/stores";
import { readRestorable, readStore } from "../support/whole-store";
import { buildAccount, buildSession, buildToken, buildUser } from "./rows";

const folder = mkdtempSync(join(tmpdir(), "groundwork-backup-"));
const PICTURE = "00112233445566778899aabbccddeeff.png";
const file = join(folder, "sqlite.backup");
const MADE_AT = new Date("2026-03-04T05:06:07.089Z");
const askPassphrase = () => Promise.reject(new Error("no passphrase is needed"));
let source: FreshStore;

/** One backup of SQLite, which each database restores. */
beforeAll(async () => {
  source = await createSqlite();
  await fillStore(source.store, { rows: 7, events: 1234 });
  mkdirSync(join(folder, "avatars"));
  writeFileSync(join(folder, "avatars", PICTURE), "picture");
  await createBackup({ app: createBackupApp(source.store, folder), file, at: MADE_AT });
});
afterAll(async () => {
  await source.drop();
  rmSync(folder, { recursive: true, force: true });
});

await describeEveryStore("the port's calls for backups", (fresh) => {
  const store = () => fresh().store;

  test("insertAll inserts all rows, or none when one of them is a duplicate", async () => {
    const [first, second, third] = [buildAccount(), buildAccount(), buildAccount()];
    await store().insertAll(accountEntity, [first, second]);
    expect(await store().findOne(accountEntity, { id: second.id })).toEqual(second);
    await expect(store().insertAll(accountEntity, [third, first])).rejects.toThrow(DuplicateError);
    expect(await store().findOne(accountEntity, { id: third.id })).toBeNull();
    await store().insertAll(accountEntity, []);
    await expect(store().insertAll(accountEntity, [{ ...third, name: 1 as never }])).rejects.toThrow(
      TypeError,
    );
  });

  test("a snapshot shows neither new rows nor changes, and no one waits for it", async () => {
    const [user, later] = [buildUser({ name: "Before" }), buildUser()];
    await store().insert(userEntity, user);
    await store().snapshot(async (reader) => {
      await reader.count(userEntity, {});
      await store().insert(userEntity, later);
      await store().update(userEntity, { id: user.id }, { name: "After" });
      expect(await reader.find(userEntity, { id: user.id })).toEqual([user]);
      expect(await reader.find(userEntity, { id: later.id })).toEqual([]);
    });
    expect((await store().findOne(userEntity, { id: user.id }))?.name).toBe("After");
  });

  test("an error while a snapshot is read stays as it is, and leaves no copy", async () => {
    const failure = Object.assign(new Error("disk full"), { code: "ENOSPC" });
    await expect(store().snapshot(() => Promise.reject(failure))).rejects.toBe(failure);
    const { url } = fresh();
    if (url.startsWith("sqlite:"))
      expect(readdirSync(join(url.slice("sqlite:".length), "..")).join()).not.toContain("snapshot");
  });

  test("while a restore is marked, migrating throws", async () => {
    expect(await store().readSchemaState()).toEqual({ schema: "current", isRestoring: false });
    await store().markRestoring(true);
    await store().markRestoring(true);
    expect(await store().readSchemaState()).toEqual({ schema: "current", isRestoring: true });
    await expect(store().migrate()).rejects.toThrow(RestoreUnfinishedError);
    await store().markRestoring(false);
    await store().migrate();
  });
});

await describeEveryStore("restoring", (fresh) => {
  test("the database gets every row but sessions and one-time links, and its own backup is the same", async () => {
    const { store, url } = fresh();
    const dataDir = join(folder, new URL(url).protocol);
    const restored = await restoreBackup({ app: createBackupApp(store, dataDir), file, askPassphrase });
    expect(restored).toMatchObject({ pictures: 1, areSettingsRestored: null, isSecretRestored: false });
    expect(await readStore(store)).toEqual(await readRestorable(source.store));
    expect(await store.find(mailEntity, {})).toHaveLength(7);
    expect(statSync(join(dataDir, "avatars", PICTURE)).mode & 0o077).toBe(0);
    for (const row of [buildSession(), buildSession()]) await store.insert(sessionEntity, row);
    await store.insert(tokenEntity, buildToken());
    const again = `${dataDir}.backup`;
    await createBackup({ app: createBackupApp(store, dataDir), file: again, at: MADE_AT });
    expect(statSync(again).mode & 0o777).toBe(0o600);
    expect(await readManifest(again)).toEqual(await readManifest(file));
  });

  test("a database with rows is refused, and stays as it was", async () => {
    const { store } = fresh();
    const before = await readStore(store);
    const app = createBackupApp(store, join(folder, "refused"));
    await expect(restoreBackup({ app, file, askPassphrase })).rejects.toThrow("is not empty");
    expect(await readStore(store)).toEqual(before);
  });
});

test("a restore that was killed keeps the product from starting, and completes when it is run again", async () => {
  const target = await createSqlite();
  const dataDir = join(folder, "killed");
  mkdirSync(dataDir);
  const work = { kind: "restore", url: target.url, dataDir, file } as const;
  expect(await runBackupProcess({ ...work, killAt: 0.5 })).toMatchObject({ ending: "SIGKILL" });
  expect(await target.store.count(userEntity, {})).toBeGreaterThan(0);
  await expect(target.store.migrate()).rejects.toThrow(RestoreUnfinishedError);
  await restoreBackup({ app: createBackupApp(target.store, dataDir), file, askPassphrase });
  await target.store.migrate();
  expect(await readStore(target.store)).toEqual(await readRestorable(source.store));
  await target.drop();
});

test("a file that cannot be written is named, with the reason", async () => {
  const app = createBackupApp(source.store, folder);
  const missing = join(folder, "missing", "some.backup");
  await expect(createBackup({ app, file: missing })).rejects.toThrow(
    `${missing} could not be written: ENOENT`,
  );
});

test("a backup that is ended early leaves no file", async () => {
  const ended = join(folder, "ended.backup");
  const app = createBackupApp(source.store, folder);
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(createBackup({ app, file: ended, signal })).rejects.toThrow("stopped");
  expect(readdirSync(folder).filter((name) => name.startsWith("ended"))).toEqual([]);
});

test("a backup that is killed leaves no file of its name", async () => {
  const killed = join(folder, "killed.backup");
  const work = { kind: "backup", url: source.url, dataDir: folder, file: killed, killAt: 0.8 } as const;
  expect(await runBackupProcess(work)).toMatchObject({ ending: "SIGKILL" });
  expect(existsSync(killed)).toBe(false);
  expect(readdirSync(folder).some((name) => name.startsWith("killed.backup."))).toBe(true);
});

async function createSqlite(): Promise<FreshStore> {
  const [sqlite] = await listReachableStores();
  if (!sqlite) throw new Error("SQLite is always there");
  return sqlite.create();
}

async function readManifest(backup: string): Promise<unknown> {
  const first = await readBackup(backup).next();
  return first.value as unknown;
}
