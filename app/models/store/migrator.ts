/** Runs migrations by Umzug on a database of any kind: each once, in order. */
import { MigrationError, Umzug } from "umzug";
import { MIGRATIONS } from "../../../migrations";
import { listDone } from "./done-migrations";
import type { Migration, Schema } from "./schema";
import { MIGRATED, type StoreLog } from "./database";

/** The parts of a database that migrations need. */
export interface Migrated {
  schema: Schema;
  /** The database's table of finished migrations. */
  done: {
    /** Their names, in the order in which they ran. */
    list(): Promise<string[]>;
    add(name: string): Promise<unknown>;
    remove(name: string): Promise<unknown>;
  };
  /** Runs before each migration; throws when no more may run. */
  beforeEach?: () => Promise<void>;
  log?: StoreLog;
}

export interface MigrationRange {
  /** The last one to run, or to undo. */
  to?: string;
  /** In the order in which an empty database has them; those of this version by default. */
  migrations?: readonly Migration[];
}

/** Runs the migrations that the database has not had, up to and including `to`. Throws what the database throws. */
export async function runPending(
  database: Migrated,
  { to, migrations = MIGRATIONS }: MigrationRange = {},
): Promise<void> {
  await withoutWrapper(createUmzug(database, migrations).up({ to }));
}

/**
 * Undoes migrations, the one that ran last first, down to and including `to`; all of them without it. Data is lost. Not by their
 * names: one of the product may have run after one of the founder's, and one of the founder's after it.
 */
export async function undo(
  database: Migrated,
  { to, migrations = MIGRATIONS }: MigrationRange = {},
): Promise<void> {
  const done = listDone(await database.done.list());
  const inTime = migrations.toSorted((one, other) => done.indexOf(one.name) - done.indexOf(other.name));
  await withoutWrapper(createUmzug(database, inTime).down({ to: to ?? 0 }));
}

function createUmzug(
  { schema, done, beforeEach, log }: Migrated,
  migrations: readonly Migration[],
): Umzug<Schema> {
  return new Umzug<Schema>({
    migrations: migrations.map(({ name, up, down }) => ({
      name,
      up: async ({ context }) => {
        await beforeEach?.();
        await up(context);
      },
      down: async ({ context }) => {
        await beforeEach?.();
        await down(context);
      },
    })),
    context: schema,
    storage: {
      async logMigration({ name }) {
        await done.add(name);
        log?.(MIGRATED, { name });
      },
      async unlogMigration({ name }) {
        await done.remove(name);
        log?.("migration undone", { name });
      },
      executed: async () => listDone(await done.list()),
    },
    logger: undefined,
  });
}

/** Umzug names the migration in an error of its own; the callers know the database's errors. */
function withoutWrapper(run: Promise<unknown>): Promise<unknown> {
  return run.catch((error: unknown) => {
    throw error instanceof MigrationError ? error.cause : error;
  });
}
