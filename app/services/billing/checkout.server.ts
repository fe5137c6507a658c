/** What the checkout pages show: the plans on offer, the card on file, and what the chosen plan costs this account. */
import type { CheckoutOffer, OrderPreview, PlanAction } from "~/domain/checkout";
import { AppError } from "~/domain/errors";
import { hasRoom, needsCard } from "~/domain/plans";
import { translator } from "~/i18n/translator.server";
import { countMembers } from "~/models/membership.server";
import { runOperation, type Context } from "../platform/operation.server";
import type { Viewer } from "../platform/viewer.server";
import { toCardView } from "./card-columns.server";
import { getPlanAction } from "./plan-action.server";
import { previewInvoice } from "./plan-changes.server";
import { canTakeCards } from "./plan-order.server";
import { readPlans } from "./subscription.server";

type ViewerContext = Context & { viewer: Viewer };

export interface CheckoutQuery {
  /** The plan to preselect; null, or an unknown one, for the first that can be chosen. */
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
  const wanted = offered.find(({ id }) => id === query.plan && actions[id] !== "same");
  const open = offered.filter(({ id }) => actions[id] !== "same");
  const chosen = wanted ?? open.find((plan) => hasRoom(plan, members)) ?? open[0] ?? offered[0];
  return {
    plans: offered,
    actions,
    current: active,
    // Before the first plan, a card is one whose payment was not confirmed.
    card: viewer.subscription?.planId ? toCardView(viewer.subscription) : null,
    members,
    order: await readOrderPreview(context, { plan: chosen?.id ?? "", code: query.code }),
    trial_ends: getTrialEnd(viewer),
    today: new Date().toISOString(),
    publishableKey: app.payments.publishableKey,
    isSandbox: app.config.stripe === null,
    takesCards: canTakeCards(context),
  };
}

function getTrialEnd({ subscription }: Viewer): string | null {
  if (subscription?.status !== "trialing") return null;
  return subscription.currentPeriodEnd?.toISOString() ?? null;
}

/** Without the provider the page shows the prices of its own plans. */
async function readOrderPreview(
  context: ViewerContext,
  { plan, code }: { plan: string; code: string },
): Promise<OrderPreview> {
  try {
    // By the operation, so that its rate limit stands against guessing codes.
    const { data } = await runOperation(previewInvoice, { plan, promotion_code: code }, context);
    return { plan, code, preview: data, codeError: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isOfCode =
      error.detail.inputError === "promotion_code" || (code !== "" && error.code === "too_many");
    const codeError = isOfCode ? translator(context.locale).message(error.messageKey) : null;
    return { plan, code, preview: null, codeError };
  }
}
