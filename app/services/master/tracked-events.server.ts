/** Mission control's view of the tracked events: what users do with the product, by name. */
import * as z from "zod";
import { EVENT_NAMES_SHOWN, EVENTS_COUNTED_MS } from "~/domain/limits";
import { toTimeRange, type DayRange } from "~/domain/day-range";
import { eventListForm } from "~/domain/forms/master";
import type { SearchPosition } from "~/domain/paging";
import { countEventNames, listAllEvents, type EventRow } from "~/models/event.server";
import type { Store } from "~/models/store/store";
import { listUsers, type UserRow } from "~/models/user.server";
import { defineOperation } from "../platform/operation.server";

const eventShape = z.object({
  id: z.string(),
  name: z.string(),
  /** JSON. */
  metadata: z.string().nullable(),
  account: z.string(),
  user: z.object({ name: z.string(), email: z.string() }).nullable(),
  date: z.iso.datetime(),
});
type ListedEvent = z.infer<typeof eventShape>;

const eventsShape = z.object({
  events: z.array(eventShape),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

export const listTrackedEvents = defineOperation({
  name: "listEvents",
  method: "GET",
  path: "/api/master/events",
  summary:
    "List the usage events, newest first; with a search, those of exactly this name; with an account, only its own. from " +
    "and to are days in UTC, both included.",
  access: { permission: "master", state: "verified" },
  input: eventListForm,
  output: eventsShape,
  run: async (search, context) => ({ data: await readTrackedEvents(context.app.store, search) }),
});

/** The filters of a list of events; "" is no filter. */
type EventFilter = SearchPosition & Partial<DayRange> & { account?: string };

/** A page of the events, newest first: those of the searched name and the account, or all. */
export async function readTrackedEvents(
  store: Store,
  { search, account = "", from, to, ...at }: EventFilter,
): Promise<z.infer<typeof eventsShape>> {
  const { rows, next, previous } = await listAllEvents(store, {
    name: search === "" ? null : search,
    accountId: account === "" ? null : account,
    recorded: toTimeRange({ from, to }),
    at,
  });
  const users = await listUsers(store, { ids: [...new Set(rows.map(({ userId }) => userId))] });
  const byId = new Map(users.map((user) => [user.id, user]));
  return { events: rows.map((row) => toResponse(row, byId.get(row.userId))), next, previous };
}

/** The most frequent names of the last EVENTS_COUNTED_MS, EVENT_NAMES_SHOWN at most, the most frequent first. */
export async function countRecentEvents(store: Store): Promise<{ name: string; count: number }[]> {
  const counts = await countEventNames(store, { since: new Date(Date.now() - EVENTS_COUNTED_MS) });
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, EVENT_NAMES_SHOWN);
}

function toResponse(row: EventRow, user: UserRow | undefined): ListedEvent {
  return {
    id: row.id,
    name: row.name,
    metadata: row.metadata,
    account: row.accountId,
    user: user ? { name: user.name, email: user.email } : null,
    date: row.createdAt.toISOString(),
  };
}
