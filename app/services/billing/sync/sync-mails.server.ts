/**
 * The mails that a sync of an account calls for. Besides the event that caused it, the difference between the rows and
 * the provider's state tells of what has happened, so that a lost event loses no mail. Each mail has a key made from that
 * state, and is queued once however often this runs.
 */
import type { ProviderBilling, ProviderInvoice, ProviderSubscription } from "~/gateways/payments/payments";
import { findOpenIntent, hasCanceled, type BillingIntentRow } from "~/models/billing-intent.server";
import { hasDisputeEnded } from "~/models/dispute.server";
import { findPlan, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import type { SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import type { QueuedMail } from "~/services/platform/mail/outbox.server";
import { findExcess } from "~/services/platform/member-limit.server";
import { minutes } from "~/domain/limits";
import { findNextPayment } from "../mails/next-payment.server";
import { prepareMemberLimitMail } from "../mails/member-limit-mails.server";
import { prepareBillingMail } from "../mails/billing-recipient.server";
import {
  createEventMail,
  FREE_PLAN_BEGAN,
  type EventMail,
  type EventState,
  type MailedEvent,
} from "../mails/event-mails.server";
import { getOldestMailed, type BillingDrift } from "./compare-billing.server";

/** How long after their last request the owner may still look at what becomes of its payment. Then mails tell of it. */
const PAYMENT_SHOWN_FOR_MS = minutes(30);

interface SyncedBilling {
  /** The account's row before the sync. */
  row: SubscriptionRow;
  /** The account's open intent, as it was before the provider was read. */
  intent: BillingIntentRow | null;
  billing: ProviderBilling | null;
  /** The subscription that the row has or gets. */
  subscription: ProviderSubscription | null;
  drift: BillingDrift;
  /** The event that caused the sync; null without one, and when its mail was queued before. */
  event: MailedEvent | null;
}

export type SyncMail = EventMail | QueuedMail<"member_limit">;

/** To be called before the transaction that queues the mails, which would lock every row that it reads. */
export async function prepareSyncMails(
  app: Pick<App, "store" | "config" | "secrets" | "payments">,
  synced: SyncedBilling,
): Promise<SyncMail[]> {
  const { billing, row } = synced;
  const { config } = app;
  if (!billing) return [];
  const wasDisputed = await hasEndedByDispute(app.store, synced);
  const events = listMailedEvents(synced, billing, { wasDisputed });
  if (events.length === 0) return [];
  const state = await readEventState(app, synced, { billing, events, wasDisputed });
  const mails = new Map<string, SyncMail>();
  for (const event of events) {
    const mail =
      (await prepareLimitMail(app, { event, state, row })) ??
      (await prepareBillingMail(app, row, (recipient) =>
        createEventMail(recipient, { event, state, appUrl: config.appUrl }),
      ));
    if (mail) mails.set(`${mail.template}:${String(mail.key)}`, mail);
  }
  return [...mails.values()];
}

/** The given event, and those that the rows and the state tell of. */
function listMailedEvents(
  { row, intent, drift, event }: SyncedBilling,
  { invoices }: ProviderBilling,
  { wasDisputed }: Pick<EventState, "wasDisputed">,
): MailedEvent[] {
  const hasEnded = hasSubscriptionEnded({ row, drift });
  return [
    // An end counts only when the row follows it: before and afterwards the row does not say whether it was chosen.
    ...(event && event.type !== ENDED ? [event] : []),
    // Closing the account cancels the subscription, while it holds the account's billing. So does a lost dispute.
    ...(hasEnded && (wasDisputed || intent?.kind !== "hold")
      ? [{ type: ENDED, objectId: row.providerId ?? "" }]
      : []),
    ...(hasFreePlanStarted(row, drift.columns)
      ? [{ type: FREE_PLAN_BEGAN, objectId: row.providerId ?? "" }]
      : []),
    ...drift.paidInvoiceIds.map((objectId) => ({ type: "invoice.paid", objectId })),
    ...invoices
      .filter(isBeingCollected)
      .map(({ id: objectId }) => ({ type: "invoice.payment_failed", objectId })),
  ];
}

function hasSubscriptionEnded({ row, drift }: Pick<SyncedBilling, "row" | "drift">): boolean {
  return drift.columns.status === "canceled" && row.providerId !== null;
}

/** Whether the account's subscription has ended now, and because of a lost dispute. */
async function hasEndedByDispute(
  store: Store,
  { row, drift }: Pick<SyncedBilling, "row" | "drift">,
): Promise<boolean> {
  if (!hasSubscriptionEnded({ row, drift })) return false;
  return hasDisputeEnded(store, { accountId: row.id, subscriptionId: row.providerId ?? "" });
}

/** Whether the account has come from a subscription to a plan that the provider does not know. */
export function hasFreePlanStarted(
  row: Pick<SubscriptionRow, "providerId">,
  changed: Partial<SubscriptionRow>,
): boolean {
  return row.providerId !== null && changed.providerId === null && changed.planId != null;
}

const ENDED = "customer.subscription.deleted";

/** Whether its payment was tried lately. The key of an older attempt may have been deleted with its mail. */
export function isBeingCollected({ status, attempts, retryAt, issuedAt }: ProviderInvoice): boolean {
  return status === "open" && attempts > 0 && (retryAt !== null || issuedAt > getOldestMailed());
}

async function readEventState(
  app: Pick<App, "store" | "payments">,
  { row, intent, subscription, drift }: SyncedBilling,
  {
    billing: { card, invoices },
    events,
    wasDisputed,
  }: { billing: ProviderBilling; events: readonly MailedEvent[] } & Pick<EventState, "wasDisputed">,
): Promise<EventState> {
  const { store } = app;
  const current = subscription ?? { ...row, id: row.providerId ?? "" };
  const planId = row.planId ?? subscription?.planId ?? null;
  // Once a subscription has ended, only the row still says whether its owner chose that.
  const chosen = current.status === "canceled" ? row : current;
  const plan = planId === null ? null : await findPlan(store, { id: planId });
  return {
    subscription: {
      providerId: current.id,
      status: current.status,
      seats: current.seats,
      cancelAtPeriodEnd: chosen.cancelAtPeriodEnd,
      currentPeriodEnd: current.currentPeriodEnd,
    },
    plan,
    wasDisputed,
    started: await findStartedPlan(store, { row, drift, plan }),
    // The event may arrive when the trial has ended and the free plan has followed.
    nextPaymentMinor:
      current.id !== "" && events.some(({ type }) => type === TRIAL_ENDS)
        ? await findNextPayment(app, { customerId: row.customerId ?? "", subscriptionId: current.id })
        : null,
    card,
    invoices,
    // A request may also have started while the provider answered.
    hasOpenIntent: isShown(intent) || isShown(await findOpenIntent(store, { accountId: row.id })),
  };
}

/** In place of the mail about the free plan, where that has fewer places than the account has members. */
async function prepareLimitMail(
  app: Pick<App, "store" | "config" | "secrets">,
  { event, state: { started }, row }: { event: MailedEvent; state: EventState; row: SubscriptionRow },
): Promise<QueuedMail<"member_limit"> | null> {
  if (event.type !== FREE_PLAN_BEGAN || !started) return null;
  const [accountId, providerId] = [row.id, event.objectId];
  if (!(await hasCanceled(app.store, { accountId, providerId }))) return null;
  const excess = await findExcess(app.store, { accountId, plan: started });
  return (
    excess && prepareMemberLimitMail(app, row, { key: `${providerId}:began`, startsAt: null, ...excess })
  );
}

const TRIAL_ENDS = "customer.subscription.trial_will_end";

async function findStartedPlan(
  store: Store,
  { row, drift, plan: previous }: Pick<SyncedBilling, "row" | "drift"> & { plan: PlanRow | null },
): Promise<EventState["started"]> {
  if (!hasFreePlanStarted(row, drift.columns)) return null;
  const started = await findPlan(store, { id: drift.columns.planId ?? "" });
  return started && { ...started, previous };
}

/** Whether the owner sees what becomes of the intent's payment. They may have left since their last request. */
function isShown(intent: BillingIntentRow | null): boolean {
  if (!intent) return false;
  const requestedAt = intent.requestedAt ?? intent.createdAt;
  if (Date.now() - requestedAt.getTime() > PAYMENT_SHOWN_FOR_MS) return false;
  return intent.kind === null || ["subscribe", "change", "card"].includes(intent.kind);
}
