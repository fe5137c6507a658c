/** Reads a request for a plan: everything that the browser may decide, checked against what the product knows. */
import { AppError } from "~/domain/errors";
import { toMessage, type KeyedMessage } from "~/domain/messages";
import { findBoundCurrency, fitsCurrency } from "~/domain/plan-currency";
import { createPromotionError } from "~/gateways/payments/decline-messages";
import { countMembers } from "~/models/membership.server";
import { findActivePlan, type PlanRow } from "~/models/plan.server";
import type { App } from "~/services/platform/app.server";
import { requireViewer, type Context } from "~/services/platform/operation.server";
import type { Viewer } from "~/services/platform/viewer.server";
import { getPlanAction, isPaid } from "../plans/plan-action.server";
import { readProrationDate } from "./proration-date.server";
import type { PlanOrder } from "./resume-order.server";

/** The fields of a form that chooses a plan. */
interface PlanInput {
  plan: string;
  token: string;
  promotion_code: string;
  proration_date: string;
  payment_intent: string;
  setup_intent: string;
}

/** Throws invalid at the field of a plan or promotion code that cannot be chosen, and unavailable without card payments. */
export async function readOrder(input: PlanInput, context: Context): Promise<PlanOrder> {
  const { app } = context;
  const viewer = requireViewer(context);
  const plan = await getPlan(app, input.plan);
  // Cancelling always works: what the smaller plan asks for is asked when it begins.
  if (getPlanAction(viewer.subscription, plan) !== "cancel")
    await requireRoom(app, { accountId: viewer.account.id, plan });
  requireCurrency(viewer, plan);
  if (isPaid(plan) && !canTakeCards(context)) throw new AppError("unavailable", "billing:errors.no_cards");
  const isRepeat = input.payment_intent !== "" || input.setup_intent !== "";
  // The open intent of a repeated request has the promotion code.
  const code = isPaid(plan) && !isRepeat ? input.promotion_code : "";
  // A repeated request charges nothing more.
  const date = isRepeat ? "" : input.proration_date;
  const proration = readProrationDate(app, { viewer, planId: plan.id, signed: date });
  return { plan, token: input.token, promotionId: await findPromotion(app, code), proration, isRepeat };
}

/**
 * Whether this caller can pay by card. The sandbox charges no money, so it is for callers on this machine only: not under
 * a public URL, where a proxy that adds no headers would make every visitor a local caller.
 */
export function canTakeCards({ app, isLocalCaller }: Pick<Context, "app" | "isLocalCaller">): boolean {
  const { stripe, isLocal } = app.config;
  return stripe !== null || (isLocalCaller && isLocal);
}

/** The plan if accounts can choose it. Throws invalid. */
export async function getPlan({ store }: App, id: string): Promise<PlanRow> {
  const plan = await findActivePlan(store, { id });
  if (!plan) throw createPlanError("billing:form.plan_unknown");
  return plan;
}

/** Throws invalid for a plan in another currency than the account's subscription, or its credit. */
export function requireCurrency(
  { subscription, plan: current }: Pick<Viewer, "plan" | "subscription">,
  plan: PlanRow,
): void {
  const bound = findBoundCurrency(subscription, current);
  if (bound === null || fitsCurrency(plan, bound)) return;
  // A plan whose cancellation is taken back goes on as it is.
  if (bound.by === "subscription" && plan.id === current?.id) return;
  const values = {
    plan: plan.name,
    currency: plan.currency.toUpperCase(),
    own: bound.currency.toUpperCase(),
  };
  throw createPlanError(
    bound.by === "credit"
      ? toMessage("billing:form.credit_currency", values)
      : toMessage("billing:form.other_currency", values),
  );
}

/** The provider's id of a promotion code; null for "". Throws invalid for an unknown one. */
export async function findPromotion({ payments }: App, code: string): Promise<string | null> {
  if (code === "") return null;
  const found = await payments.findPromotionCode(code);
  if (found === null) throw createPromotionError();
  return found.id;
}

export function createPlanError(reason: KeyedMessage): AppError {
  return new AppError("invalid", reason, { inputError: "plan", errors: { plan: [reason] } });
}

/** Throws invalid when the account has more members than the plan allows. */
export async function requireRoom(
  { store }: Pick<App, "store">,
  { accountId, plan }: { accountId: string; plan: PlanRow },
): Promise<void> {
  if (plan.seatLimit === null) return;
  const tooMany = (await countMembers(store, { accountId })) - plan.seatLimit;
  if (tooMany <= 0) return;
  throw createPlanError(
    toMessage("billing:form.too_many_members", { count: tooMany, plan: plan.name, limit: plan.seatLimit }),
  );
}
