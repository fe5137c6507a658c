/** The operations on an account's plan and subscription: listing plans, choosing one, and reading the subscription. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { getCurrencySymbol } from "~/domain/money";
import { findBoundCurrency, fitsCurrency } from "~/domain/plan-currency";
import { INTERVALS, SUBSCRIPTION_STATUSES, type PlanView, type SubscriptionView } from "~/domain/plans";
import { listPlansWithTrial, type PlanRow } from "~/models/plan.server";
import type { SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { defineOperation, requireViewer } from "~/services/platform/operation.server";
import type { Viewer } from "~/services/platform/viewer.server";
import { hasLivePlan } from "../intents/intents.server";
import { isPaid } from "../plans/plan-action.server";
import { toPlanResponse, planShape } from "../plans/plans.server";
import { toPersonIds } from "../plans/trials.server";
import { subscribe } from "./subscribe.server";
import { createPlanError, readOrder } from "./plan-order.server";
import { answerPlanChoice, PLAN_CHOICE } from "./plan-reply.server";

const statusShape = z.enum(SUBSCRIPTION_STATUSES);

export const listPlans = defineOperation({
  name: "listPlans",
  method: "GET",
  path: "/api/account/plans",
  summary:
    "List the plans that the account can choose, and the one it is on. Those in another currency than its subscription or " +
    "credit are left out.",
  access: { permission: "owner", state: "verified" },
  keyScope: "billing:read",
  input: z.object({}),
  output: z.object({ plans: z.array(planShape), active: z.string().nullable() }),
  async run(_input, context) {
    const { plans, active } = await readPlans(context.app, requireViewer(context));
    return { data: { plans, active } };
  },
});

export const createSubscription = defineOperation({
  ...PLAN_CHOICE,
  name: "createSubscription",
  method: "POST",
  path: "/api/account/plan",
  summary: "Choose the account's first plan. A paid one needs a card token.",
  access: { permission: "owner", state: "verified" },
  async run(input, context) {
    const order = await readOrder(input, context);
    const [{ app }, viewer] = [context, requireViewer(context)];
    if (!app.config.offersFreePlan && !isPaid(order.plan)) throw createPlanError("billing:form.plan_unknown");
    const result = await subscribe(app, viewer, order);
    return answerPlanChoice({ app, viewer }, { ...result, action: "subscribe" }, order.plan);
  },
});

export const subscriptionShape: z.ZodType<SubscriptionView> = z.object({
  status: statusShape,
  object: z.object({
    cancel_at_period_end: z.boolean(),
    next_plan: z.string().nullable(),
    current_period_start: z.iso.datetime().nullable(),
    current_period_end: z.iso.datetime().nullable(),
    seats: z.number().int(),
    seat_price: z.number().int(),
    balance: z.object({ amount: z.number().int(), currency: z.string() }).nullable(),
    currency_symbol: z.string(),
    currency: z.string(),
    interval: z.enum(INTERVALS),
  }),
});

export const getSubscription = defineOperation({
  name: "getSubscription",
  method: "GET",
  path: "/api/account/subscription",
  summary:
    "Read the account's subscription. `balance` is what the next invoices begin with, in minor units: negative for credit.",
  access: { permission: "owner", state: "planned" },
  keyScope: "billing:read",
  input: z.object({}),
  output: subscriptionShape,
  run(_input, context) {
    return Promise.resolve({ data: toSubscriptionView(requireViewer(context)).subscription });
  },
});

/** The plans on offer, with the trials that the viewer can have, and the id of the account's plan. */
export async function readPlans(
  { store, secrets, config }: App,
  { subscription, plan: current, user }: Viewer,
): Promise<{ rows: PlanRow[]; plans: PlanView[]; active: string | null }> {
  const trialIds = toPersonIds(secrets, user);
  const { plans: active, isTrialClaimed } = await listPlansWithTrial(store, { trialIds });
  // An account that has a plan cancels it by choosing the free one.
  const hasPlan = hasLivePlan(subscription);
  const bound = findBoundCurrency(subscription, current);
  const rows = active.filter(
    (row) =>
      (hasPlan || config.offersFreePlan || isPaid(row)) &&
      ((hasPlan && row.id === subscription.planId) || fitsCurrency(row, bound)),
  );
  // Only a first paid plan has a trial: a change of the plan is charged at once.
  const isChange = hasPlan && subscription.providerId !== null;
  const plans = rows.map((row) => toPlanResponse(row, isChange || isTrialClaimed ? { trialDays: 0 } : {}));
  return { rows, plans, active: hasPlan ? subscription.planId : null };
}

/** The account's plan and subscription in responses. Throws not_found without a plan. */
export function toSubscriptionView({ subscription, plan }: Viewer): {
  plan: PlanView;
  subscription: SubscriptionView;
} {
  if (!subscription || !plan) throw new AppError("not_found", "errors:not_found");
  return { plan: toPlanResponse(plan), subscription: toSubscriptionResponse(subscription, plan) };
}

function toBalance({ balanceMinor: amount, balanceCurrency: currency }: SubscriptionRow) {
  return amount && currency ? { amount, currency } : null;
}

function toSubscriptionResponse(row: SubscriptionRow, plan: PlanRow): SubscriptionView {
  return {
    status: row.status,
    object: {
      cancel_at_period_end: row.cancelAtPeriodEnd,
      next_plan: row.nextPlanId,
      current_period_start: row.currentPeriodStart?.toISOString() ?? null,
      current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
      seats: row.seats,
      seat_price: plan.priceMinor,
      balance: toBalance(row),
      currency_symbol: getCurrencySymbol(plan.currency),
      currency: plan.currency,
      interval: plan.interval,
    },
  };
}
