/** The state of each job over all processes: when it is due, who runs it until when, and how its last run ended. */
import type { JobName } from "~/domain/jobs";
import { date, integer, nullable, string, text, type Entity } from "./store/entity";
import { DuplicateError, type Store } from "./store/store";

export interface JobRow {
  /** Its name. */
  id: JobName;
  /** The job does not run before this time, unless it is woken. It stays in the past while the job runs. */
  dueAt: Date;
  /** Until when the process that runs it has claimed it. */
  lockedUntil: Date;
  /** How often it has failed since it succeeded. */
  attempts: number;
  /** Why the last run failed; null when it succeeded. */
  failure: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export const jobEntity: Entity<JobRow> = {
  table: "jobs",
  belongsTo: null,
  fields: {
    id: string(64),
    dueAt: date(),
    lockedUntil: date(),
    attempts: integer(),
    failure: nullable(text()),
    startedAt: nullable(date()),
    finishedAt: nullable(date()),
  },
};

type JobId = Pick<JobRow, "id">;

/** Every job that has been stored. There is one row for each name. */
export function listJobs(store: Store): Promise<JobRow[]> {
  return store.find(jobEntity, {});
}

/** Null before its first run. */
export function findJob(store: Store, { id }: JobId): Promise<JobRow | null> {
  return store.findOne(jobEntity, { id });
}

/** Stores a job that no process has run yet. */
export async function createJob(store: Store, { id }: JobId, dueAt: Date): Promise<void> {
  if (await store.findOne(jobEntity, { id })) return;
  const lockedUntil = dueAt;
  const empty = { attempts: 0, failure: null, startedAt: null, finishedAt: null };
  await store.insert(jobEntity, { id, dueAt, lockedUntil, ...empty }).catch((error: unknown) => {
    // Another process has stored it in the meantime.
    if (!(error instanceof DuplicateError)) throw error;
  });
}

/** Makes the job due at `at`, also while it runs: it then runs again. */
export async function requestJob(store: Store, { id }: JobId, at: Date): Promise<void> {
  await store.update(jobEntity, { id }, { dueAt: at });
}

/** Makes the job due at `at` if it is due later. */
export async function bringJobForward(store: Store, { id }: JobId, at: Date): Promise<void> {
  await store.update(jobEntity, { id, dueAt: { gt: at } }, { dueAt: at });
}

/** Makes the job due at `at` if its last run failed. False when it did not. */
export async function requestFailedJob(store: Store, { id }: JobId, at: Date): Promise<boolean> {
  return (await store.update(jobEntity, { id, failure: { not: null } }, { dueAt: at, attempts: 0 })) === 1;
}

/**
 * Claims the job until `lockedUntil`; null when it is not due, or another process has it. The claim is one conditional
 * update, so one of any number of processes gets it. `isDueOnly` false: also before it is due.
 */
export async function claimJob(
  store: Store,
  { id }: JobId,
  { at, lockedUntil, isDueOnly }: { at: Date; lockedUntil: Date; isDueOnly: boolean },
): Promise<JobRow | null> {
  const row = await store.findOne(jobEntity, { id });
  if (!row || row.lockedUntil > at || (isDueOnly && row.dueAt > at)) return null;
  const claim = { lockedUntil, startedAt: at };
  const claimed = await store.update(jobEntity, { id, lockedUntil: row.lockedUntil }, claim);
  return claimed === 1 ? { ...row, ...claim } : null;
}

/** Keeps the claim until `lockedUntil`. Null when it has ended, and another process may have the job. */
export async function renewJob(store: Store, row: JobRow, lockedUntil: Date): Promise<JobRow | null> {
  const held = { id: row.id, lockedUntil: row.lockedUntil };
  return (await store.update(jobEntity, held, { lockedUntil })) === 1 ? { ...row, lockedUntil } : null;
}

type Outcome = Pick<JobRow, "dueAt" | "attempts" | "failure" | "finishedAt">;

/**
 * Ends the claim and stores the outcome. A job that was requested during its run keeps that time instead of the
 * outcome's `dueAt`. Does nothing when the claim has ended.
 */
export async function settleJob(
  store: Store,
  row: JobRow,
  { dueAt, ...outcome }: Outcome & { finishedAt: Date },
): Promise<void> {
  const held = { id: row.id, lockedUntil: row.lockedUntil };
  const free = { ...outcome, lockedUntil: outcome.finishedAt };
  if ((await store.update(jobEntity, { ...held, dueAt: row.dueAt }, { ...free, dueAt })) === 0)
    await store.update(jobEntity, held, free);
}

/** Stores the outcome of a job that several processes may run at once. */
export async function recordJob(
  store: Store,
  { id, ...outcome }: JobId & Outcome & Pick<JobRow, "startedAt">,
): Promise<void> {
  if ((await store.update(jobEntity, { id }, outcome)) === 1) return;
  await createJob(store, { id }, outcome.dueAt);
  await store.update(jobEntity, { id }, outcome);
}
