/** A million events: a backup and a restore stay small in memory on every database. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { eventEntity } from "~/models/event.server";
import type { Store } from "~/models/store/store";
import { fillStore, runBackupProcess, type BackupEnding } from "../support/backups";
import { listReachableStores } from "../support/stores";

const EVENTS = 1_000_000;
const MEMORY_MAX_MIB = 250;
/** Rows of one statement. */
const BATCH = 200;

test.each(await listReachableStores())("$name: a million events need less than 250 MiB", async (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-drill-"));
  const [source, target] = [await kind.create(), await kind.create()];
  try {
    await fillStore(source.store, { rows: 5, events: 0 });
    await insertEvents(source.store);
    const work = { dataDir: folder, file: join(folder, "million.backup"), killAt: null };
    const backup = await runBackupProcess({ kind: "backup", url: source.url, ...work });
    const restore = await runBackupProcess({ kind: "restore", url: target.url, ...work });
    const mib = Math.round(statSync(work.file).size / 1024 / 1024);
    process.stdout.write(`${kind.name}: ${mib} MiB; backup ${format(backup)}; restore ${format(restore)}\n`);
    expect(await target.store.count(eventEntity, {})).toBe(EVENTS);
    for (const { ending, memoryMib } of [backup, restore]) {
      expect(ending).toBe("");
      expect(memoryMib).toBeLessThan(MEMORY_MAX_MIB);
    }
  } finally {
    await Promise.all([source.drop(), target.drop()]);
    rmSync(folder, { recursive: true, force: true });
  }
});

async function insertEvents(store: Store): Promise<void> {
  const [accountId, userId] = [uuid(), uuid()];
  const metadata = JSON.stringify({ page: "/account/billing", referrer: "https://example.com/pricing" });
  const event = {
    accountId,
    userId,
    name: "page_opened",
    metadata,
    createdAt: new Date("2026-03-04T05:06:07.089Z"),
  };
  for (let from = 0; from < EVENTS; from += BATCH) {
    const events = Array.from({ length: BATCH }, () => ({ ...event, id: uuid() }));
    await store.insertAll(eventEntity, events);
  }
}

function format({ seconds, memoryMib }: BackupEnding): string {
  return `${seconds.toFixed(1)} s, ${Math.round(memoryMib)} MiB`;
}
