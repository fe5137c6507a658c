import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEvent } from "~/models/event.server";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import { StoreUnavailableError, type Store, type StoreCalls } from "./store";
import { createWriteState, tryWrite, watchWrites } from "./write-state";

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

  test("it does while nothing has failed, and no write is tried", async () => {
    await ask();
    state.fail(AWAY);
    state.fail(new TypeError("a mistake"));
    clock += 60_000;
    await ask();
    expect(tries).toBe(0);
  });

  test("it does not after a write was refused, until any write succeeds", async () => {
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
  let store: Store;
  let outcomes: unknown[];
  let watched: StoreCalls;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "write-state-"));
    store = await openMigratedStore(folder);
  }, MIGRATED_WITHIN_MS);
  beforeEach(async () => {
    await store.remove("events", { accountId: EVENT.accountId });
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

  test("are those that have changed a row", async () => {
    await watched.insertAll("events", []);
    await watched.update("events", { id: "none" }, { name: "x" });
    await watched.remove("events", { id: "none" });
    await watched.find("events", {});
    expect(outcomes).toEqual([]);
    await createEvent({ ...store, ...watched }, EVENT);
    await watched.update("events", { accountId: "a" }, { name: "x" });
    await watched.remove("events", { accountId: "a" });
    expect(outcomes).toEqual(["written", "written", "written"]);
  });

  test("are also those of a transaction, whose commit may fail", async () => {
    await store.transaction((inside) => createEvent(inside, EVENT));
    await store.requireWritable();
    const failing = store.transaction(async (inside) => {
      await createEvent(inside, EVENT);
      throw FULL;
    });
    await expect(failing).rejects.toBe(FULL);
    await expect(store.requireWritable()).rejects.toBe(FULL);
    await store.transaction((inside) => inside.find("events", {}));
    await expect(store.requireWritable()).rejects.toBe(FULL);
    await store.transaction((inside) => createEvent(inside, EVENT));
    await store.requireWritable();
  });

  test("a write that is tried leaves nothing, and asking a store that works sends nothing", async () => {
    await tryWrite(store);
    expect(await store.count("events", {})).toBe(0);
    const before = store.statements;
    await store.requireWritable();
    expect(store.statements).toBe(before);
  });
});
