/** How many tracked events of each name there were on each day, so that a chart does not count the events themselves. */
import type { TimeRange } from "~/domain/day-range";
import { eventEntity } from "./event.server";
import { integer, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

/** A program may use any number of names: the most frequent ones of a day are counted. */
const EVENT_NAMES_A_DAY_MAX = 500;

interface EventDayRow {
  /** The day and the name. */
  id: string;
  /** The events' name, or ALL_EVENTS. */
  name: string;
  /** YYYY-MM-DD in UTC. */
  day: string;
  events: number;
}

/** No event can have this name. Its row counts all events of a day, and says that the day has been counted. */
export const ALL_EVENTS = "*";

export const eventDayEntity: Entity<EventDayRow> = {
  table: "event_days",
  belongsTo: null,
  fields: { id: string(120), name: string(100), day: string(10), events: integer() },
  indexes: [["name", "day"], ["day"]],
};

/** The counts of one name since this day, in any order. A day without a row has not been counted, or had none. */
export function listEventDays(
  store: Store,
  { name, since, limit }: { name: string; since: string; limit: number },
): Promise<EventDayRow[]> {
  return store.find(eventDayEntity, { name, day: { gte: since } }, { limit });
}

/** For the job only: counts the events that were recorded at `recorded`, by name. */
export function countEventsByName(store: Store, recorded: TimeRange): Promise<Map<string, number>> {
  return store.countBy(eventEntity, { createdAt: recorded }, "name");
}

/** For mission control only: counts the events with this name, or all, that were recorded at `recorded`. */
export function countEvents(store: Store, name: string, recorded: TimeRange): Promise<number> {
  return store.count(eventEntity, { ...(name !== ALL_EVENTS && { name }), createdAt: recorded });
}

/** Stores the counts of a day instead of those that were stored before: of the most frequent names, and of all. */
export async function replaceEventDay(
  store: Store,
  { day, counts }: { day: string; counts: ReadonlyMap<string, number> },
): Promise<void> {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, EVENT_NAMES_A_DAY_MAX);
  const rows = [[ALL_EVENTS, all] as const, ...frequent].map(([name, events]) => ({
    id: `${day}:${name}`,
    name,
    day,
    events,
  }));
  await store.transaction(async (inside) => {
    await inside.remove(eventDayEntity, { day });
    await inside.insertAll(eventDayEntity, rows);
  });
}
