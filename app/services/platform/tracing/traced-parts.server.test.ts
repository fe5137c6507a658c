import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEvent } from "~/models/event.server";
import type { OpenStore } from "~/models/store/database";
import { openMigratedStore } from "../../../../tests/support/migrated-stores";
import { leaveTraceToWake, traceStore } from "./traced-parts.server";
import type { Traces } from "./traces.server";

/** The first store of a process runs every migration. */
const MIGRATED_WITHIN_MS = 60_000;

let folder: string;
let store: OpenStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "traced-parts-"));
  store = await openMigratedStore(folder);
}, MIGRATED_WITHIN_MS);
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test("what a traced transaction has queued wakes its job once, outside of the trace, and is no span", async () => {
  const [spans, log]: [string[], string[]] = [[], []];
  const traces: Traces = {
    runRequest: () => undefined,
    run(span, work) {
      spans.push(span.name);
      return work();
    },
    leave(work) {
      log.push("left");
      return work();
    },
    getTraceId: () => undefined,
    stop: () => Promise.resolve(),
  };
  const jobs = leaveTraceToWake({ wake: (name) => log.push(name) }, traces);
  const traced = traceStore(store, traces);
  traced.listen(() => jobs.wake("mails"));
  await traced.transaction(async (inner) => {
    inner.notify("mails");
    await createEvent(inner, { accountId: "a", userId: "u", name: "report_opened" });
    inner.notify("mails");
    expect(log).toEqual([]);
  });
  expect(log).toEqual(["left", "mails"]);
  expect(spans).toEqual(["transaction", "insert events"]);
});
