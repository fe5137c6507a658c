/** The numbers of backups: what an archive may hold, so that a hostile one costs little. */
import { hours, minutes } from "./limits";

/** Changes when a reader of before could not read the archive. */
export const BACKUP_FORMAT = 1;

const MIB = 1024 * 1024;
/** `manifest.json`, `settings.json`, `secret.json` and `end.json`, each. */
export const BACKUP_DOCUMENT_MAX_BYTES = MIB;
/** A row as a line of JSON. The longest text that every database can store has 16 MiB. */
export const BACKUP_LINE_MAX_BYTES = 32 * MIB;
/** A picture of a user is re-encoded to less. */
export const BACKUP_PICTURE_MAX_BYTES = 8 * MIB;
/** Pictures beyond one for each user: some wait for their deletion. */
export const BACKUP_SPARE_PICTURES_MAX = 1000;
/** How many times as long as the archive its content may be. Rows have random ids, and shrink to a fifth or so. */
export const BACKUP_RATIO_MAX = 200;
/** A small archive is padded with zeros, which shrink more. */
export const BACKUP_RATIO_FREE_BYTES = 16 * MIB;

/** Rows read with one statement. */
export const BACKUP_PAGE_ROWS = 500;
/** Rows written with one statement: the fewer of these two. SQLite takes longer for each value that it binds. */
export const BACKUP_BATCH_ROWS = 200;
export const BACKUP_BATCH_BYTES = MIB;

/** A passphrase is all that protects the secret in a stolen backup. */
export const BACKUP_PASSPHRASE_MIN_LENGTH = 12;

/** A statement of a restore may change a whole table. */
export const RESTORE_STATEMENT_TIMEOUT_MS = minutes(10);

/** The longest BACKUP_EVERY_HOURS: a month. */
export const BACKUP_EVERY_MAX_HOURS = 31 * 24;
/** How many scheduled backups are kept: without BACKUP_KEEP, and at most. */
export const BACKUP_KEEP_DEFAULT = 7;
export const BACKUP_KEEP_MAX = 1000;
/** What a killed process has left of a backup is deleted once it was not written to for this long. */
export const BACKUP_PART_KEPT_MS = hours(1);
