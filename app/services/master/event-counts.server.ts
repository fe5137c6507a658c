/** The chart of tracked events by day, and the job that counts each day once when it has ended. */
import { toIsoDay } from "~/domain/dates";
import { toTimeRange } from "~/domain/day-range";
import { days, hours, seconds } from "~/domain/limits";
import {
  ALL_EVENTS,
  countEvents,
  countEventsByName,
  listEventDays,
  replaceEventDay,
} from "~/models/event-day.server";
import type { Store } from "~/models/store/store";
import type { App } from "../platform/app.server";
import type { Job } from "../platform/jobs/jobs.server";

/** The chart of tracked events by day, today included. */
const EVENT_CHART_DAYS = 30;
/** A day's events are counted this long after its end, when no transaction can still record one. */
const EVENT_DAY_COUNTED_AFTER_MS = hours(1);
/** How long the first count waits after the start of the process. */
const EVENT_COUNTS_FIRST_AFTER_MS = seconds(60);

/** Counts the days that have ended since its last run; at its first one, all that the chart shows. */
export function createEventCountJob({ store, log }: Pick<App, "store" | "log">): Job {
  return {
    name: "event-counts",
    every: hours(1),
    firstAfter: EVENT_COUNTS_FIRST_AFTER_MS,
    isExclusive: true,
    run: (signal) => countEventDays(store, new Date(), () => signal.aborted),
    report: (cause) => log.warn({ err: cause }, "the events of a day could not be counted"),
  };
}

/**
 * Counts every day of the chart that has not been counted. A day is counted a while after its end, when no transaction
 * can still record an event of it.
 */
export async function countEventDays(
  store: Store,
  now: Date,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const ended = new Date(now.getTime() - EVENT_DAY_COUNTED_AFTER_MS);
  const due = listDays(ended).slice(0, -1);
  const [since = toIsoDay(now)] = due;
  const counted = await listEventDays(store, { name: ALL_EVENTS, since, limit: EVENT_CHART_DAYS });
  const done = new Set(counted.map(({ day }) => day));
  for (const day of due.filter((each) => !done.has(each))) {
    if (isStopped()) return;
    const counts = await countEventsByName(store, toTimeRange({ from: day, to: day }) ?? {});
    // A day without events is counted again: an empty database gets no rows, so that a backup can be restored into it.
    if (counts.size > 0) await replaceEventDay(store, { day, counts });
  }
}

interface EventChart {
  /** YYYY-MM-DD, the oldest first; the last one is today. */
  days: string[];
  counts: number[];
}

/**
 * How many events of this name, or of all for null, there were on each of the last EVENT_CHART_DAYS. It reads the stored
 * counts, and counts only the days that have none yet: today, and shortly after midnight the day before.
 */
export async function readEventChart(
  store: Store,
  name: string | null,
  now = new Date(),
): Promise<EventChart> {
  const shown = listDays(now);
  const [since = toIsoDay(now)] = shown;
  const wanted = name ?? ALL_EVENTS;
  const rows = await listEventDays(store, { name: wanted, since, limit: EVENT_CHART_DAYS });
  const stored = new Map(rows.map(({ day, events }) => [day, events]));
  const live = shown.slice(-2).filter((day) => !stored.has(day));
  for (const day of live)
    stored.set(day, await countEvents(store, wanted, toTimeRange({ from: day, to: day }) ?? {}));
  return { days: shown, counts: shown.map((day) => stored.get(day) ?? 0) };
}

/** The days of the chart that ends with the day of `last`, the oldest first. */
function listDays(last: Date): string[] {
  return Array.from({ length: EVENT_CHART_DAYS }, (_, index) =>
    toIsoDay(new Date(last.getTime() - days(EVENT_CHART_DAYS - 1 - index))),
  );
}
