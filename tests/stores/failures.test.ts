/** Errors of a store end up in logs, so they never contain the values of a statement. */
import { inspect } from "node:util";
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { openDatabase } from "~/models/store/sequelize/database";
import { DuplicateError } from "~/models/store/store";
import { describeStores } from "../support/stores";

const CANARY = `canary-${"a".repeat(40)}@example.com`;

await describeStores("store errors", (fresh) => {
  const event = () => ({
    id: uuid(),
    accountId: uuid(),
    userId: uuid(),
    name: CANARY.slice(0, 40),
    metadata: CANARY,
    createdAt: new Date(),
  });

  /** Everything a log could show of the error, down to its causes. */
  const told = (failure: unknown) => inspect(failure, { depth: 20, showHidden: true });

  const thrown = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (failure: unknown) => failure,
    );

  test("an unexpected error of a statement names its table and contains none of its values", async () => {
    const { store, url } = fresh();
    const database = await openDatabase({ url, timeoutMs: 3000, poolSize: 1 });
    await database.sequelize.query("ALTER TABLE events RENAME TO gone");
    const written = await thrown(store.insert("events", event()));
    const read = await thrown(store.find("events", { name: CANARY.slice(0, 40) }));
    await database.sequelize.query("ALTER TABLE gone RENAME TO events");
    await database.close();
    for (const failure of [written, read]) {
      expect(told(failure)).toMatch(/events/);
      expect(told(failure)).not.toContain("canary");
    }
  });

  test("a duplicate error names the duplicate fields and contains none of the values", async () => {
    const { store } = fresh();
    const row = { ...event(), id: CANARY.slice(0, 36) };
    await store.insert("events", row);
    const failure = await thrown(store.insert("events", row));
    expect(failure).toBeInstanceOf(DuplicateError);
    expect(told(failure)).not.toContain("canary");
  });
});
