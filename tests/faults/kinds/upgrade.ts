/** Faults of an update, and of what moves an installation. The tests of `npm test` make them. */
import { STORES, type ByTests, type Kind } from "../kind";

const MIGRATIONS = "tests/stores/migrations.test.ts";

export const UPGRADE_KINDS: readonly Kind[] = [
  byTests("migration-fails", "a migration fails, or stops half-way", {
    ...{ file: MIGRATIONS, titles: "stopped half-way|a failing migration" },
  }),
  byTests("two-migrators", "several processes migrate at the same time", {
    ...{ file: MIGRATIONS, titles: "processes that start at the same time" },
  }),
  byTests("rollback", "every migration is taken back, and run again", {
    ...{ file: MIGRATIONS, titles: "up, down and up|can be reverted" },
  }),
  byTests("old-version", "the version before runs on the new schema", {
    file: "tests/stores/old-version.test.ts",
  }),
  byTests("restore", "a backup is restored, and the restore is killed", {
    file: "tests/stores/backup.test.ts",
  }),
  byTests("restore-faults", "a disk or a server fails during a backup or a restore", {
    file: "tests/stores/backup-faults.test.ts",
  }),
  byTests("wrong-secret", "the application secret is another one", {
    ...{ project: "http", file: "tests/http/rekey.test.ts" },
  }),
  byTests("settings-truncated", "the file of the settings is cut off", {
    ...{ project: "unit", file: "app/config/saved.server.test.ts" },
  }),
];

function byTests(
  id: string,
  name: string,
  { project = "stores", ...tests }: Omit<ByTests, "by" | "project"> & Partial<Pick<ByTests, "project">>,
): Kind {
  return { id, name, group: "upgrade", stores: STORES, way: { by: "tests", project, ...tests } };
}
