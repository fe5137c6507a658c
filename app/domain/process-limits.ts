/** The numbers of processes and of their connections, each with its unit and its reason. The others are in limits.ts. */
import { DRAIN_MS, minutes, seconds } from "./limits";

/** How many processes one host may start. */
export const PROCESSES_MAX = 64;
/**
 * The most connections of one process to the database. All processes of all hosts together must stay below the server's
 * limit, which is 100 for PostgreSQL and 151 for MySQL unless it is set.
 */
export const DATABASE_POOL_DEFAULT = 10;
export const DATABASE_POOL_MIN = 2;
export const DATABASE_POOL_MAX = 500;
/** Waits before a process that has ended is started again; the last one repeats. */
export const PROCESS_RESTART_WAITS_MS = [seconds(0.1), seconds(1), seconds(2), seconds(3)];
/** A process that has served for this long starts its next wait from the first one. */
export const PROCESS_STABLE_AFTER_MS = minutes(1);
/** How long a process may still serve its open requests after an error that nothing has caught. */
export const UNCAUGHT_DRAIN_MS = seconds(3);
/**
 * How long a process that leaves goes on accepting: longer than two rounds of a balancer that asks for its health every two
 * seconds.
 */
export const DRAIN_DELAY_DEFAULT_MS = seconds(5);
export const DRAIN_DELAY_MAX_MS = minutes(1);
/** How long the processes may take before they are killed, beside DRAIN_DELAY_MS. */
export const PROCESS_KILL_AFTER_MS = DRAIN_MS + seconds(1);

/**
 * How long a connection without a request stays open: longer than proxies keep theirs, mostly a minute. A proxy that sends
 * a request while the connection closes answers 502.
 */
export const KEEP_ALIVE_MS = seconds(75);
/** How often connections without a request are closed while the server drains. */
export const DRAIN_IDLE_EVERY_MS = seconds(0.1);
