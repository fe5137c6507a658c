import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import { assembleStore } from "./assemble-store";
import type { OpenStore } from "./database";

/** The first store of a process runs every migration. */
const MIGRATED_WITHIN_MS = 60_000;

let folder: string;
let store: OpenStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "assemble-store-"));
  store = await openMigratedStore(folder);
}, MIGRATED_WITHIN_MS);
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test("of three attempts of a transaction the last one is heard, and a call that an earlier one left behind is not", async () => {
  const startingAgain = assembleStore({
    ...store,
    calls: store,
    async runTransaction(work) {
      for (let attempt = 1; attempt < 3; attempt += 1) await work(store);
      return work(store);
    },
    counter: { statements: 0 },
    probe: () => store.ping(),
  });
  const heard: string[] = [];
  startingAgain.listen((queue) => heard.push(queue));
  const late: (() => void)[] = [];
  await startingAgain.transaction(async (inner) => {
    const attempt = late.length + 1;
    for (const leave of late) leave();
    late.push(() => inner.notify(`late of attempt ${attempt}`));
    inner.notify("mails");
    inner.notify(`attempt ${attempt}`);
  });
  expect(heard).toEqual(["mails", "attempt 3"]);
});
