/** The data of each tab of /account/billing. */
import type { CardView, InvoicePreview, InvoiceView, OverLimitView, ApiCallsView } from "~/domain/billing";
import { listCountries, type Country } from "~/domain/countries";
import type { DisputeView } from "~/domain/disputes";
import { AppError } from "~/domain/errors";
import { RECENT_INVOICES_SHOWN } from "~/domain/limits";
import { parsePagePosition } from "~/domain/paging";
import { needsCard, type PlanView, type SubscriptionView } from "~/domain/plans";
import type { BillingIntentRow } from "~/models/billing-intent.server";
import { readBillingNotices, readBillingOverview } from "~/models/billing-overview.server";
import type { DisputeRow } from "~/models/dispute.server";
import { countMembers } from "~/models/membership.server";
import { findPlan } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { readOverLimit } from "../platform/member-limit.server";
import { runOperation, type Context } from "../platform/operation.server";
import type { Viewer } from "../platform/viewer.server";
import { getViewerPeriod, readApiCalls, toApiCallsView } from "./api-calls/account-api-calls.server";
import { getBillingDetails, type DetailsResponse } from "./orders/billing-details.server";
import { shouldNotify, toDisputeViews } from "./dispute-views.server";
import { toPendingCard } from "./orders/card.server";
import { toCardView } from "./intents/card-columns.server";
import { readInvoices, toInvoiceView } from "./orders/invoices.server";
import { previewInvoice } from "./orders/plan-changes.server";
import { canTakeCards } from "./orders/plan-order.server";
import { toPlanResponse } from "./plans/plans.server";
import { toSubscriptionView } from "./orders/subscription.server";

type ViewerContext = Context & { viewer: Viewer };

type BillingTabData =
  | {
      tab: "plan";
      /** The plan after a cancellation. Null on a free plan, and while none is on offer. */
      freePlan: PlanView | null;
      members: number;
      apiCalls: ApiCallsView;
      invoices: InvoiceView[];
      hasPreview: boolean;
      /** Undefined when the payment provider cannot be reached. */
      preview?: InvoicePreview | null;
    }
  /** `details` is null when the payment provider cannot be reached, or was asked too often. */
  | { tab: "card"; card: CardView | null; details: DetailsResponse | null; countries: Country[] }
  | {
      tab: "invoices";
      invoices: InvoiceView[];
      next: string | null;
      previous: string | null;
      disputes: DisputeView[];
    };

interface BillingPage {
  plan: PlanView;
  subscription: SubscriptionView;
  /** Whether the account has the tabs Card and Invoices. */
  isPaid: boolean;
  /** ISO 8601. */
  now: string;
  provider: { publishableKey: string; isSandbox: boolean };
  takesCards: boolean;
  /** A change of plan that the owner has to confirm; null without one. */
  pendingChange: PendingChangeView | null;
  shown: BillingTabData;
  overLimit: OverLimitView | null;
  /** The disputes that the owner is notified of, newest first. */
  openDisputes: DisputeView[];
}

interface PendingChangeView {
  /** The name of the plan. */
  plan: string;
  /** The new card that the change has; null when it is charged to the card on file. */
  newCard: CardView | null;
  /** The card that pays until then. */
  card: CardView | null;
}

/** The tabs of the card and the invoices exist only while the plan is not free; otherwise the plan is shown. */
export async function readBillingPage(
  context: ViewerContext,
  searchParams: URLSearchParams,
): Promise<BillingPage> {
  const { app, viewer } = context;
  const { plan, subscription } = toSubscriptionView(viewer);
  const isPaid = needsCard(plan);
  const tab = isPaid ? searchParams.get("tab") : null;
  const { intent, disputeRows, ...shown } = await readTab(context, { tab, isPaid, searchParams });
  const now = new Date();
  const rows = disputeRows.filter((row) => shouldNotify(row, now));
  return {
    plan,
    subscription,
    isPaid,
    now: now.toISOString(),
    provider: { publishableKey: app.payments.publishableKey, isSandbox: app.config.stripe === null },
    takesCards: canTakeCards(context),
    pendingChange: await readPendingChange(app.store, intent, viewer),
    shown,
    overLimit: await readOverLimit(app.store, viewer),
    openDisputes: await toDisputeViews(app.store, { accountId: viewer.account.id, rows }),
  };
}

