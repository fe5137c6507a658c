/** Usage events: what users did with the product. */
import { v7 as uuid } from "uuid";
import type { TimeRange } from "~/domain/day-range";
import { MASTER_PAGE_SIZE } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import { deleteInBatches, type Cleanup } from "./store/delete-in-batches";
import { date, id, nullable, string, text, type Entity } from "./store/entity";
import { findPage, type ListPage } from "./store/list-page";
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
  }: Pick<EventRow, "accountId" | "userId" | "name"> & { metadata?: Record<string, unknown> | undefined },
): Promise<void> {
  await store.insert("events", {
    ...event,
    id: uuid(),
    metadata: metadata ? JSON.stringify(metadata) : null,
    createdAt: new Date(),
  });
}

/** The user's events in all accounts: at most `limit`, newest first, continued after the event `after`. */
export function listEvents(
  store: Store,
  { userId, after, limit }: { userId: string; after: EventRow | undefined; limit: number },
): Promise<EventRow[]> {
  return store.find(
    "events",
    { userId },
    {
      order: { by: "createdAt", direction: "desc" },
      limit,
      ...(after && { after: { value: after.createdAt, id: after.id } }),
    },
  );
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
  return findPage(store, "events", { where, at, order, size: MASTER_PAGE_SIZE });
}

/** For mission control only: how many events of each name were recorded after `since`, in all accounts. */
export function countEventNames(store: Store, { since }: { since: Date }): Promise<Map<string, number>> {
  return store.countBy("events", { createdAt: { gt: since } }, "name");
}

/** For the cleanup only: deletes the events of all accounts that were recorded before `before`. */
export function deleteOldEvents(store: Store, { before, isStopped }: Cleanup): Promise<number> {
  return deleteInBatches(store, "events", { where: { createdAt: { lt: before } }, isStopped });
}
