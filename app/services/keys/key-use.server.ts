/**
 * The use of API keys: the time and the IP of the last call, and the calls of each day. Kept in memory first, so that a
 * call waits for no query; each key is written at most once a minute, many keys together.
 */
import { addKeyUse, type KeyUse } from "~/models/api-key-usage.server";
import { DuplicateError } from "~/models/store/store";
import { minutes } from "~/domain/limits";
import { toDay, toDayText } from "../billing/api-calls/api-call-totals.server";
import type { App } from "../platform/app.server";
import type { KeyUseRecorder } from "../platform/workers.server";

/** The time of the last use and the calls of a key are written at most this often, because a call must not cost a write. */
const KEY_USE_EVERY_MS = minutes(1);
/** The first call of a key is written this soon. */
const KEY_USE_FIRST_AFTER_MS = 500;
/** Keys that one transaction stores. */
const KEY_USE_BATCH = 50;

interface KeyUseDependencies extends Pick<App, "store"> {
  log: Pick<App["log"], "error">;
  /** How often a key is stored at most, and how soon after its first call; both in milliseconds. */
  every?: number;
  firstAfter?: number;
  now?: () => number;
}

/** Starts to record. While there are no calls, it does nothing. */
export function startKeyUse(parts: KeyUseDependencies): KeyUseRecorder {
  const { store, log, every = KEY_USE_EVERY_MS, firstAfter = KEY_USE_FIRST_AFTER_MS, now = Date.now } = parts;
  const tally = createTally(now);
  /** When each key was stored last. Times before `every` have no effect, and are forgotten. */
  const storedAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let flushing = Promise.resolve();
  let hasFailed = false;

  const isDue = (keyId: string) => (storedAt.get(keyId) ?? -Infinity) + every <= now();
  function schedule(keyId: string): void {
    const time = Math.max(now() + firstAfter, (storedAt.get(keyId) ?? -Infinity) + every);
    if (time >= dueAt) return;
    clearTimeout(timer);
    dueAt = time;
    timer = setTimeout(() => void flush(isDue), time - now()).unref();
  }

  /** Failed writes wait as long as others, so that a broken database is not asked all the time. */
  async function storeDue(isWanted: (keyId: string) => boolean): Promise<void> {
    dueAt = Infinity;
    const keyIds = tally.listKeyIds().filter(isWanted);
    for (let at = 0; at < keyIds.length; at += KEY_USE_BATCH) {
      const batch = keyIds.slice(at, at + KEY_USE_BATCH);
      for (const keyId of batch) storedAt.set(keyId, now());
      try {
        await tally.store(batch, (uses) => storeBatch(store, uses));
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) log.error({ err: error }, "the use of API keys could not be stored");
        hasFailed = true;
      }
    }
    for (const [keyId, time] of storedAt) if (time + every <= now()) storedAt.delete(keyId);
    tally.listKeyIds().forEach(schedule);
  }
  const flush = (isWanted: (keyId: string) => boolean) =>
    (flushing = flushing.then(() => storeDue(isWanted)));

  return {
    record(call) {
      if (tally.count(call)) schedule(call.keyId);
    },
    getUnstored: tally.get,
    flush: () => flush(() => true),
    stop: () => flush(() => true).then(() => clearTimeout(timer)),
  };
}

/** The use that is in memory only. */
function createTally(now: () => number) {
  const pending = new Map<string, KeyUse>();
  /** The batch that is being stored. It counts as unstored until it is stored. */
  let storing: readonly KeyUse[] = [];

  return {
    listKeyIds: () => [...pending.keys()],
    /** Counts one call. Returns whether it is the first of its key since the last time the key was stored. */
    count({ keyId, accountId, ip }: { keyId: string; accountId: string; ip: string }): boolean {
      const known = pending.get(keyId);
      const today = new Map([[toDayText(toDay(now())), 1]]);
      const calls = known ? addCalls(known.calls, today) : today;
      pending.set(keyId, { keyId, accountId, ip, usedAt: new Date(now()), calls });
      return known === undefined;
    },
    get(keyId: string): KeyUse | undefined {
      return join(
        storing.find((use) => use.keyId === keyId),
        pending.get(keyId),
      );
    },
    /** Stores the use of these keys. What cannot be stored is kept, and joined with what has been counted since. */
    async store(keyIds: readonly string[], save: (uses: readonly KeyUse[]) => Promise<void>): Promise<void> {
      storing = keyIds.flatMap((keyId) => pending.get(keyId) ?? []);
      for (const keyId of keyIds) pending.delete(keyId);
      try {
        await save(storing);
      } catch (error) {
        for (const use of storing) pending.set(use.keyId, join(use, pending.get(use.keyId)) ?? use);
        throw error;
      } finally {
        storing = [];
      }
    },
  };
}

function join(earlier: KeyUse | undefined, later: KeyUse | undefined): KeyUse | undefined {
  return earlier && later ? { ...later, calls: addCalls(earlier.calls, later.calls) } : (later ?? earlier);
}

function addCalls(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> {
  const sum = new Map(one);
  for (const [day, calls] of other) sum.set(day, (sum.get(day) ?? 0) + calls);
  return sum;
}

/** Two processes may store the first calls of a day at once: the second try finds the row of the other. */
async function storeBatch(store: KeyUseDependencies["store"], uses: readonly KeyUse[]): Promise<void> {
  const work = () => store.transaction((inside) => addKeyUse(inside, uses));
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error;
    await work();
  }
}
