/**
 * Lets one process at a time migrate: a document with a lease, which its owner renews. The server's clock decides, so
 * that the clocks of the processes need not agree.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "mongodb";

const LOCK_COLLECTION = "migration_lock";
const LOCK_ID = "migrations";
/** A process that died while it migrated holds up the others for this long. */
const LEASE_SECONDS = 30;
const RENEW_MS = (LEASE_SECONDS * 1000) / 3;
const RETRY_MS = 100;
/** Waiting for another process that changes large collections takes long. */
const WAIT_MS = 10 * 60 * 1000;

interface LockDocument {
  _id: string;
  owner: string;
  until: Date;
}

/**
 * Runs `work` while this process holds the lock. `requireLock` throws when it was lost, as after a pause longer than
 * the lease. Throws when the lock does not become free.
 */
export async function runWithLock<T>(
  db: Db,
  work: (requireLock: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const owner = randomUUID();
  await acquire(db, owner);
  const requireLock = async () => {
    if (!(await renew(db, { owner }, owner))) throw new Error("another process migrates the database now");
  };
  // A renewal that fails is noticed before the next migration.
  const renewing = setInterval(() => void requireLock().catch(() => undefined), RENEW_MS);
  try {
    return await work(requireLock);
  } finally {
    clearInterval(renewing);
    await locks(db).updateOne({ _id: LOCK_ID, owner }, { $set: { until: new Date(0) } });
  }
}

async function acquire(db: Db, owner: string): Promise<void> {
  const endsAt = Date.now() + WAIT_MS;
  await createLock(db);
  while (!(await renew(db, { $expr: { $lt: ["$until", "$$NOW"] } }, owner))) {
    if (Date.now() > endsAt) throw new Error("another process has been migrating for too long");
    await pause(RETRY_MS);
  }
}

/** Two processes may create it at once: then one of them gets the duplicate error, and the lock is there. */
async function createLock(db: Db): Promise<void> {
  const free = { $setOnInsert: { owner: "", until: new Date(0) } };
  await locks(db)
    .updateOne({ _id: LOCK_ID }, free, { upsert: true })
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== DUPLICATE_KEY) throw error;
    });
}

const DUPLICATE_KEY = 11000;

/** Returns whether the lock matched the condition and is now this owner's. */
async function renew(db: Db, condition: object, owner: string): Promise<boolean> {
  const until = { $dateAdd: { startDate: "$$NOW", unit: "second", amount: LEASE_SECONDS } };
  const change = [{ $set: { owner: { $literal: owner }, until } }];
  return (await locks(db).updateOne({ _id: LOCK_ID, ...condition }, change)).matchedCount === 1;
}

function locks(db: Db) {
  return db.collection<LockDocument>(LOCK_COLLECTION);
}
