/** The operations that change the plan of an account that has one, and preview what a change costs. */
import * as z from "zod";
import type { InvoicePreview } from "~/domain/billing";
import { previewForm } from "~/domain/forms/billing";
import { PREVIEW_LIMITS } from "~/domain/rate-limits";
import { defineOperation, requireViewer, type Context } from "~/services/platform/operation.server";
import { isPaid } from "../plans/plan-action.server";
import { applyPlanChange } from "./apply-plan-change.server";
import { createPlanError, readOrder } from "./plan-order.server";
import { answerPlanChoice, PLAN_CHOICE } from "./plan-reply.server";
import { readPreview } from "./preview.server";
import type { PlanOrder } from "./resume-order.server";

const access = { permission: "owner", state: "planned" } as const;

export const changePlan = defineOperation({
  ...PLAN_CHOICE,
  name: "changePlan",
  method: "PATCH",
  path: "/api/account/plan",
  summary:
    "Change the account's plan. The free plan follows when the paid period ends; choosing a paid plan before that " +
    "takes it back. Uses the card on file unless a token is sent.",
  access,
  run: async (input, context) => runChange(await readOrder(input, context), context),
});

export const upgradePlan = defineOperation({
  ...PLAN_CHOICE,
  name: "upgradePlan",
  method: "POST",
  path: "/api/account/upgrade",
  summary: "Change the account's plan to a paid one.",
  access,
  async run(input, context) {
    const order = await readOrder(input, context);
    if (!isPaid(order.plan)) throw createPlanError("billing:form.plan_unknown");
    return runChange(order, context);
  },
});

async function runChange(order: PlanOrder, context: Context) {
  const viewer = requireViewer(context);
  const result = await applyPlanChange(context.app, viewer, order);
  return answerPlanChoice({ app: context.app, viewer }, result, order.plan);
}

const previewShape: z.ZodType<InvoicePreview> = z.object({
  lines: z.array(
    z.object({
      description: z.string(),
      amount: z.number().int(),
      is_proration: z.boolean(),
      period_start: z.iso.datetime(),
      period_end: z.iso.datetime(),
    }),
  ),
  subtotal: z.number().int(),
  discount: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  starting_balance: z.number().int(),
  amount_due: z.number().int(),
  currency: z.string(),
  date: z.iso.datetime(),
  proration_date: z.string().nullable(),
});

export const previewInvoice = defineOperation({
  name: "previewInvoice",
  method: "GET",
  path: "/api/account/invoice/preview",
  summary:
    "Preview the next invoice, or the one of choosing a plan, with its lines in the caller's language. The card is " +
    "charged `amount_due`: `total` and `starting_balance`, which is negative for credit. Null when nothing will be charged. " +
    "A change of plan that is sent with `proration_date` within the next hour is charged as it was previewed.",
  access: { permission: "owner", state: "verified" },
  input: previewForm,
  output: previewShape.nullable(),
  limits: PREVIEW_LIMITS,
  run: async (input, context) => ({ data: await readPreview(input, context) }),
});
