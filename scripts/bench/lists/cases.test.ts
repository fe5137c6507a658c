/** The cases of `npm run bench -- --lists`, on a database that is small enough for a test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "~/services/platform/operation.server";
import { runOperation } from "~/services/platform/operation.server";
import { createContext, makeApp } from "../../../tests/support/services";
import { listReachableStores, type FreshStore } from "../../../tests/support/stores";
import { listCases, type ListCase } from "./cases";
import { growDatabase, type Sizes } from "./grow";

/** Enough for several pages of each list. */
const SIZES: Sizes = { members: 200, events: 200, others: 200, keys: 3 };

let folder: string;
let fresh: FreshStore;
let cases: ListCase[];
let contexts: Record<ListCase["by"], Context>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-lists-"));
  const [sqlite] = await listReachableStores();
  if (!sqlite) throw new Error("there is no SQLite");
  fresh = await sqlite.create();
  const { owner, master } = await growDatabase(fresh, SIZES);
  const app = makeApp({ store: fresh.store, folder });
  contexts = { owner: await createContext(app, owner), master: await createContext(app, master) };
  cases = await listCases(fresh.store, SIZES);
});
afterAll(async () => {
  await fresh.drop();
  rmSync(folder, { recursive: true, force: true });
});

test("every case of the benchmark of lists gets an answer", async () => {
  expect(cases.length).toBeGreaterThan(300);
  for (const { operation, input, by } of cases)
    await expect(runOperation(operation, input, contexts[by]), JSON.stringify(input)).resolves.toBeDefined();
});

test("a case that begins at a row gets another page than the beginning of the list", async () => {
  const placed = cases.filter(({ input }) => "after" in input || "before" in input);
  expect(placed.length).toBeGreaterThan(50);
  for (const { operation, input, by } of placed) {
    const { after: _after, before: _before, ...beginning } = input;
    const page = await runOperation(operation, input, contexts[by]);
    const first = await runOperation(operation, beginning, contexts[by]);
    expect(page.data, JSON.stringify(input)).not.toEqual(first.data);
  }
});
