/** What a store throws ends up in logs: never the values that a statement was given. Security N10. */
import { inspect } from "node:util";
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { openDatabase } from "~/models/store/sequelize/database";
import { DuplicateError } from "~/models/store/store";
import { describeStores } from "../support/stores";

const CANARY = `canary-${"a".repeat(40)}@example.com`;

await describeStores("what is thrown", (fresh) => {
  const event = () => ({
    id: uuid(),
    accountId: uuid(),
    userId: uuid(),
    name: CANARY.slice(0, 40),
    metadata: CANARY,
    createdAt: new Date(),
  });

  /** Everything that could be told of it, down to what hangs on its causes. */
  const told = (failure: unknown) => inspect(failure, { depth: 20, showHidden: true });

  const thrown = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (failure: unknown) => failure,
    );

  test("by a statement that nobody foresaw to fail says which it was, and nothing of its values", async () => {
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

  test("by a duplicate names its fields alone", async () => {
    const { store } = fresh();
    const row = { ...event(), id: CANARY.slice(0, 36) };
    await store.insert("events", row);
    const failure = await thrown(store.insert("events", row));
    expect(failure).toBeInstanceOf(DuplicateError);
    expect(told(failure)).not.toContain("canary");
  });
});
