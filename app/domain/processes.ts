/** The times of the processes of one installation, and the connections that each has to the database. */
import { DRAIN_MS, seconds } from "./limits";

/**
 * The most connections of one process to the database. All processes of all hosts together must stay below the server's
 * limit, which is 100 for PostgreSQL and 151 for MySQL unless it is set.
 */
export const DATABASE_POOL_DEFAULT = 10;
export const DATABASE_POOL_MIN = 2;
/** How long the processes may take before they are killed, in addition to DRAIN_DELAY_MS. */
export const PROCESS_KILL_AFTER_MS = DRAIN_MS + seconds(1);
