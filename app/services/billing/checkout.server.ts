/** The checkout pages' data: the plans on offer, the card on file, and what the chosen plan costs this account. */
import { ACCEPT_FIELD, type CheckoutOffer, type OrderPreview, type PlanAction } from "~/domain/checkout";
import { AppError } from "~/domain/errors";
import { hasRoom, listLosses, needsCard, type PlanView } from "~/domain/plans";
import { toMessage } from "~/domain/messages";
import { translator } from "~/i18n/translator.server";
import { countMembers } from "~/models/membership.server";
import { findActivePlan } from "~/models/plan.server";
import { runOperation, type Context } from "../platform/operation.server";
import type { Viewer } from "../platform/viewer.server";
import { toCardView } from "./intents/card-columns.server";
import { getPlanAction } from "./plans/plan-action.server";
import { previewInvoice } from "./orders/plan-changes.server";
import { hasLivePlan } from "./intents/intents.server";
import { canTakeCards } from "./orders/plan-order.server";
import { toPlanResponse } from "./plans/plans.server";
import { readPlans } from "./orders/subscription.server";

type ViewerContext = Context & { viewer: Viewer };

interface CheckoutQuery {
  /** The plan to preselect; null, or an unknown one, for `findNextPlan`. */
  plan: string | null;
  /** A promotion code; "" for none. */
  code: string;
  /** Leaves out the plans that cost nothing. */
  isPaidOnly: boolean;
}

/** Reads the choice from a query string. A form without scripts names the fields as it does when it is posted. */
export function parseChoice(query: URLSearchParams): Pick<CheckoutQuery, "code" | "plan"> {
  return {
    plan: query.get("plan") ?? query.get("id"),
    code: query.get("code") ?? query.get("promotion_code") ?? "",
  };
}

export async function readCheckout(context: ViewerContext, query: CheckoutQuery): Promise<CheckoutOffer> {
  const { app, viewer } = context;
  const [{ rows, plans, active }, members] = await Promise.all([
    readPlans(app, viewer),
    countMembers(app.store, { accountId: viewer.account.id }),
  ]);
  const offered = query.isPaidOnly ? plans.filter(needsCard) : plans;
  const actions: Record<string, PlanAction> = Object.fromEntries(
    rows.map((row) => [row.id, getPlanAction(viewer.subscription, row)]),
  );
  const open = offered.filter(({ id }) => actions[id] !== "same");
  const wanted = open.find(({ id }) => id === query.plan);
  // Also a plan that is no longer on offer.
  const present = active !== null && viewer.plan ? toPlanResponse(viewer.plan) : null;
  const chosen = wanted ?? findNextPlan(open, { present, members });
  return {
    plans: offered,
    actions,
    current: active,
    present,
    // Before the first plan, a card is one whose payment was not confirmed.
    card: viewer.subscription?.planId ? toCardView(viewer.subscription) : null,
    members,
    order: chosen
      ? await readOrderPreview(context, { plan: chosen.id, code: query.code })
      : { plan: "", code: query.code, preview: null, codeError: null, isForFirstPayment: false },
    trial_ends: getTrialEnd(viewer),
    today: new Date().toISOString(),
    publishableKey: app.payments.publishableKey,
    isSandbox: app.config.stripe === null,
    takesCards: canTakeCards(context),
  };
}

/**
 * The plan to suggest: none below the present one, and of the others rather one with its interval and room for all
 * members. Null when every other plan is below.
 */
function findNextPlan(
  open: readonly PlanView[],
  { present, members }: { present: PlanView | null; members: number },
): PlanView | null {
  const notBelow = open.filter((plan) => present === null || listLosses(present, plan).length === 0);
  const ofInterval = notBelow.filter(({ interval }) => present === null || interval === present.interval);
  return [...ofInterval, ...notBelow].find((plan) => hasRoom(plan, members)) ?? notBelow[0] ?? null;
}

function getTrialEnd({ subscription }: Viewer): string | null {
  if (subscription?.status !== "trialing") return null;
  return subscription.currentPeriodEnd?.toISOString() ?? null;
}

/**
 * Throws invalid at its box for a plan below the present one, unless the user has accepted what the change takes away. For
 * a page; a call of the API says what it wants by being sent.
 */
export async function requireAcceptedLoss(
  { app, viewer: { subscription, plan: present } }: ViewerContext,
  { plan: id, isAccepted }: { plan: string; isAccepted: boolean },
): Promise<void> {
  if (isAccepted || !present || !hasLivePlan(subscription)) return;
  const next = await findActivePlan(app.store, { id });
  if (!next || listLosses(toPlanResponse(present), toPlanResponse(next)).length === 0) return;
  const reason = toMessage("billing:loss.required", { plan: next.name, present: present.name });
  throw new AppError("invalid", reason, { inputError: ACCEPT_FIELD });
}

/** Without the provider the page shows the prices of its own plans. */
async function readOrderPreview(
  context: ViewerContext,
  { plan, code }: { plan: string; code: string },
): Promise<OrderPreview> {
  try {
    // By the operation, so that its rate limit stands against guessing codes.
    const { data } = await runOperation(previewInvoice, { plan, promotion_code: code }, context);
    const terms = code === "" ? null : await context.app.payments.findPromotionCode(code);
    return {
      plan,
      code,
      preview: data,
      codeError: null,
      isForFirstPayment: terms?.isForFirstPayment ?? false,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isOfCode =
      error.detail.inputError === "promotion_code" || (code !== "" && error.code === "too_many");
    const codeError = isOfCode ? translator(context.locale).message(error.messageKey) : null;
    return { plan, code, preview: null, codeError, isForFirstPayment: false };
  }
}
