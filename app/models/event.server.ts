/** Tracked events: what users did with the product. */
import { v7 as uuid } from "uuid";
import type { TimeRange } from "~/domain/day-range";
import { MASTER_PAGE_SIZE } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import { date, id, nullable, string, text, type Entity } from "./store/entity";
import { findPage, findPart, type ListPage, type Part } from "./store/list-page";
import type { Store } from "./store/store";

export interface EventRow {
  id: string;
  accountId: string;
  userId: string;
  name: string;
  /** JSON. */
  metadata: string | null;
  createdAt: Date;
}

export const eventEntity: Entity<EventRow> = {
  table: "events",
  belongsTo: { account: "accountId", user: "userId" },
  fields: {
    id: id(),
    accountId: id(),
    userId: id(),
    name: string(100),
    metadata: nullable(text()),
    createdAt: date(),
  },
  indexes: [["accountId", "createdAt"], ["userId", "createdAt"], ["createdAt"], ["name", "createdAt"]],
};

/** Records what the user did in the account. The metadata must be validated: it is stored as JSON. */
export async function createEvent(
  store: Store,
  {
    metadata,
    ...event
  }: Pick<EventRow, "accountId" | "userId" | "name"> & { metadata?: Record<string, unknown> },
): Promise<void> {
  await store.insert(eventEntity, {
    ...event,
    id: uuid(),
    metadata: metadata ? JSON.stringify(metadata) : null,
    createdAt: new Date(),
  });
}

/** Writes an event that no one ever sees, in the caller's transaction: whether the database takes writes again. */
export async function tryEventWrite(store: Store): Promise<void> {
  const accountId = uuid();
  await createEvent(store, { accountId, userId: uuid(), name: "write_tried" });
  await store.remove(eventEntity, { accountId });
}

/** The user's events in all accounts: at most `limit`, newest first, continued after the event `after`. */
export function listEvents(
  store: Store,
  { userId, ...part }: { userId: string } & Part<EventRow>,
): Promise<EventRow[]> {
  const order = { by: "createdAt", direction: "desc" } as const;
  return findPart(store, eventEntity, { where: { userId }, order, ...part });
}

/**
 * For mission control only: a page of the events of all accounts, MASTER_PAGE_SIZE long, newest first; those with `name`,
 * of `accountId`, and recorded at `recorded`, if they are set.
 */
export function listAllEvents(
  store: Store,
  {
    name,
    accountId,
    recorded,
    at,
  }: { name: string | null; accountId: string | null; recorded: TimeRange | undefined; at: PagePosition },
): Promise<ListPage<EventRow>> {
  const order = { by: "createdAt", direction: "desc" } as const;
  const where = {
    ...(name !== null && { name }),
    ...(accountId !== null && { accountId }),
    ...(recorded && { createdAt: recorded }),
  };
  return findPage(store, eventEntity, { where, at, order, size: MASTER_PAGE_SIZE });
}

/** For mission control only: how many events of each name were recorded after `since`, in all accounts. */
export function countEventNames(store: Store, { since }: { since: Date }): Promise<Map<string, number>> {
  return store.countBy(eventEntity, { createdAt: { gt: since } }, "name");
}
