/** From each database to each: the backup and the restore are killed, run again, and lose nothing. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RestoreUnfinishedError } from "~/models/store/store";
import { fillStore, runBackupProcess } from "../support/backups";
import { listReachableStores, sayUnreached, type FreshStore } from "../support/stores";
import { readRestorable, readStore, type WholeStore } from "../support/whole-store";

/** Parts of all rows: of a backup while it measures, writes, and is nearly done; of a restore while it verifies, writes and compares. */
const KILLS = [
  { ofBackup: 0.2, ofRestore: 0.2 },
  { ofBackup: 0.6, ofRestore: 0.5 },
  { ofBackup: 1, ofRestore: 0.9 },
];
const kinds = await listReachableStores();
process.stdout.write(await sayUnreached());

describe.each(kinds)("from $name", (from) => {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-drill-"));
  let source: FreshStore;
  let expected: WholeStore;
  beforeAll(async () => {
    source = await from.create();
    await fillStore(source.store, { rows: 30, events: 6000 });
    expected = await readRestorable(source.store);
  });
  afterAll(async () => {
    await source.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(kinds)("to $name", (to) => {
    test.each(KILLS)("killed at $ofBackup of the backup and $ofRestore of the restore", async (kills) => {
      const target = await to.create();
      const dataDir = mkdtempSync(join(folder, "data-"));
      mkdirSync(join(dataDir, "avatars"));
      const file = join(dataDir, "moved.backup");
      const backup = { kind: "backup", url: source.url, dataDir, file } as const;
      const restore = { kind: "restore", url: target.url, dataDir, file } as const;
      try {
        expect(await runBackupProcess({ ...backup, killAt: kills.ofBackup })).toMatchObject({
          ending: "SIGKILL",
        });
        expect(existsSync(file)).toBe(false);
        expect(await runBackupProcess({ ...backup, killAt: null })).toMatchObject({ ending: "" });
        expect(await runBackupProcess({ ...restore, killAt: kills.ofRestore })).toMatchObject({
          ending: "SIGKILL",
        });
        const { isRestoring } = await target.store.readSchemaState();
        // While it verifies, nothing is changed.
        expect(isRestoring).toBe(kills.ofRestore > 1 / 3);
        if (isRestoring) await expect(target.store.migrate()).rejects.toThrow(RestoreUnfinishedError);
        expect(await runBackupProcess({ ...restore, killAt: null })).toMatchObject({ ending: "" });
        expect(await target.store.readSchemaState()).toEqual({ schema: "current", isRestoring: false });
        expect(await readStore(target.store)).toEqual(expected);
        expect(readdirSync(dataDir).filter((name) => name.endsWith(".part"))).toHaveLength(1);
      } finally {
        await target.drop();
      }
    });
  });
});
