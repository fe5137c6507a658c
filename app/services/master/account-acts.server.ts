/** A master's acts on an account, each with a reason: a longer trial, a plan without a charge, and closing it. */
import { v7 as uuid } from "uuid";
import * as z from "zod";
import { toIsoDay } from "~/domain/dates";
import { AppError } from "~/domain/errors";
import { closeCustomerForm, compForm, extendTrialForm } from "~/domain/forms/master-acts";
import { days } from "~/domain/limits";
import { toMessage } from "~/domain/messages";
import { MASTER_ACT_LIMITS } from "~/domain/rate-limits";
import { findAccount, type AccountRow } from "~/models/account.server";
import { findMembership, findOwner } from "~/models/membership.server";
import { findActivePlan, listActivePlans, listAllPlans, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { findSubscription } from "~/models/subscription.server";
import { GIVEN_DAYS_MAX } from "~/domain/mission-control";
import { endBilling } from "../billing/orders/end-billing.server";
import { extendTrial, givePlan, requireTrial, requireUnpaid } from "../billing/orders/give-time.server";
import { isPaid } from "../billing/plans/plan-action.server";
import { createPlanError } from "../billing/orders/plan-order.server";
import { deleteAccountAndMembers } from "../closing/delete-account.server";
import {
  requireReauthentication,
  requireRepeatedReauthentication,
} from "../identity/reauthentication.server";
import { deleteAvatarFiles } from "../users/avatar.server";
import { recordAudit, runAudited } from "../platform/audit/audit.server";
import { requireAsShown } from "../platform/changed-meanwhile.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import { toAccountName, toNamedAccount } from "../platform/account-name.server";
import { createFieldError } from "./money-back.server";

export const extendCustomerTrial = defineOperation({
  name: "extendTrial",
  method: "POST",
  path: "/api/master/accounts/:id/trial",
  summary:
    `Let the trial of an account end on a later day, within ${GIVEN_DAYS_MAX} days from now, with a reason that its activity ` +
    "shows. The same day twice changes nothing more.",
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  acceptsIdempotencyKey: true,
  confirmRepeat: (given, context) => requireRepeatedReauthentication(context, given),
  input: extendTrialForm,
  output: z.object({ ends_at: z.iso.datetime() }),
  limits: MASTER_ACT_LIMITS,
  async run({ id: accountId, until, reason, confirm: _, ...credential }, context) {
    const { app } = context;
    await requireReauthentication(context, credential);
    await getAccount(app.store, accountId);
    const check = ({ currentPeriodEnd: end }: { currentPeriodEnd: Date }) =>
      requireAsShown(context, { stored: { until: toIsoDay(end) }, wanted: { until } });
    const trial = requireTrial(await findSubscription(app.store, { accountId }));
    check(trial);
    const { currentPeriodEnd: ends } = trial;
    const endsAt = toTrialEnd(until, ends);
    if (endsAt > ends) {
      const event = { action: "trial_extended", accountId, target: `${until}: ${reason}` } as const;
      await runAudited(context, { key: `extend:${until}`, ...event }, () =>
        extendTrial(app, { accountId, endsAt, check }),
      );
    }
    return {
      data: { ends_at: endsAt.toISOString() },
      message: toMessage("master:acts.extended", { day: until }),
    };
  },
});

export const compPlan = defineOperation({
  name: "compPlan",
  method: "POST",
  path: "/api/master/accounts/:id/plan",
  summary:
    "Give an account without a paid plan one for some days. Nothing is charged, and it ends by itself. The reason is in the " +
    "account's activity.",
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  acceptsIdempotencyKey: true,
  confirmRepeat: (given, context) => requireRepeatedReauthentication(context, given),
  input: compForm,
  output: z.object({}),
  limits: MASTER_ACT_LIMITS,
  async run({ id: accountId, plan: planId, days: count, reason, confirm: _, ...credential }, context) {
    const { app } = context;
    await requireReauthentication(context, credential);
    await getAccount(app.store, accountId);
    const row = await findSubscription(app.store, { accountId });
    const plan = await requirePaidPlan(app.store, planId);
    const plans = await listAllPlans(app.store);
    requireAsShown(context, {
      stored: { plan: row?.planId ?? "" },
      wanted: { plan: planId },
      canReplace: row?.providerId == null,
      toLabel: (_name, id) => plans.find((one) => one.id === id)?.name ?? id,
    });
    requireUnpaid(row);
    const day = toIsoDay(new Date(Date.now() + days(count)));
    const event = { action: "plan_given", accountId, target: `${plan.name}, ${day}: ${reason}` } as const;
    await runAudited(context, { key: `comp:${uuid()}`, ...event }, () =>
      givePlan(app, { accountId, plan, days: count }),
    );
    return {
      data: {},
      message: toMessage("master:acts.given", { plan: plan.name, day }),
    };
  },
});

export const closeCustomer = defineOperation({
  name: "closeCustomer",
  takesLong: true,
  method: "DELETE",
  path: "/api/master/accounts/:id",
  summary:
    "Close an account as its owner would: the subscription ends, everything in it is deleted, and so is everyone who " +
    "belongs to no other account. Send its name as confirmation. Everyone in it gets an email with the reason.",
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  input: closeCustomerForm,
  output: z.object({}),
  limits: MASTER_ACT_LIMITS,
  async run({ id, confirmation, reason, ...credential }, context) {
    const { app } = context;
    await requireReauthentication(context, credential);
    const account = await getAccount(app.store, id);
    const name = toAccountName(account, context.locale);
    if (confirmation.toLowerCase() !== name.toLowerCase())
      throw createFieldError("confirmation", "master:acts.name_differs");
    await requireOtherAccount(context, id);
    const owner = await findOwner(app.store, { accountId: id });
    const closing = { account, ownerId: owner?.userId ?? null, supportReason: reason };
    const deleted = await endBilling(app, id, (hold) =>
      app.store.transaction(async (store) => {
        // The account's own log is deleted with it, so the entry is in the master's account.
        await recordAudit(store, context, { action: "account_closed", target: `${name}: ${reason}` });
        return deleteAccountAndMembers(store, app, { ...closing, hold });
      }),
    );
    await deleteAvatarFiles(
      app,
      deleted.map(({ avatar }) => avatar),
    );
    return { data: {}, message: toMessage("master:acts.closed", { account: name }) };
  },
});

/** Reads the data of the page of these acts. Throws not_found. */
export async function readAccountActs(
  store: Store,
  { accountId, locale }: { accountId: string; locale: string },
) {
  const account = await getAccount(store, accountId);
  const [row, plans] = await Promise.all([findSubscription(store, { accountId }), listActivePlans(store)]);
  const isTrialing = row?.status === "trialing" && row.providerId !== null && row.planId !== null;
  const isSubscribed = row?.planId != null && row.providerId !== null && row.status !== "canceled";
  return {
    account: toNamedAccount(account, locale),
    planId: row?.planId ?? "",
    trialEnd: isTrialing ? (row.currentPeriodEnd?.toISOString() ?? null) : null,
    plans: isSubscribed ? [] : plans.filter(isPaid).map(({ id, name, interval }) => ({ id, name, interval })),
  };
}

async function getAccount(store: Store, id: string): Promise<AccountRow> {
  const account = await findAccount(store, { id });
  if (!account) throw new AppError("not_found", "errors:not_found");
  return account;
}

/** The time of day of the present end, on another day. Throws invalid for a day before it, and too far away. */
function toTrialEnd(until: string, ends: Date): Date {
  const endsAt = new Date(`${until}T${ends.toISOString().slice(11)}`);
  if (endsAt < ends) throw createFieldError("until", "master:acts.too_early");
  if (endsAt.getTime() > Date.now() + days(GIVEN_DAYS_MAX))
    throw createFieldError("until", toMessage("master:acts.too_late", { days: GIVEN_DAYS_MAX }));
  return endsAt;
}

async function requirePaidPlan(store: Store, id: string): Promise<PlanRow> {
  const plan = await findActivePlan(store, { id });
  if (!plan || !isPaid(plan)) throw createPlanError("master:acts.plan_unknown");
  return plan;
}

/** A master who is a member would be deleted with it, or lose the session that closes it. */
async function requireOtherAccount(context: Context, accountId: string): Promise<void> {
  const { user } = requireViewer(context);
  const membership = await findMembership(context.app.store, { accountId, userId: user.id });
  if (membership) throw new AppError("conflict", "master:acts.own_account");
}
