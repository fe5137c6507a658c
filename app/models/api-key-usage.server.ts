/** The calls of each API key: one row for each day. */
import { v7 as uuid } from "uuid";
import { KEY_USAGE_DAYS } from "~/domain/api-keys";
import { apiKeyDayEntity, apiKeyEntity, type ApiKeyDayRow } from "./api-key.server";
import type { Store } from "./store/store";

/** The days from `since` on that have calls of the key, in no particular order. `since` is YYYY-MM-DD. */
export function listKeyDays(
  store: Store,
  { accountId, keyId, since }: { accountId: string; keyId: string; since: string },
): Promise<ApiKeyDayRow[]> {
  return store.find(
    apiKeyDayEntity,
    { accountId, keyId, day: { gte: since } },
    { limit: KEY_USAGE_DAYS + 1 },
  );
}

/** A key's use that a process has counted since it last stored it. */
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
    apiKeyEntity,
    { id: { in: ids } },
    { order: { by: "id", direction: "asc" }, limit: Math.max(1, ids.length) },
  );
  const known = new Map(keys.map((key) => [key.id, key]));
  for (const use of inOrder) {
    const key = known.get(use.keyId);
    if (key?.accountId !== use.accountId) continue;
    if (key.lastUsedAt === null || key.lastUsedAt < use.usedAt)
      await store.update(apiKeyEntity, { id: key.id }, { lastUsedAt: use.usedAt, lastUsedIp: use.ip });
    for (const [day, calls] of use.calls) await addToDay(store, use, { day, calls });
  }
}

async function addToDay(
  store: Store,
  { keyId, accountId }: KeyUse,
  { day, calls }: { day: string; calls: number },
): Promise<void> {
  const row = await store.findOne(apiKeyDayEntity, { keyId, day });
  if (row) await store.update(apiKeyDayEntity, { id: row.id }, { calls: row.calls + calls });
  else await store.insert(apiKeyDayEntity, { id: uuid(), keyId, accountId, day, calls });
}
