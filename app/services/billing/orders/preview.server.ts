/** The preview of the next invoice, or of the one for a plan that the account may choose. Charges nothing. */
import type { InvoicePreview } from "~/domain/billing";
import type { InvoiceDraft } from "~/gateways/payments/payment-types";
import type { PreviewQuery } from "~/gateways/payments/plan-orders";
import type { PlanRow } from "~/models/plan.server";
import { requireViewer, type Context } from "~/services/platform/operation.server";
import type { Viewer } from "~/services/platform/viewer.server";
import { hasLivePlan } from "../intents/intents.server";
import { getPlanAction, isPaid } from "../plans/plan-action.server";
import { getTrialDays } from "../plans/trials.server";
import { canTakeCards, findPromotion, getPlan, requireCurrency } from "./plan-order.server";
import { countSeats } from "./provider-call.server";
import { toPreview } from "./preview-lines.server";
import { signProrationDate } from "./proration-date.server";

/** Null when nothing will be charged. Throws invalid for a plan or promotion code that cannot be chosen. */
export async function readPreview(
  input: { plan: string; promotion_code: string },
  context: Context,
): Promise<InvoicePreview | null> {
  const { app } = context;
  const viewer = requireViewer(context);
  const chosen = input.plan === "" ? null : await getPlan(app, input.plan);
  const action = chosen && getPlanAction(viewer.subscription, chosen);
  if (chosen && (action === "subscribe" || action === "change")) {
    if (!isPaid(chosen) || !canTakeCards(context)) return null;
    requireCurrency(viewer, chosen);
    const promotionId = await findPromotion(app, input.promotion_code);
    const query = await toQuery(context, viewer, { plan: chosen, promotionId, action });
    const draft = await app.payments.previewInvoice(query);
    const proratedAt = action === "change" ? (draft?.proratedAt ?? null) : null;
    const prorationDate = proratedAt && signProrationDate(app, { viewer, planId: chosen.id, proratedAt });
    return toPreview(draft, { context, plans: [viewer.plan, chosen], prorationDate });
  }
  if (action === "cancel") return null;
  return toPreview(await readNextInvoice(context, viewer), { context, plans: [viewer.plan] });
}

/** The next invoice of the subscription as it is. */
async function readNextInvoice(
  { app }: Context,
  { subscription, plan }: Viewer,
): Promise<InvoiceDraft | null> {
  if (!hasLivePlan(subscription) || !subscription.providerId || subscription.cancelAtPeriodEnd) return null;
  const { customerId, providerId, seats } = subscription;
  const unchanged = {
    planId: null,
    priceId: null,
    usagePriceId: null,
    seats,
    trialDays: 0,
    promotionId: null,
  };
  const currency = plan?.currency ?? "";
  return app.payments.previewInvoice({ customerId, subscriptionId: providerId, currency, ...unchanged });
}

async function toQuery(
  { app }: Context,
  { account, user, subscription }: Viewer,
  {
    plan,
    promotionId,
    action,
  }: { plan: PlanRow; promotionId: string | null; action: "subscribe" | "change" },
): Promise<PreviewQuery> {
  const isNew = action === "subscribe";
  const [priceId, usagePriceId, seats, trialDays] = await Promise.all([
    app.payments.syncPlan(plan),
    app.payments.syncUsagePrice(plan),
    countSeats(app.store, { accountId: account.id, plan }),
    isNew ? getTrialDays(app, user, plan) : 0,
  ]);
  return {
    customerId: subscription?.customerId ?? null,
    subscriptionId: isNew ? null : (subscription?.providerId ?? null),
    currency: plan.currency,
    planId: plan.id,
    interval: plan.interval,
    ...{ priceId, usagePriceId, seats, trialDays, promotionId },
  };
}
