/** A million events: a backup and a restore stay small in memory on every database. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillStore, runBackupProcess, type BackupEnding } from "../support/backups";
import { listReachableStores } from "../support/stores";

const EVENTS = 1_000_000;
const MEMORY_MAX_MIB = 250;

test.each(await listReachableStores())("$name: a million events need less than 250 MiB", async (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-drill-"));
  const [source, target] = [await kind.create(), await kind.create()];
  try {
    await fillStore(source.store, { rows: 5, events: EVENTS });
    const work = { dataDir: folder, file: join(folder, "million.backup"), killAt: null };
    const backup = await runBackupProcess({ kind: "backup", url: source.url, ...work });
    const restore = await runBackupProcess({ kind: "restore", url: target.url, ...work });
    const mib = Math.round(statSync(work.file).size / 1024 / 1024);
    process.stdout.write(`${kind.name}: ${mib} MiB; backup ${format(backup)}; restore ${format(restore)}\n`);
    expect(await target.store.count("events", {})).toBe(EVENTS);
    for (const { ending, memoryMib } of [backup, restore]) {
      expect(ending).toBe("");
      expect(memoryMib).toBeLessThan(MEMORY_MAX_MIB);
    }
  } finally {
    await Promise.all([source.drop(), target.drop()]);
    rmSync(folder, { recursive: true, force: true });
  }
});

function format({ seconds, memoryMib }: BackupEnding): string {
  return `${seconds.toFixed(1)} s, ${Math.round(memoryMib)} MiB`;
}
