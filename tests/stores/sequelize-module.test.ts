/** Sequelize is loaded when it is first needed. Files of store tests have a process each, so nothing has loaded it before. */
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "~/models/store/open-store";
import { StoreUnavailableError } from "~/models/store/store";

const { cache } = createRequire(import.meta.url);
const isSequelizeLoaded = () =>
  Object.keys(cache).some((file) => file.endsWith("sequelize/lib/sequelize.js"));

test("a start that only reads SQLite does not load Sequelize; the first write does", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sequelize-module-"));
  const store = await openStore(`sqlite:${join(folder, "app.db")}`);
  try {
    await store.ping();
    // There is no table yet: also an error is understood without Sequelize.
    await expect(store.find("plans", {})).rejects.not.toBeInstanceOf(StoreUnavailableError);
    expect(isSequelizeLoaded()).toBe(false);
    await expect(store.remove("plans", { id: "free" })).rejects.toThrow("no such table");
    expect(isSequelizeLoaded()).toBe(true);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
