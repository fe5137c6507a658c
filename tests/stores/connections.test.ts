/** The connections of a process to its database. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { openPrepared } from "~/boot/store.server";
import { readConfig } from "~/config/config.server";
import { makeLog } from "~/log.server";
import { describeStores } from "../support/stores";

const folder = mkdtempSync(join(tmpdir(), "groundwork-connections-"));
afterAll(() => rmSync(folder, { recursive: true }));

await describeStores("connections", (fresh, { name }) => {
  test("a process opens as many as DATABASE_POOL says, and thirty callers at once share them", async () => {
    const config = readConfig({ DATA_DIR: folder, DATABASE_URL: fresh().url, DATABASE_POOL: "3" });
    const store = await openPrepared(config, makeLog("silent"));
    const counting = Array.from({ length: 30 }, () =>
      store.transaction((inside) => inside.count(userEntity, {})),
    );
    expect(new Set(await Promise.all(counting))).toEqual(new Set([0]));
    const pool = store.readPool();
    await store.close();
    if (name === "SQLite") expect(pool).toBeNull();
    // MongoDB has a second pool for transactions.
    else expect(pool).toMatchObject({ max: name.startsWith("MongoDB") ? 6 : 3, waiting: 0 });
  });
});
