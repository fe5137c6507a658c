import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { v7 as uuid } from "uuid";
import { eventDayEntity } from "~/models/event-day.server";
import { eventEntity } from "~/models/event.server";
import { openStore } from "~/models/store/open-store";
import type { OpenStore } from "~/models/store/database";
import { countEventDays, readEventChart } from "./event-counts.server";

const folder = mkdtempSync(join(tmpdir(), "event-counts-"));
let store: OpenStore;
beforeAll(async () => {
  store = await openStore(`sqlite:${join(folder, "app.db")}`);
  await store.migrate();
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await store.remove(eventEntity, { id: { not: "" } });
  await store.remove(eventDayEntity, { id: { not: "" } });
});

const NOON = new Date("2026-03-10T12:00:00.000Z");

async function record(name: string, ...times: string[]): Promise<void> {
  for (const time of times) {
    const by = { accountId: uuid(), userId: uuid(), metadata: null };
    await store.insert(eventEntity, { id: uuid(), name, ...by, createdAt: new Date(time) });
  }
}
const readLast = async (name: string | null, now = NOON) =>
  Object.fromEntries(
    await readEventChart(store, name, now).then(({ days, counts }) =>
      days.map((day, index) => [day, counts[index]] as const).slice(-3),
    ),
  );

test("a day counts from midnight to midnight in UTC, by name and for all names, and today is counted as it goes", async () => {
  await record("opened", "2026-03-08T00:00:00.000Z", "2026-03-08T23:59:59.999Z", "2026-03-10T11:00:00.000Z");
  await record("closed", "2026-03-09T00:00:00.000Z");
  await countEventDays(store, NOON);
  expect(await readLast("opened")).toEqual({ "2026-03-08": 2, "2026-03-09": 0, "2026-03-10": 1 });
  expect(await readLast(null)).toEqual({ "2026-03-08": 2, "2026-03-09": 1, "2026-03-10": 1 });
});

test("shortly after midnight the day before is not stored yet, and counted as it is", async () => {
  await record("opened", "2026-03-08T12:00:00.000Z", "2026-03-09T23:00:00.000Z");
  const night = new Date("2026-03-10T00:10:00.000Z");
  await countEventDays(store, night);
  expect(await store.count(eventDayEntity, { day: "2026-03-09" })).toBe(0);
  expect(await store.count(eventDayEntity, { day: "2026-03-08" })).toBe(2);
  expect(await readLast("opened", night)).toMatchObject({ "2026-03-09": 1, "2026-03-10": 0 });
});

test("a day is counted once, also of two runs at the same time", async () => {
  await record("opened", "2026-03-08T10:00:00.000Z");
  await Promise.all([countEventDays(store, NOON), countEventDays(store, NOON)]);
  await record("opened", "2026-03-08T11:00:00.000Z");
  await countEventDays(store, NOON);
  expect(await readLast("opened")).toMatchObject({ "2026-03-08": 1 });
  expect(await store.find(eventDayEntity, { day: "2026-03-08" })).toHaveLength(2);
});

test("the chart covers 30 days, and is zero for a name without events", async () => {
  await countEventDays(store, NOON);
  const { days, counts } = await readEventChart(store, "nothing", NOON);
  expect([days.length, days[0], days.at(-1)]).toEqual([30, "2026-02-09", "2026-03-10"]);
  expect(new Set(counts)).toEqual(new Set([0]));
});

test("a day without events stores nothing, so that a new database stays empty", async () => {
  await countEventDays(store, NOON);
  expect(await store.count(eventDayEntity, {})).toBe(0);
});
