/** What is measured: each list with its orders, filters and searches, on its first page, in its middle and at its end. */
import { MEMBER_SORTS, SORT_DIRECTIONS } from "../../../app/domain/members";
import { listKeys } from "../../../app/services/keys/keys.server";
import { listActivity } from "../../../app/services/platform/audit/activity.server";
import type { Operation } from "../../../app/services/platform/operation.server";
import { listGivenFeedback } from "../../../app/services/support/feedback.server";
import { listPeople } from "../../../app/services/support/mission-control.server";
import { listUsageEvents } from "../../../app/services/support/usage-events.server";
import { listMembers } from "../../../app/services/team/members.server";
import { listWebhookDeliveries } from "../../../app/services/webhooks/deliveries.server";
import { ENDPOINT_ID, SIZES, toId } from "./grow";

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

/** Where a page begins: a row in the middle of the list, and one near its end. */
const PLACES = (kind: string, size: number): Record<string, string>[] => [
  {},
  { after: toId(kind, Math.floor(size / 2)) },
  { before: toId(kind, Math.floor(size / 2)) },
  { after: toId(kind, size - 30) },
  { after: toId(kind, 30) },
];

export function listCases(): ListCase[] {
  return [...listMemberCases(), ...listOwnerCases(), ...listMasterCases()];
}

function listMemberCases(): ListCase[] {
  const orders = MEMBER_SORTS.flatMap((sort) => SORT_DIRECTIONS.map((direction) => ({ sort, direction })));
  const users = (group: string, input: Record<string, string>): ListCase => ({
    group,
    by: "owner",
    operation: listMembers,
    input,
  });
  return orders.flatMap((order) => [
    ...PLACES("m", SIZES.members).map((place) =>
      users("users: every order and page", { ...order, ...place }),
    ),
    ...FILTERS.slice(1).map((filter) => users("users: filtered", { ...order, ...filter })),
    ...SEARCHES.map((search) => users("users: searched", { ...order, search })),
    ...SEARCHES.map((search) =>
      users("users: searched and filtered", { ...order, search, permission: "admin" }),
    ),
  ]);
}

function listOwnerCases(): ListCase[] {
  const owned = (group: string, operation: unknown, input: Record<string, string>): ListCase => ({
    group,
    by: "owner",
    operation: operation as Operation,
    input,
  });
  return [
    owned("keys", listKeys, {}),
    ...PLACES("a", SIZES.others).map((place) => owned("activity", listActivity, place)),
    ...PLACES("d", SIZES.others).map((place) =>
      owned("webhook deliveries", listWebhookDeliveries, { id: ENDPOINT_ID, ...place }),
    ),
  ];
}

function listMasterCases(): ListCase[] {
  const control = (group: string, operation: unknown, input: Record<string, string>): ListCase => ({
    group,
    by: "master",
    operation: operation as Operation,
    input,
  });
  return [
    ...PLACES("e", SIZES.events).map((place) => control("events", listUsageEvents, place)),
    ...["page_opened", "account_closed", "unknown"].map((search) =>
      control("events: by name", listUsageEvents, { search }),
    ),
    control("events: by name", listUsageEvents, {
      search: "page_opened",
      after: toId("e", SIZES.events / 2),
    }),
    ...PLACES("f", SIZES.others).map((place) => control("feedback", listGivenFeedback, place)),
    control("feedback", listGivenFeedback, { rating: "negative" }),
    ...SEARCHES.map((search) => control("people, of all accounts", listPeople, { search })),
  ];
}