interface TabQuery {
  tab: string | null;
  isPaid: boolean;
  searchParams: URLSearchParams;
}

/** The tab's data, the account's open intent, and its disputes. */
type ReadTab = BillingTabData & { intent: BillingIntentRow | null; disputeRows: readonly DisputeRow[] };

async function readTab(context: ViewerContext, { tab, isPaid, searchParams }: TabQuery): Promise<ReadTab> {
  const { app, viewer, locale } = context;
  const accountId = viewer.account.id;
  switch (tab) {
    case "card": {
      // By the operation, which has a rate limit.
      const details = await orElse(
        null,
        async () => (await runOperation(getBillingDetails, {}, context)).data,
      );
      const card = toCardView(viewer.subscription);
      const { intent, disputes: disputeRows } = await readBillingNotices(app.store, { accountId });
      return { tab, card, details, countries: listCountries(locale), intent, disputeRows };
    }
    case "invoices": {
      const { intent, disputes: disputeRows } = await readBillingNotices(app.store, { accountId });
      const disputes = await toDisputeViews(app.store, { accountId, rows: disputeRows });
      const invoices = await readInvoices(app.store, accountId, parsePagePosition(searchParams));
      return { tab, ...invoices, disputes, intent, disputeRows };
    }
    default:
      return readPlanTab(context, {
        isPaid,
        hasPreview: isPaid && searchParams.get("preview") !== null,
      });
  }
}

async function readPlanTab(
  context: ViewerContext,
  { isPaid, hasPreview }: { isPaid: boolean; hasPreview: boolean },
): Promise<ReadTab> {
  const { app, viewer, locale } = context;
  const accountId = viewer.account.id;
  if (!isPaid) return readFreePlanTab(context);
  const period = getViewerPeriod(viewer);
  const [{ plans, intents, invoices, apiCallDays, disputes }, members, preview] = await Promise.all([
    readBillingOverview(app.store, {
      accountId,
      apiCallsSince: period.start,
      invoices: RECENT_INVOICES_SHOWN,
    }),
    countMembers(app.store, { accountId }),
    hasPreview ? orElse(undefined, () => readNextInvoice(context)) : undefined,
  ]);
  return {
    tab: "plan",
    freePlan: plans.map((row) => toPlanResponse(row)).find((one) => !needsCard(one)) ?? null,
    members,
    apiCalls: toApiCallsView(app, viewer, { period, locale, rows: apiCallDays }),
    invoices: invoices.map(toInvoiceView),
    hasPreview,
    preview,
    intent: intents[0] ?? null,
    disputeRows: disputes,
  };
}

/** An account that pays nothing has no invoices, and nothing of it is disputed. */
async function readFreePlanTab({ app, viewer, locale }: ViewerContext): Promise<ReadTab> {
  const nothingPaid = { freePlan: null, members: 1, invoices: [], hasPreview: false, intent: null };
  const apiCalls = await readApiCalls(app, viewer, locale);
  return { tab: "plan", apiCalls, ...nothingPaid, disputeRows: [] };
}

async function readPendingChange(
  store: Store,
  intent: BillingIntentRow | null,
  { subscription }: Viewer,
): Promise<PendingChangeView | null> {
  if (intent?.kind !== "change" || intent.status !== "needs_action") return null;
  const plan = await findPlan(store, { id: intent.planId });
  return plan && { plan: plan.name, newCard: toPendingCard(intent), card: toCardView(subscription) };
}

/** By the operation, which has a rate limit. */
async function readNextInvoice(context: ViewerContext): Promise<InvoicePreview | null> {
  return (await runOperation(previewInvoice, {}, context)).data;
}

/** The page is more than what the payment provider says, so it is shown without that. */
async function orElse<Found, Missing>(
  missing: Missing,
  read: () => Promise<Found>,
): Promise<Found | Missing> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError) return missing;
    throw error;
  }
}
