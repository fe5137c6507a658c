/** What is measured: each list with its orders, filters and searches, on its first page, in its middle and at its end. */
import { createCursor } from "../../../app/domain/cursors";
import { MEMBER_SORTS, SORT_DIRECTIONS } from "../../../app/domain/members";
import type { PagePosition } from "../../../app/domain/paging";
import { getPlace, listOrderParts } from "../../../app/models/member-orders.server";
import type { EntityName, Rows } from "../../../app/models/store/entities";
import type { Store } from "../../../app/models/store/store";
import { listKeys } from "../../../app/services/keys/keys.server";
import { listActivity } from "../../../app/services/platform/audit/activity.server";
import type { Operation } from "../../../app/services/platform/operation.server";
import { listGivenFeedback } from "../../../app/services/support/feedback.server";
import { listPeople } from "../../../app/services/support/people.server";
import { listUsageEvents } from "../../../app/services/support/usage-events.server";
import { listMembers } from "../../../app/services/team/members.server";
import { listWebhookDeliveries } from "../../../app/services/webhooks/deliveries.server";
import { ENDPOINT_ID, toId, type Sizes } from "./grow";

export interface ListCase {
  group: string;
  by: "owner" | "master";
  operation: Operation;
  input: Record<string, string>;
}

const FILTERS: readonly Record<string, string>[] = [
  {},
  { status: "registered" },
  { status: "verified" },
  { status: "invited" },
  { permission: "admin" },
  { permission: "user" },
  { permission: "owner" },
  { permission: "admin", status: "registered" },
];

/** Names that many have and few have, one that only the last members have, emails that all have and one has, and a text that no member has. */
const SEARCHES = ["grace", "grace 4242", "zoe", "person", "person4242", "person77777@example.com", "nobody"];

/** The cases for a database that `growDatabase` has filled. Reads the rows at which the pages begin. */
export async function listCases(store: Store, sizes: Sizes): Promise<ListCase[]> {
  return [
    ...(await listMemberCases(store, sizes)),
    ...(await listOwnerCases(store, sizes)),
    ...(await listMasterCases(store, sizes)),
  ];
}

async function listMemberCases(store: Store, { members }: Sizes): Promise<ListCase[]> {
  const users = (group: string, input: ListCase["input"]): ListCase => ({
    group,
    by: "owner",
    operation: listMembers,
    input,
  });
  const cases: ListCase[] = [];
  for (const sort of MEMBER_SORTS) {
    const parts = listOrderParts(sort, null);
    const by = parts.map((part) => part.by).join();
    const places = await listPlaces(members, async (n) => {
      const row = await getRow(store, "memberships", toId("m", n));
      const place = getPlace({ kind: "member", row }, parts);
      return createCursor({ by, ...place });
    });
    for (const direction of SORT_DIRECTIONS) {
      const order = { sort, direction };
      cases.push(
        ...places.map((place) => users("users: every order and page", { ...order, ...place })),
        ...FILTERS.slice(1).map((filter) => users("users: filtered", { ...order, ...filter })),
        ...SEARCHES.map((search) => users("users: searched", { ...order, search })),
        ...SEARCHES.map((search) =>
          users("users: searched and filtered", { ...order, search, permission: "admin" }),
        ),
      );
    }
  }
  return cases;
}

async function listOwnerCases(store: Store, { others }: Sizes): Promise<ListCase[]> {
  const owned = (group: string, operation: unknown, input: ListCase["input"]): ListCase => ({
    group,
    by: "owner",
    operation: operation as Operation,
    input,
  });
  const activity = await listPlaces(others, (n) => createTimeCursor(store, "audits", toId("a", n)));
  const deliveries = await listPlaces(others, (n) =>
    createTimeCursor(store, "webhookDeliveries", toId("d", n)),
  );
  return [
    owned("keys", listKeys, {}),
    ...activity.map((place) => owned("activity", listActivity, place)),
    ...deliveries.map((place) =>
      owned("webhook deliveries", listWebhookDeliveries, { id: ENDPOINT_ID, ...place }),
    ),
  ];
}

async function listMasterCases(store: Store, sizes: Sizes): Promise<ListCase[]> {
  const control = (group: string, operation: unknown, input: ListCase["input"]): ListCase => ({
    group,
    by: "master",
    operation: operation as Operation,
    input,
  });
  const createEventCursor = (n: number) => createTimeCursor(store, "events", toId("e", n));
  const events = await listPlaces(sizes.events, createEventCursor);
  const feedback = await listPlaces(sizes.others, (n) => createTimeCursor(store, "feedback", toId("f", n)));
  const middle = await createEventCursor(Math.floor(sizes.events / 2));
  return [
    ...events.map((place) => control("events", listUsageEvents, place)),
    ...["page_opened", "account_closed", "unknown"].map((search) =>
      control("events: by name", listUsageEvents, { search }),
    ),
    control("events: by name", listUsageEvents, { search: "page_opened", after: middle }),
    ...feedback.map((place) => control("feedback", listGivenFeedback, place)),
    control("feedback", listGivenFeedback, { rating: "negative" }),
    ...SEARCHES.map((search) => control("people, of all accounts", listPeople, { search })),
  ];
}

/** Where a page begins: at the beginning, around the row in the middle, and near both ends of the rows as they were created. */
async function listPlaces(
  size: number,
  createCursorAt: (n: number) => Promise<string>,
): Promise<(PagePosition & Record<string, string>)[]> {
  const [early, middle, late] = [30, Math.floor(size / 2), size - 30];
  return [
    {},
    { after: await createCursorAt(middle) },
    { before: await createCursorAt(middle) },
    { after: await createCursorAt(late) },
    { after: await createCursorAt(early) },
  ];
}

/** The cursor of a list that is ordered by the time of creation. */
async function createTimeCursor(
  store: Store,
  entity: "audits" | "webhookDeliveries" | "events" | "feedback",
  id: string,
): Promise<string> {
  const { createdAt } = await getRow(store, entity, id);
  return createCursor({ by: "createdAt", value: createdAt, id, rank: 0 });
}

async function getRow<E extends EntityName>(store: Store, entity: E, id: string): Promise<Rows[E]> {
  const row = await store.findOne(entity, { id } as Partial<Rows[E]>);
  if (!row) throw new Error(`there is no row ${id} of ${entity}`);
  return row;
}
