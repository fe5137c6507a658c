/** Sequelize is loaded when it is first needed. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { closeSetup } from "~/models/setup-closing.server";
import { openMigratedStore } from "../support/migrated-stores";

const SCRIPT = fileURLToPath(new URL("sequelize-process.ts", import.meta.url));

test("a start on a migrated SQLite with users does not load Sequelize; the first statement with a condition does", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sequelize-module-"));
  try {
    const store = await openMigratedStore(folder);
    // As the first verified user does.
    await closeSetup(store);
    await store.close();
    // A process of its own, in which no other test has loaded it.
    const printed = execFileSync(
      process.execPath,
      ["--import", "tsx", SCRIPT, `sqlite:${join(folder, "app.db")}`],
      { encoding: "utf8" },
    );
    expect(JSON.parse(printed)).toEqual({ hasUsers: true, afterStart: false, afterCondition: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
