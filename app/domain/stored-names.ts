/**
 * The names that something outside of the code holds: saved secrets, backups, processes of another build, dashboards. They are
 * not the product's name, and stay as they are when the product gets another one. docs/decisions/0090-stored-names-are-not-the-products-name.md
 */

/** The salt of every key that is derived from the application secret. With another one no saved secret could be read. */
export const KEY_SALT = "groundwork";

/** What a backup says of where it comes from. With another name, no older backup could be restored. */
export const BACKUP_PRODUCT = "Groundwork";

/** Before the keys and channels in Redis, which the processes of an older build share while a newer one starts. */
export const REDIS_PREFIX = "groundwork";

/** Before the metrics, which alerts and dashboards name. */
export const METRICS_PREFIX = "groundwork_";

/** The service and the attributes of traces, by which collectors find them. */
export const TRACE_SERVICE = "groundwork";

/** How connections name themselves to a database, for a person who looks at its list of sessions. */
export const DATABASE_CLIENT_NAME = "groundwork";

/** The file that marks the folder or bucket with the avatars as this product's. */
export const AVATARS_MARKER = ".groundwork";

/** The id of the product at the providers of the sandbox, which pages of an older build may still carry. */
export const SANDBOX_CLIENT_ID = "groundwork";

/** How a webhook names its sender: receivers may filter by it. */
export const WEBHOOK_AGENT = "Groundwork-Webhooks/1";
