/** The common code of the commands for backups: the parts of the product that they need, and how they end. */
import { ConfigError, type Config } from "../../app/config/config.server";
import { makeFilesPrivate } from "../../app/config/data-dir.server";
import type { FileStore } from "../../app/gateways/files/file-store";
import { openAvatarFiles } from "../../app/gateways/files/open-files";
import { openStore } from "../../app/models/store/open-store";
import type { Database } from "../../app/models/store/database";
import type { Store } from "../../app/models/store/store";
import { minutes } from "../../app/domain/limits";

/** A statement of a restore may change a whole table. */
const RESTORE_STATEMENT_TIMEOUT_MS = minutes(10);

export interface Parts {
  config: Config;
  store: Store;
  database: Database;
  avatars: { files: FileStore };
}

/** Opens the store and changes nothing. Neither the payment provider nor its sandbox is needed. */
export async function openParts(config: Config): Promise<Parts> {
  const store = await openStore(config.databaseUrl, {
    statementTimeoutMs: RESTORE_STATEMENT_TIMEOUT_MS,
    poolSize: config.databasePool,
  }).catch((cause: unknown) => {
    throw new ConfigError(`DATABASE_URL: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  });
  return { config, store, database: store, avatars: { files: await openAvatarFiles(config) } };
}

/** Runs the command and prints its result; the usage when that is null. Returns the exit code. */
export async function runCommand(usage: string, work: () => Promise<string | null>): Promise<number> {
  makeFilesPrivate();
  try {
    const message = await work();
    if (message === null) return fail(usage);
    process.stdout.write(`${message}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")) return fail(usage);
    if (!EXPECTED.has(error.name)) throw error;
    return fail(error.message);
  }
}

/** Errors whose messages say what to do. */
const EXPECTED = new Set(["BackupError", "ConfigError", "StoreUnavailableError", "RestoreUnfinishedError"]);

function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}
