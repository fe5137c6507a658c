import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventEntity, createEvent, tryEventWrite } from "~/models/event.server";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import type { OpenStore } from "./database";
import { StoreUnavailableError, type StoreCalls } from "./store";
import { createWriteState, watchWrites } from "./write-state";

/** The first store of a process runs every migration. */
const MIGRATED_WITHIN_MS = 60_000;
const FULL = new StoreUnavailableError("disk full", null, { refusesWrites: true });
const AWAY = new StoreUnavailableError("connection refused", null);
const EVENT = { accountId: "a", userId: "u", name: "report_opened" };

describe("whether the database takes writes", () => {
  let clock: number;
  let tries: number;
  let state: ReturnType<typeof createWriteState>;
  beforeEach(() => {
    [clock, tries] = [0, 0];
    state = createWriteState(() => clock);
  });

  /** Tries a write on a database that is full, unless `succeeds`. */
  const ask = (succeeds = false) =>
    state.require(async () => {
      tries += 1;
      await Promise.resolve();
      if (succeeds) state.succeed();
      else throw FULL;
    });

  test("the database takes writes while nothing has failed, and no write is tried", async () => {
    await ask();
    state.fail(AWAY);
    state.fail(new TypeError("a mistake"));
    clock += 60_000;
    await ask();
    expect(tries).toBe(0);
  });

  test("the database takes no writes after one was refused, until any write succeeds", async () => {
    state.fail(FULL);
    await expect(ask()).rejects.toBe(FULL);
    state.fail(AWAY);
    await expect(ask()).rejects.toBe(FULL);
    state.succeed();
    await ask();
    expect(tries).toBe(0);
  });

  test("while writes are refused one is tried every five seconds, however often it is asked", async () => {
    state.fail(FULL);
    for (let second = 0; second < 15; second += 1) {
      await Promise.all([1, 2, 3].map(() => expect(ask()).rejects.toBe(FULL)));
      clock += 1000;
    }
    expect(tries).toBe(2);
    await ask(true);
    expect(tries).toBe(3);
  });
});

describe("the writes of a store", () => {
  let folder: string;
  let store: OpenStore;
  let outcomes: unknown[];
  let watched: StoreCalls;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "write-state-"));
    store = await openMigratedStore(folder);
  }, MIGRATED_WITHIN_MS);
  beforeEach(async () => {
    await store.remove(eventEntity, { accountId: EVENT.accountId });
    outcomes = [];
    const report = {
      onWritten: () => outcomes.push("written"),
      onFailed: (error: unknown) => outcomes.push(error),
    };
    watched = watchWrites(store, report);
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  test("only writes that have changed a row tell whether the database takes writes", async () => {
    await watched.insertAll(eventEntity, []);
    await watched.update(eventEntity, { id: "none" }, { name: "x" });
    await watched.remove(eventEntity, { id: "none" });
    await watched.find(eventEntity, {});
    expect(outcomes).toEqual([]);
    await createEvent({ ...store, ...watched }, EVENT);
    await watched.update(eventEntity, { accountId: "a" }, { name: "x" });
    await watched.remove(eventEntity, { accountId: "a" });
    expect(outcomes).toEqual(["written", "written", "written"]);
  });

  test("the writes inside a transaction, whose commit may fail, also tell whether the database takes writes", async () => {
    await store.transaction((inside) => createEvent(inside, EVENT));
    await store.requireWritable();
    const failing = store.transaction(async (inside) => {
      await createEvent(inside, EVENT);
      throw FULL;
    });
    await expect(failing).rejects.toBe(FULL);
    await expect(store.requireWritable()).rejects.toBe(FULL);
    await store.transaction((inside) => inside.find(eventEntity, {}));
    await expect(store.requireWritable()).rejects.toBe(FULL);
    await store.transaction((inside) => createEvent(inside, EVENT));
    await store.requireWritable();
  });

  test("a write that is tried leaves nothing, and asking a store that works sends nothing", async () => {
    await store.transaction(tryEventWrite);
    expect(await store.count(eventEntity, {})).toBe(0);
    const before = store.statements;
    await store.requireWritable();
    expect(store.statements).toBe(before);
  });
});
