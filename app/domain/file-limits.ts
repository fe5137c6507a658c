/** Numbers of files that are kept in a bucket. */
import { seconds } from "./limits";

/** How often the client tries a call, the first time included. */
export const BUCKET_ATTEMPTS = 3;
export const BUCKET_CONNECT_TIMEOUT_MS = seconds(3);
/** How long one attempt may take. */
export const BUCKET_TIMEOUT_MS = seconds(10);
/** How long a start waits for another host that is marking the files of a new database. */
export const MARKER_SETTLES_MS = seconds(2);
/** How many pictures a check of an installation looks for. */
export const PICTURES_CHECKED_MAX = 1000;
