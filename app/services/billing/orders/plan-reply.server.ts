/** Choosing a plan: what the operations have in common, and their answer. */
import * as z from "zod";
import { planForm } from "~/domain/forms/billing";
import { toMessage, type KeyedMessage } from "~/domain/messages";
import { isOverdue, SUBSCRIPTION_STATUSES } from "~/domain/plans";
import { PLAN_LIMITS } from "~/domain/rate-limits";
import type { PlanRow } from "~/models/plan.server";
import type { App } from "~/services/platform/app.server";
import { trackEventAfter } from "~/services/platform/audit/tracking.server";
import type { Reply } from "~/services/platform/operation.server";
import type { Viewer } from "~/services/platform/viewer.server";
import type { PlanAction } from "../plans/plan-action.server";
import type { PaymentResult } from "../sync/settle.server";

/** Null while the card holder must confirm the payment: then the browser repeats the request with the result. */
export const chosenPlanShape = z
  .object({ plan: z.string(), subscription: z.enum(SUBSCRIPTION_STATUSES) })
  .nullable();

/** The common part of the operations that choose a plan: each may charge the account's card. */
export const PLAN_CHOICE = {
  needsOwnSession: true,
  input: planForm,
  output: chosenPlanShape,
  limits: PLAN_LIMITS,
  canCharge: true,
  refusesImpersonator: true,
} as const;

/** Answers with `toPlanReply`, and records the tracked event once the plan has started. */
export async function answerPlanChoice(
  { app, viewer }: { app: App; viewer: Viewer },
  result: PaymentResult & { action: PlanAction },
  plan: PlanRow,
): Promise<Reply<z.infer<typeof chosenPlanShape>>> {
  const { action, kind } = result;
  if (kind === "started")
    await trackEventAfter(app, {
      name: "plan_chosen",
      accountId: viewer.account.id,
      userId: viewer.user.id,
      metadata: { plan: plan.id, action },
    });
  return toPlanReply(result, { plan, current: viewer.subscription?.planId ?? plan.id });
}

/** `plan` is the chosen one; `current` is the account's plan until the period ends. */
function toPlanReply(
  result: PaymentResult & { action: PlanAction },
  { plan, current }: { plan: PlanRow; current: string },
): Reply<z.infer<typeof chosenPlanShape>> {
  switch (result.kind) {
    case "needs_action":
      return {
        data: null,
        payment: { requires_payment_action: true, client_secret: result.clientSecret },
      };
    case "started":
      return {
        data: { plan: result.action === "cancel" ? current : plan.id, subscription: result.status },
        message: toChosenMessage(result.action, {
          plan,
          isTrial: result.status === "trialing",
          isUnpaid: isOverdue(result.status),
        }),
      };
  }
}

function toChosenMessage(
  action: PlanAction,
  { plan, isTrial, isUnpaid }: { plan: PlanRow; isTrial: boolean; isUnpaid: boolean },
): KeyedMessage {
  const values = { plan: plan.name };
  if (action === "cancel") return toMessage(toCancelKey({ isTrial, isUnpaid }), values);
  if (action === "resume") return toMessage("billing:resumed", values);
  const isWithoutTrial = action === "subscribe" && plan.trialDays > 0 && !isTrial;
  return toMessage(isWithoutTrial ? "billing:chosen_without_trial" : "billing:chosen", values);
}

function toCancelKey({ isTrial, isUnpaid }: { isTrial: boolean; isUnpaid: boolean }) {
  if (isUnpaid) return "billing:cancels_overdue" as const;
  return isTrial ? ("billing:cancels_trial" as const) : ("billing:cancels" as const);
}
