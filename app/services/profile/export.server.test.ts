import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventEntity } from "~/models/event.server";
import { EXPORT_PAGE, EXPORT_RECORDS_MAX_LENGTH } from "~/domain/limits";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import { makeTestUser } from "../../../tests/support/users";
import { createContext, makeApp, runConcurrently } from "../../../tests/support/services";
import type { App } from "../platform/app.server";
import type { Context } from "../platform/operation.server";
import { exportUser } from "./export.server";

const EVENTS = 2 * EXPORT_PAGE + 10;
const METADATA = JSON.stringify({ text: "x".repeat(4000) });

const folder = mkdtempSync(join(tmpdir(), "export-"));
let app: App;
let context: Context;
beforeAll(async () => {
  const store = await openMigratedStore(folder);
  app = makeApp({ store, folder });
  const person = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: null });
  context = await createContext(app, person);
  await addEvents(EVENTS, null);
});
afterAll(async () => {
  await app.database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function addEvents(count: number, metadata: string | null): Promise<void> {
  const { user, account } = context.viewer ?? {};
  await app.store.transaction(async (inner) => {
    for (let index = 0; index < count; index += 1) {
      const createdAt = new Date(Date.UTC(2026, 0, 1) + index * 1000);
      const owner = { userId: user?.id ?? "", accountId: account?.id ?? "" };
      await inner.insert(eventEntity, { id: uuid(), ...owner, name: `event-${index}`, metadata, createdAt });
    }
  });
}

test("several pages of events are exported completely, newest first", async () => {
  const { data } = await exportUser.run({}, context);
  const names = Array.from({ length: EVENTS }, (_, index) => `event-${EVENTS - 1 - index}`);
  expect(data.events.map(({ name }) => name)).toEqual(names);
});

test("of five concurrent exports one runs, two wait, and the others are rejected with the time to retry", async () => {
  const { answers, refusals } = await runConcurrently(5, () => exportUser.run({}, context));
  expect(answers).toHaveLength(3);
  expect(refusals.map(({ status, detail }) => [status, detail.retryAfterSeconds])).toEqual([
    [503, 10],
    [503, 10],
  ]);
});

test("large events end the list at most a page after the size limit", async () => {
  await addEvents(EXPORT_RECORDS_MAX_LENGTH / 4000 + 2 * EXPORT_PAGE, METADATA);
  const { data } = await exportUser.run({}, context);
  const length = JSON.stringify(data.events).length;
  expect(length).toBeGreaterThan(EXPORT_RECORDS_MAX_LENGTH * 0.9);
  expect(length).toBeLessThan(EXPORT_RECORDS_MAX_LENGTH + 2 * EXPORT_PAGE * METADATA.length);
});
