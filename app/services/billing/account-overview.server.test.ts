// An account's overview on the dashboard, with a real store.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SEATS_COUNTED_MAX } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { addMembers } from "../../../tests/support/members";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import { makeTestUser } from "../../../tests/support/users";
import { createContext, makeApp } from "../../../tests/support/services";
import { requireViewer } from "../platform/operation.server";
import { insertShippedPlans } from "./plans/plans.server";
import { readAccountOverview } from "./account-overview.server";

const folder = mkdtempSync(join(tmpdir(), "account-overview-"));
let store: OpenStore;
beforeAll(async () => {
  store = await openMigratedStore(folder);
  await insertShippedPlans(store);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ["a small account costs one query", 3, 1],
  ["a large account costs two", SEATS_COUNTED_MAX + 20, 2],
])("every member is counted: %s", async (_what, others, queries) => {
  const owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  await addMembers(store, { accountId: owner.accountId, like: owner.userId, count: others });
  const app = makeApp({ store, folder });
  const viewer = requireViewer(await createContext(app, owner));
  const before = store.statements;
  const summary = await readAccountOverview(app, viewer, "en");
  expect(store.statements - before).toBe(queries);
  expect(summary?.usage.seats.used).toBe(others + 1);
});
