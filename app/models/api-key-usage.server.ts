/** The calls of each API key: one row for each day. */
import { v7 as uuid } from "uuid";
import { KEY_USAGE_DAYS } from "~/domain/key-limits";
import { deleteInBatches, type Cleanup } from "./store/delete-in-batches";
import { id, integer, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface ApiKeyDayRow {
  id: string;
  keyId: string;
  accountId: string;
  /** In UTC, as YYYY-MM-DD. */
  day: string;
  calls: number;
}

export const apiKeyDayEntity: Entity<ApiKeyDayRow> = {
  table: "api_key_days",
  belongsTo: { account: "accountId" },
  fields: { id: id(), keyId: id(), accountId: id(), day: string(10), calls: integer() },
  unique: [["keyId", "day"]],
  indexes: [["accountId"], ["day"]],
};

/** The days from `since` on that have calls of the key, in no particular order. `since` is YYYY-MM-DD. */
export function listKeyDays(
  store: Store,
  { accountId, keyId, since }: { accountId: string; keyId: string; since: string },
): Promise<ApiKeyDayRow[]> {
  return store.find("apiKeyDays", { accountId, keyId, day: { gte: since } }, { limit: KEY_USAGE_DAYS + 1 });
}

/** What a process has counted of one key since it last stored it. */
export interface KeyUse {
  keyId: string;
  accountId: string;
  /** The calls by day, as YYYY-MM-DD. */
  calls: ReadonlyMap<string, number>;
  usedAt: Date;
  ip: string;
}

/**
 * Stores the last use of these keys and adds their calls to the days. A key that was deleted meanwhile is left out. Runs
 * in a transaction; the rows of the keys, which it locks first, keep two processes from adding to a day at once.
 */
export async function addKeyUse(store: Store, uses: readonly KeyUse[]): Promise<void> {
  const inOrder = uses.toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1));
  const ids = inOrder.map(({ keyId }) => keyId);
  const keys = await store.find(
    "apiKeys",
    { id: { in: ids } },
    { order: { by: "id", direction: "asc" }, limit: Math.max(1, ids.length) },
  );
  const known = new Map(keys.map((key) => [key.id, key]));
  for (const use of inOrder) {
    const key = known.get(use.keyId);
    if (key?.accountId !== use.accountId) continue;
    if (key.lastUsedAt === null || key.lastUsedAt < use.usedAt)
      await store.update("apiKeys", { id: key.id }, { lastUsedAt: use.usedAt, lastUsedIp: use.ip });
    for (const [day, calls] of use.calls) await addToDay(store, use, { day, calls });
  }
}

async function addToDay(
  store: Store,
  { keyId, accountId }: KeyUse,
  { day, calls }: { day: string; calls: number },
): Promise<void> {
  const row = await store.findOne("apiKeyDays", { keyId, day });
  if (row) await store.update("apiKeyDays", { id: row.id }, { calls: row.calls + calls });
  else await store.insert("apiKeyDays", { id: uuid(), keyId, accountId, day, calls });
}

/** For the cleanup only: deletes the days of all accounts before `before`. */
export function deleteOldKeyDays(store: Store, { before, isStopped }: Cleanup): Promise<number> {
  const day = before.toISOString().slice(0, 10);
  return deleteInBatches(store, "apiKeyDays", { where: { day: { lt: day } }, isStopped });
}
