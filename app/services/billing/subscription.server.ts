/** What an owner can do about the account's plan. Spec §3, §7; the rules are in billing/. */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { planForm } from "~/domain/forms/billing";
import { say } from "~/domain/messages";
import { currencySymbol } from "~/domain/money";
import { INTERVALS, needsCard, type PlanView, type SubscriptionView } from "~/domain/plans";
import { SUBSCRIPTION_STATUSES } from "~/domain/subscription";
import { PLAN_LIMITS } from "~/domain/rate-limits";
import { findActivePlan, findPlan, listActivePlans, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import type { SubscriptionRow } from "~/models/subscription.server";
import { hasLivePlan } from "./intents.server";
import type { Started } from "./settle.server";
import { subscribe } from "./subscribe.server";
import { operation, viewerOfContext, type Context, type Reply } from "../platform/operation.server";
import { planOnWire, planShape } from "./plans.server";
import type { Viewer } from "../platform/viewer.server";

const statusShape = z.enum(SUBSCRIPTION_STATUSES);

export const listPlans = operation({
  name: "listPlans",
  method: "GET",
  path: "/api/account/plans",
  summary: "List the plans and the one the account is on.",
  access: { permission: "owner", state: "verified" },
  input: z.object({}),
  output: z.object({ plans: z.array(planShape), active: z.string().nullable() }),
  run: async (_input, context) => ({ data: await readPlans(context.app.store, viewerOfContext(context)) }),
});

/** Spec §4: when the bank asks the card holder, the same request is repeated with what the browser got for it. */
const chosenShape = z.union([
  z.object({ plan: z.string(), subscription: statusShape }),
  z.object({ requires_payment_action: z.literal(true), client_secret: z.string() }),
]);

export const createSubscription = operation({
  name: "createSubscription",
  method: "POST",
  path: "/api/account/plan",
  summary:
    "Choose the account's first plan. A paid one needs a card token; when the answer asks for a payment action, " +
    "confirm it and send the same request again with the payment result.",
  access: { permission: "owner", state: "verified" },
  input: planForm,
  output: chosenShape,
  limits: PLAN_LIMITS,
  refusesImpersonator: true,
  async run({ plan: planId, token, payment_intent: payment, setup_intent: setup }, context) {
    const { app } = context;
    const plan = await findActivePlan(app.store, { id: planId });
    if (!plan) throw unknownPlan();
    if (needsCard(planOnWire(plan)) && !canTakeCards(context)) {
      throw new AppError("unavailable", "billing:errors.no_cards");
    }
    const isRepeat = payment !== "" || setup !== "";
    return chosen(plan, await subscribe(app, viewerOfContext(context), { plan, token, isRepeat }));
  },
});

/** Whether this caller can pay by card: the sandbox, where no money moves, is for this machine alone. */
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

export const getSubscription = operation({
  name: "getSubscription",
  method: "GET",
  path: "/api/account/subscription",
  summary: "Read the account's subscription.",
  access: { permission: "owner", state: "planned" },
  input: z.object({}),
  output: subscriptionShape,
  async run(_input, context) {
    const { subscription } = await readSubscription(context.app.store, viewerOfContext(context));
    return { data: subscription };
  },
});

/** The plans on offer, and the one that the account has. */
export async function readPlans(
  store: Store,
  { subscription }: Viewer,
): Promise<{ plans: PlanView[]; active: string | null }> {
  const plans = await listActivePlans(store);
  return { plans: plans.map(planOnWire), active: hasLivePlan(subscription) ? subscription.planId : null };
}

/** What the account is subscribed to. Throws not_found without a plan. */
export async function readSubscription(
  store: Store,
  { subscription }: Viewer,
): Promise<{ plan: PlanView; subscription: SubscriptionView }> {
  const plan = subscription?.planId && (await findPlan(store, { id: subscription.planId }));
  if (!plan) throw new AppError("not_found", "errors:not_found");
  return { plan: planOnWire(plan), subscription: subscriptionOnWire(subscription, plan) };
}

function chosen(plan: PlanRow, started: Started): Reply<z.infer<typeof chosenShape>> {
  switch (started.kind) {
    case "needs_action":
      return { data: { requires_payment_action: true, client_secret: started.clientSecret } };
    case "begun":
      return {
        data: { plan: plan.id, subscription: started.status },
        message: say("billing:chosen", { plan: plan.name }),
      };
  }
}

function unknownPlan(): AppError {
  const said = "billing:form.plan_unknown";
  return new AppError("invalid", said, { inputError: "plan", errors: { plan: [said] } });
}

function subscriptionOnWire(row: SubscriptionRow, plan: PlanRow): SubscriptionView {
  return {
    status: row.status,
    object: {
      cancel_at_period_end: row.cancelAtPeriodEnd,
      current_period_start: row.currentPeriodStart?.toISOString() ?? null,
      current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
      seats: row.seats,
      seat_price: plan.priceMinor,
      currency_symbol: currencySymbol(plan.currency),
      interval: plan.interval,
    },
  };
}
