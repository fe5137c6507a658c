/** The operations on an account's plan and subscription: listing plans, choosing one, and reading the subscription. */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { planForm } from "~/domain/forms/billing";
import { toMessage } from "~/domain/messages";
import { getCurrencySymbol } from "~/domain/numbers";
import {
  INTERVALS,
  needsCard,
  SUBSCRIPTION_STATUSES,
  type PlanView,
  type SubscriptionView,
} from "~/domain/plans";
import { PLAN_LIMITS } from "~/domain/rate-limits";
import { findActivePlan, findPlan, listActivePlans, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import type { SubscriptionRow } from "~/models/subscription.server";
import { hasLivePlan } from "./intents.server";
import type { PaymentResult } from "./settle.server";
import { subscribe } from "./subscribe.server";
import { defineOperation, requireViewer, type Context, type Reply } from "../platform/operation.server";
import { toPlanResponse, planShape } from "./plans.server";
import type { Viewer } from "../platform/viewer.server";

const statusShape = z.enum(SUBSCRIPTION_STATUSES);

export const listPlans = defineOperation({
  name: "listPlans",
  method: "GET",
  path: "/api/account/plans",
  summary: "List the plans and the one the account is on.",
  access: { permission: "owner", state: "verified" },
  input: z.object({}),
  output: z.object({ plans: z.array(planShape), active: z.string().nullable() }),
  run: async (_input, context) => ({ data: await readPlans(context.app.store, requireViewer(context)) }),
});

/** When the bank asks the card holder to authenticate, the browser repeats the request with the payment result. */
const subscriptionResultShape = z.union([
  z.object({ plan: z.string(), subscription: statusShape }),
  z.object({ requires_payment_action: z.literal(true), client_secret: z.string() }),
]);

export const createSubscription = defineOperation({
  name: "createSubscription",
  method: "POST",
  path: "/api/account/plan",
  summary:
    "Choose the account's first plan. A paid one needs a card token; when the answer asks for a payment action, " +
    "confirm it and send the same request again with the payment result.",
  access: { permission: "owner", state: "verified" },
  input: planForm,
  output: subscriptionResultShape,
  limits: PLAN_LIMITS,
  refusesImpersonator: true,
  async run({ plan: planId, token, payment_intent: payment, setup_intent: setup }, context) {
    const { app } = context;
    const plan = await findActivePlan(app.store, { id: planId });
    if (!plan) throw createUnknownPlanError();
    if (needsCard(toPlanResponse(plan)) && !canTakeCards(context)) {
      throw new AppError("unavailable", "billing:errors.no_cards");
    }
    const isRepeat = payment !== "" || setup !== "";
    return toSubscriptionReply(plan, await subscribe(app, requireViewer(context), { plan, token, isRepeat }));
  },
});

/** Whether this caller can pay by card. The sandbox charges no money, so it is for callers on this machine only. */
export function canTakeCards({ app, isLocalCaller }: Pick<Context, "app" | "isLocalCaller">): boolean {
  return app.config.stripe !== null || isLocalCaller;
}

const subscriptionShape: z.ZodType<SubscriptionView> = z.object({
  status: statusShape,
  object: z.object({
    cancel_at_period_end: z.boolean(),
    current_period_start: z.iso.datetime().nullable(),
    current_period_end: z.iso.datetime().nullable(),
    seats: z.number().int(),
    seat_price: z.number().int(),
    currency_symbol: z.string(),
    interval: z.enum(INTERVALS),
  }),
});

export const getSubscription = defineOperation({
  name: "getSubscription",
  method: "GET",
  path: "/api/account/subscription",
  summary: "Read the account's subscription.",
  access: { permission: "owner", state: "planned" },
  input: z.object({}),
  output: subscriptionShape,
  async run(_input, context) {
    const { subscription } = await readSubscription(context.app.store, requireViewer(context));
    return { data: subscription };
  },
});

/** Lists the active plans, and the id of the plan that the account has. */
export async function readPlans(
  store: Store,
  { subscription }: Viewer,
): Promise<{ plans: PlanView[]; active: string | null }> {
  const plans = await listActivePlans(store);
  return { plans: plans.map(toPlanResponse), active: hasLivePlan(subscription) ? subscription.planId : null };
}

/** Reads the account's plan and subscription. Throws not_found without a plan. */
export async function readSubscription(
  store: Store,
  { subscription }: Viewer,
): Promise<{ plan: PlanView; subscription: SubscriptionView }> {
  const plan = subscription?.planId && (await findPlan(store, { id: subscription.planId }));
  if (!plan) throw new AppError("not_found", "errors:not_found");
  return { plan: toPlanResponse(plan), subscription: toSubscriptionResponse(subscription, plan) };
}

function toSubscriptionReply(
  plan: PlanRow,
  started: PaymentResult,
): Reply<z.infer<typeof subscriptionResultShape>> {
  switch (started.kind) {
    case "needs_action":
      return { data: { requires_payment_action: true, client_secret: started.clientSecret } };
    case "begun":
      return {
        data: { plan: plan.id, subscription: started.status },
        message: toMessage("billing:chosen", { plan: plan.name }),
      };
  }
}

function createUnknownPlanError(): AppError {
  const messageKey = "billing:form.plan_unknown";
  return new AppError("invalid", messageKey, { inputError: "plan", errors: { plan: [messageKey] } });
}

function toSubscriptionResponse(row: SubscriptionRow, plan: PlanRow): SubscriptionView {
  return {
    status: row.status,
    object: {
      cancel_at_period_end: row.cancelAtPeriodEnd,
      current_period_start: row.currentPeriodStart?.toISOString() ?? null,
      current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
      seats: row.seats,
      seat_price: plan.priceMinor,
      currency_symbol: getCurrencySymbol(plan.currency),
      interval: plan.interval,
    },
  };
}
