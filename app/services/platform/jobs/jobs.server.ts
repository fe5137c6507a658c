/**
 * Jobs: the work outside of requests. A job is declared once (app/services/jobs.server.ts) and drives rows that say what
 * is to be done: mails, deliveries, comparisons. A job that is lost therefore loses nothing: its next run finds the rows.
 */
import type { JobName } from "~/domain/jobs";

export interface Job {
  name: JobName;
  /** How often it runs without being woken, in milliseconds. */
  every: number;
  /** How long its first run waits after the start of the process, in milliseconds, unless it is woken before. */
  firstAfter: number;
  /**
   * True: it runs once at a time over all processes, and a run that fails is repeated. False: any number of processes may
   * run it, because it claims each row, and its next run repeats what has failed.
   */
  isExclusive: boolean;
  /**
   * True: the start of a process does not run it. It runs when the database says that it is due, so that restarts neither
   * add runs nor put them off. Only for an exclusive job.
   */
  keepsSchedule?: boolean;
  /** Does what is due. Starts no further step when `signal` is aborted. A throw means that the run has failed. */
  run(signal: AbortSignal): Promise<void>;
  /** Logs why a run has failed. Not called at each run that fails for the same reason. */
  report(cause: unknown): void;
  /** Resolves when that is done which a run has left going on. */
  finish?(): Promise<void>;
}

/** Runs the jobs by their schedules. */
export interface Jobs {
  /** Makes the job run at once, and once more if it is running. Returns immediately and never throws. */
  wake(name: JobName): void;
}

export interface RunningJobs extends Jobs {
  /** Starts no further step of any job. Resolves when the current ones are done. */
  stop(): Promise<void>;
}

/** No job runs: for commands, and for tests that look at the rows. */
export const IDLE_JOBS: RunningJobs = { wake: () => undefined, stop: () => Promise.resolve() };
