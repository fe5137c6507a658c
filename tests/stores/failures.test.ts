/** Errors of a store end up in logs, so they never contain the values of a statement. */
import { inspect } from "node:util";
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { eventEntity } from "~/models/event.server";
import { openDatabase } from "~/models/store/sequelize/database";
import { quoteName } from "~/models/store/sequelize/dialects";
import { DuplicateError } from "~/models/store/store";
import { describeEveryStore } from "../support/stores";

const CANARY = `canary-${"a".repeat(40)}@example.com`;

await describeEveryStore("store errors", (fresh, { name }) => {
  const createEvent = () => ({
    id: uuid(),
    accountId: uuid(),
    userId: uuid(),
    name: CANARY.slice(0, 40),
    metadata: CANARY,
    createdAt: new Date(),
  });

  /** Everything a log could show of the error, down to its causes. */
  const listMessages = (failure: unknown) => inspect(failure, { depth: 20, showHidden: true });

  const getRejection = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (failure: unknown) => failure,
    );

  // MongoDB creates a collection that is missing: tests/stores/mongodb-failures.test.ts has its unexpected errors.
  test.skipIf(name.startsWith("MongoDB"))(
    "an unexpected error of a statement names its table and contains none of its values",
    async () => {
      const { store, url } = fresh();
      const database = await openDatabase({ url, timeoutMs: 3000, poolSize: 1 });
      const rename = async (from: string, to: string) => {
        const [old, next] = [from, to].map((table) => quoteName(database.dialect, table));
        await (await database.sequelize()).query(`ALTER TABLE ${old} RENAME TO ${next}`);
      };
      await rename("events", "gone");
      const written = await getRejection(store.insert(eventEntity, createEvent()));
      const read = await getRejection(store.find(eventEntity, { name: CANARY.slice(0, 40) }));
      await rename("gone", "events");
      await database.close();
      for (const failure of [written, read]) {
        expect(listMessages(failure)).toMatch(/events/);
        expect(listMessages(failure)).not.toContain("canary");
      }
    },
  );

  test("a duplicate error names the duplicate fields and contains none of the values", async () => {
    const { store } = fresh();
    const row = { ...createEvent(), id: CANARY.slice(0, 36) };
    await store.insert(eventEntity, row);
    const failure = await getRejection(store.insert(eventEntity, row));
    expect(failure).toBeInstanceOf(DuplicateError);
    expect(listMessages(failure)).not.toContain("canary");
  });
});
