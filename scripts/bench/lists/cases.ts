/** The measurements: each list with its orders, filters and searches, on its first page, in its middle and at its end. */
import { createCursor } from "../../../app/domain/cursors";
import { MEMBER_SORTS } from "../../../app/domain/members";
import { SORT_DIRECTIONS, type PagePosition } from "../../../app/domain/paging";
import { getPlace, listOrderParts } from "../../../app/models/member-orders.server";
import type { AnyEntity, Entity, StoredRow } from "../../../app/models/store/entity";
import type { Where } from "../../../app/models/store/conditions";
import type { Store } from "../../../app/models/store/store";
import { listKeys } from "../../../app/services/keys/keys.server";
import { listAccountAudits } from "../../../app/services/platform/audit/account-audits.server";
import type { Operation } from "../../../app/services/platform/operation.server";
import { listGivenFeedback } from "../../../app/services/master/feedback.server";
import { ACCOUNT_FILTERS, MASTER_USER_FILTERS, MASTER_USER_SORTS } from "../../../app/domain/mission-control";
import { listAuditLog } from "../../../app/services/master/audit-log.server";
import { listCustomers } from "../../../app/services/master/account-list.server";
import { getCustomer } from "../../../app/services/master/customer.server";
import { getOverview } from "../../../app/services/master/overview.server";
import { getPerson, listPeople } from "../../../app/services/master/users.server";
import { listTrackedEvents } from "../../../app/services/master/tracked-events.server";
import { listMembers } from "../../../app/services/team/members.server";
import { listWebhookDeliveries } from "../../../app/services/webhooks/deliveries.server";
import { auditEntity } from "../../../app/models/audit.server";
import { membershipEntity } from "../../../app/models/membership.server";
import { webhookDeliveryEntity } from "../../../app/models/webhook-delivery.server";
import { eventEntity } from "../../../app/models/event.server";
import { feedbackEntity } from "../../../app/models/feedback.server";
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
      const row = await getRow(store, membershipEntity, toId("m", n));
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

async function listOwnerCases(store: Store, { others, events }: Sizes): Promise<ListCase[]> {
  const owned = (group: string, operation: unknown, input: ListCase["input"]): ListCase => ({
    group,
    by: "owner",
    operation: operation as Operation,
    input,
  });
  // The account has every second entry.
  const audits = await listPlaces(events / 2, (n) => createTimeCursor(store, auditEntity, toId("a", 2 * n)));
  const deliveries = await listPlaces(others, (n) =>
    createTimeCursor(store, webhookDeliveryEntity, toId("d", n)),
  );
  return [
    owned("keys", listKeys, {}),
    ...audits.map((place) => owned("activity", listAccountAudits, place)),
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
  const createEventCursor = (n: number) => createTimeCursor(store, eventEntity, toId("e", n));
  const events = await listPlaces(sizes.events, createEventCursor);
  const feedback = await listPlaces(sizes.others, (n) =>
    createTimeCursor(store, feedbackEntity, toId("f", n)),
  );
  const middle = await createEventCursor(Math.floor(sizes.events / 2));
  return [
    ...events.map((place) => control("events", listTrackedEvents, place)),
    ...["page_opened", "account_closed", "unknown"].map((search) =>
      control("events: by name", listTrackedEvents, { search }),
    ),
    control("events: by name", listTrackedEvents, { search: "page_opened", after: middle }),
    ...feedback.map((place) => control("feedback", listGivenFeedback, place)),
    control("feedback", listGivenFeedback, { rating: "negative" }),
    ...SEARCHES.map((search) => control("people: searched", listPeople, { search })),
    ...(await listMissionCases(store, sizes, control)),
  ];
}

/** The overview, and the filters of the people, the accounts and the audit log. */
async function listMissionCases(
  store: Store,
  sizes: Sizes,
  control: (group: string, operation: unknown, input: ListCase["input"]) => ListCase,
): Promise<ListCase[]> {
  const [owner] = await store.find(auditEntity, { id: toId("a", 0) });
  const [account, actor] = [owner?.accountId ?? "", owner?.actorId ?? ""];
  const [otherAccount, otherActor] = [toId("c", 1), toId("u", 1)];
  const log = (input: ListCase["input"]) => control("audit log", listAuditLog, input);
  const places = await listPlaces(sizes.events, (n) => createTimeCursor(store, auditEntity, toId("a", n)));
  const days = { from: "2020-01-01", to: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10) };
  return [
    control("overview", getOverview, {}),
    ...MASTER_USER_FILTERS.map((status) => control("people: filtered", listPeople, { status })),
    ...MASTER_USER_FILTERS.map((status) =>
      control("people: filtered", listPeople, { status, search: "grace" }),
    ),
    ...MASTER_USER_SORTS.flatMap((sort) =>
      SORT_DIRECTIONS.map((direction) => control("people: sorted", listPeople, { sort, direction })),
    ),
    control("accounts", listCustomers, {}),
    ...ACCOUNT_FILTERS.flatMap((status) => [
      control("accounts: filtered", listCustomers, { status }),
      control("accounts: filtered", listCustomers, { status, plan: "scale" }),
      control("accounts: searched and filtered", listCustomers, { status, search: "grace" }),
    ]),
    ...["free", "pro", "scale"].map((plan) => control("accounts: filtered", listCustomers, { plan })),
    control("accounts: searched and filtered", listCustomers, { plan: "scale", search: "grace" }),
    control("an account", getCustomer, { id: account }),
    control("a person", getPerson, { id: actor }),
    ...places.map(log),
    ...[{}, days].flatMap((period) => [
      ...["key_created", "account_renamed", "credited"].map((action) => log({ ...period, action })),
      ...[account, otherAccount].flatMap((id) => [
        log({ ...period, account: id }),
        log({ ...period, account: id, action: "account_renamed" }),
        log({ ...period, account: id, actor: otherActor }),
      ]),
      ...[actor, otherActor].flatMap((id) => [
        log({ ...period, actor: id }),
        log({ ...period, actor: id, action: "account_renamed" }),
      ]),
      log({ ...period, from: "2020-01-01", to: "2020-02-01" }),
    ]),
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
async function createTimeCursor(store: Store, entity: AnyEntity, id: string): Promise<string> {
  const { createdAt } = await getRow(store, entity, id);
  return createCursor({ by: "createdAt", value: createdAt as Date, id, rank: 0 });
}

async function getRow<R extends StoredRow>(store: Store, entity: Entity<R>, id: string): Promise<R> {
  const row = await store.findOne(entity, { id } as Where<R>);
  if (!row) throw new Error(`there is no row ${id} of ${entity.table}`);
  return row;
}
