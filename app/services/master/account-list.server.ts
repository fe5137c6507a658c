/** Accounts as mission control lists them: with their owner, plan, API calls and last use. */
import * as z from "zod";
import { accountListForm } from "~/domain/forms/master-lists";
import { ACCOUNT_FILTERS } from "~/domain/mission-control";
import { findOption, type SearchPosition } from "~/domain/paging";
import { getApiCallPeriod } from "~/domain/api-call-period";
import type { AccountRow } from "~/models/account.server";
import { readLastUses, searchAccounts } from "~/models/account-list.server";
import { countMembersByAccount, listOwners } from "~/models/membership.server";
import { listAllPlans, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { listSubscriptions, type SubscriptionRow } from "~/models/subscription.server";
import { listApiCallDaysSince } from "~/models/api-call.server";
import { listUsers, type UserRow } from "~/models/user.server";
import type { App } from "../platform/app.server";
import { defineOperation } from "../platform/operation.server";
import { toNamedAccount } from "../platform/account-name.server";

export const accountShape = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  plan: z.string().nullable(),
  status: z.string().nullable(),
  members: z.number().int(),
  /** Paid for; null without a plan. */
  seats: z.number().int().nullable(),
  /** The API calls of this period, and how many its plan includes; null without a limit. */
  calls: z.number().int(),
  call_limit: z.number().int().nullable(),
  /** The last use of a session, or else the last sign-in. */
  last_used: z.iso.datetime().nullable(),
  /** Whether the payment provider knows the account. */
  has_payments: z.boolean(),
  date_created: z.iso.datetime(),
});
type FoundAccount = z.infer<typeof accountShape>;

const accountsShape = z.object({
  accounts: z.array(accountShape),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

export const listCustomers = defineOperation({
  name: "listCustomers",
  method: "GET",
  path: "/api/master/accounts",
  summary:
    "Find accounts by the beginning of their name, by the id of their plan, and by a status (active, trialing, overdue, " +
    "canceled). Without a search, the newest first.",
  access: { permission: "master", state: "verified" },
  input: accountListForm,
  output: accountsShape,
  run: async (query, context) => ({ data: await readCustomers(context.app, query, context.locale) }),
});

type Source = Pick<App, "store" | "apiCalls">;

type CustomerQuery = SearchPosition & Partial<Record<"status" | "plan", string>>;

/** A page of accounts. An unknown status counts as none. */
export async function readCustomers(
  app: Source,
  { status, plan, ...at }: CustomerQuery,
  locale: string,
): Promise<z.infer<typeof accountsShape>> {
  const { rows, next, previous } = await searchAccounts(app.store, {
    ...at,
    status: findOption(ACCOUNT_FILTERS, status),
    planId: plan === undefined || plan === "" ? null : plan,
  });
  return { accounts: await toAccountResponses(app, rows, locale), next, previous };
}

/** Converts the accounts of one page, with a few queries for all of them together. */
export async function toAccountResponses(
  app: Source,
  rows: readonly AccountRow[],
  locale: string,
): Promise<FoundAccount[]> {
  const { store } = app;
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [owners, subscriptions, plans, members, uses] = await Promise.all([
    findOwners(store, ids),
    listSubscriptions(store, { accountIds: ids }),
    listAllPlans(store),
    countMembersByAccount(store, { accountIds: ids }),
    readLastUses(store, { ids }),
  ]);
  const terms = rows.map(({ id }) => toTerms(id, subscriptions, plans));
  const calls = await countCalls(app, terms);
  return rows.map((row, index) => {
    const { subscription, plan } = terms[index] ?? toTerms(row.id, [], []);
    const owner = owners.get(row.id);
    return {
      ...toNamedAccount(row, locale),
      owner: owner ? { id: owner.id, name: owner.name, email: owner.email } : null,
      ...toPlanFields(subscription, plan),
      members: members.get(row.id) ?? 0,
      calls: calls.get(row.id) ?? 0,
      call_limit: plan?.apiCallLimit ?? null,
      last_used: uses.get(row.id)?.toISOString() ?? null,
      has_payments: subscription?.customerId != null,
      date_created: row.createdAt.toISOString(),
    };
  });
}

/** Two plans of one name differ by their interval. */
export type PlanName = Pick<PlanRow, "id" | "name" | "interval">;

/** The plans that accounts may have, for the filter: on offer or not, in the order of the price list. */
export async function listPlanNames(store: Store): Promise<PlanName[]> {
  const plans = await listAllPlans(store);
  return plans
    .sort((one, other) => one.position - other.position)
    .map(({ id, name, interval }) => ({ id, name, interval }));
}

interface Terms {
  accountId: string;
  subscription: SubscriptionRow | undefined;
  plan: PlanRow | undefined;
}

function toTerms(
  accountId: string,
  subscriptions: readonly SubscriptionRow[],
  plans: readonly PlanRow[],
): Terms {
  const subscription = subscriptions.find(({ id }) => id === accountId);
  return { accountId, subscription, plan: plans.find(({ id }) => id === subscription?.planId) };
}

/** The API calls of each account in its present period, with those that are not stored yet. */
async function countCalls(
  { store, apiCalls }: Source,
  terms: readonly Terms[],
): Promise<Map<string, number>> {
  const now = new Date();
  const starts = terms.map(({ accountId, subscription, plan = null }) => {
    const { currentPeriodStart: periodStart = null, currentPeriodEnd: periodEnd = null } = subscription ?? {};
    return [accountId, getApiCallPeriod({ periodStart, periodEnd, plan }, now).start] as const;
  });
  const [since = ""] = starts.map(([, start]) => start).sort();
  const days = await listApiCallDaysSince(store, { accountIds: starts.map(([id]) => id), since });
  return new Map(
    starts.map(([id, start]) => {
      const counted = days.filter(({ accountId, day }) => accountId === id && day >= start);
      return [id, counted.reduce((sum, { calls }) => sum + calls, apiCalls.getUnstoredCalls(id))];
    }),
  );
}

/** The owner of each account. */
async function findOwners(store: Store, accountIds: readonly string[]): Promise<Map<string, UserRow>> {
  const memberships = await listOwners(store, { accountIds });
  if (memberships.length === 0) return new Map();
  const users = await listUsers(store, { ids: memberships.map(({ userId }) => userId) });
  const byId = new Map(users.map((user) => [user.id, user]));
  return new Map(
    memberships.flatMap(({ accountId, userId }) => {
      const owner = byId.get(userId);
      return owner ? [[accountId, owner] as const] : [];
    }),
  );
}

/** Before the first plan, the status has no meaning. */
function toPlanFields(subscription: SubscriptionRow | undefined, plan: PlanRow | undefined) {
  if (!subscription?.planId) return { plan: null, status: null, seats: null };
  const { planId, status, seats } = subscription;
  return { plan: plan?.name ?? planId, status, seats };
}
