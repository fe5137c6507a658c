/** Numbers of what an operator switches: the announcement, maintenance and sign-ups. */
import { seconds } from "./limits";

/** In each language. */
export const ANNOUNCEMENT_MAX_LENGTH = 300;
/** How often each process reads the switches, and so how late it may notice a change of another process. */
export const SITE_READ_EVERY_MS = seconds(2);
/** When a client may try again during maintenance, whose end is not known. */
export const MAINTENANCE_RETRY_AFTER_SECONDS = 300;
/** The largest integer that every database stores. */
export const REVISION_MAX = 2 ** 31 - 1;
