/** Mission control's page of one account: its plan, its members, and what happened in it. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { customerForm } from "~/domain/forms/master-lists";
import type { PagePosition } from "~/domain/paging";
import { ROLES } from "~/domain/roles";
import { findAccount } from "~/models/account.server";
import { listNewestAudits } from "~/models/audit.server";
import { listMembersOldestFirst } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { findSubscription } from "~/models/subscription.server";
import { listUsers } from "~/models/user.server";
import { auditShape, toAuditResponse } from "../platform/audit/account-audits.server";
import type { App } from "../platform/app.server";
import { defineOperation } from "../platform/operation.server";
import { accountShape, toAccountResponses } from "./account-list.server";

/** The newest entries of an account's activity on its page. */
const CUSTOMER_AUDITS_SHOWN = 10;

const memberShape = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  permission: z.enum(ROLES),
  last_login: z.iso.datetime().nullable(),
});

const customerShape = z.object({
  account: accountShape,
  /** Null before the first plan. */
  subscription: z
    .object({
      plan_id: z.string(),
      cancel_at_period_end: z.boolean(),
      /** Null on a plan without periods. During a trial, its end. */
      current_period_end: z.iso.datetime().nullable(),
      /** Whether the payment provider has it. */
      is_paid: z.boolean(),
      card: z.string().nullable(),
    })
    .nullable(),
  /** A page of the members, the oldest first. */
  members: z.array(memberShape),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  activity: z.array(auditShape),
});
export type Customer = z.infer<typeof customerShape>;

export const getCustomer = defineOperation({
  name: "getCustomer",
  method: "GET",
  path: "/api/master/accounts/:id",
  summary:
    "Read what mission control shows about an account: its plan, a page of its members, and its latest activity.",
  access: { permission: "master", state: "verified" },
  input: customerForm,
  output: customerShape,
  run: async ({ id, ...at }, context) => ({
    data: await readCustomer(context.app, id, { ...at, locale: context.locale }),
  }),
});

/** Throws not_found. */
export async function readCustomer(
  app: Pick<App, "store" | "apiCalls">,
  accountId: string,
  { locale, ...at }: PagePosition & { locale: string },
): Promise<Customer> {
  const { store } = app;
  const row = await findAccount(store, { id: accountId });
  if (!row) throw new AppError("not_found", "errors:not_found");
  const [[account], subscription, members, activity] = await Promise.all([
    toAccountResponses(app, [row], locale),
    readSubscription(store, accountId),
    readMembers(store, accountId, at),
    listNewestAudits(store, { accountId, limit: CUSTOMER_AUDITS_SHOWN }),
  ]);
  if (!account) throw new AppError("not_found", "errors:not_found");
  return { account, subscription, ...members, activity: activity.map(toAuditResponse) };
}

async function readSubscription(store: Store, accountId: string): Promise<Customer["subscription"]> {
  const row = await findSubscription(store, { accountId });
  if (!row?.planId) return null;
  return {
    plan_id: row.planId,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
    is_paid: row.providerId !== null,
    card: row.cardLast4 === null ? null : `${row.cardBrand ?? ""} ${row.cardLast4}`.trim(),
  };
}

async function readMembers(store: Store, accountId: string, at: PagePosition) {
  const { rows, next, previous } = await listMembersOldestFirst(store, { accountId, at });
  const users = await listUsers(store, { ids: rows.map(({ userId }) => userId) });
  const byId = new Map(users.map((user) => [user.id, user]));
  const members = rows.flatMap(({ userId, role, signedInAt }) => {
    const user = byId.get(userId);
    const last = signedInAt?.toISOString() ?? null;
    return user
      ? [{ id: userId, name: user.name, email: user.email, permission: role, last_login: last }]
      : [];
  });
  return { members, next, previous };
}
