/**
 * The disputes whose events were lost: what the provider lists is compared with an account's rows, and what differs is synced
 * as an event would.
 */
import type { Drift } from "~/domain/comparisons";
import { toDisputeOutcome } from "~/domain/disputes";
import { days } from "~/domain/limits";
import type { ListedDispute } from "~/gateways/payments/provider-disputes";
import { listDisputesByIds, STATUS_MAX_LENGTH, type DisputeRow } from "~/models/dispute.server";
import { findSubscription, type SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { getOldestMailed } from "./compare-billing.server";
import { syncDispute } from "./disputes.server";
import { toConflictWords } from "./reconcile-account.server";

/** From the opening to the last word of the bank. An older dispute is not compared any more. */
const DECIDED_WITHIN_MS = days(365);

/** What the provider has, by its customers. */
export type ListedDisputes = ReadonlyMap<string, readonly ListedDispute[]>;

/** Lists those of all accounts at once, because the provider lists none by customer. Throws unavailable when it does not answer. */
export async function listProviderDisputes({ payments }: Pick<App, "payments">): Promise<ListedDisputes> {
  const listed = new Map<string, ListedDispute[]>();
  for (const dispute of await payments.listDisputes({ since: new Date(Date.now() - DECIDED_WITHIN_MS) })) {
    const others = listed.get(dispute.customerId);
    if (others) others.push(dispute);
    else listed.set(dispute.customerId, [dispute]);
  }
  return listed;
}

/** Returns what differed. Throws unavailable when the provider does not answer. */
export async function reconcileDisputes(
  app: App,
  { id: accountId, customerId }: Pick<SubscriptionRow, "id" | "customerId">,
  all: ListedDisputes,
): Promise<Drift[]> {
  const listed = all.get(customerId ?? "") ?? [];
  if (listed.length === 0) return [];
  const rows = await listDisputesByIds(app.store, { accountId, ids: listed.map(({ id }) => id) });
  const drifts: Drift[] = [];
  for (const dispute of listed) {
    const row = rows.find(({ id }) => id === dispute.id) ?? null;
    const what = await findDifference(app, { accountId, row, dispute });
    if (what === null) continue;
    const synced = syncDispute(app, dispute, { isNews: row !== null || !isPast(dispute) });
    const failure = await synced.then(() => null, toConflictWords);
    drifts.push({ accountId, area: "disputes", what, failure });
  }
  return drifts;
}

interface Compared {
  accountId: string;
  row: DisputeRow | null;
  dispute: ListedDispute;
}

/** In words for operators; null when the row agrees with the provider. */
async function findDifference(
  { store }: Pick<App, "store">,
  { accountId, row, dispute }: Compared,
): Promise<string | null> {
  const { id, status, amountMinor, respondBy } = dispute;
  const name = `${dispute.kind === "dispute" ? "dispute" : "fraud warning"} ${id}`;
  if (!row) return `${name} ${status}`;
  if (row.status !== status.slice(0, STATUS_MAX_LENGTH)) return `${name} ${row.status} -> ${status}`;
  if (row.amountMinor !== amountMinor || row.respondBy?.getTime() !== respondBy?.getTime())
    return `${name} has other terms`;
  return (await owesEnd(store, accountId, row)) ? `the plan goes on after ${name}` : null;
}

/** Whether the plan was to end because of it, and the account's plan was being changed just then. */
async function owesEnd(
  store: App["store"],
  accountId: string,
  { planEndedAt, subscriptionId }: DisputeRow,
): Promise<boolean> {
  if (planEndedAt === null) return false;
  const subscription = await findSubscription(store, { accountId });
  return subscription?.providerId === subscriptionId && subscription.status !== "canceled";
}

/** Decided, and of a time whose mails are deleted: as after a restored backup, or an update from a version without disputes. */
function isPast({ status, openedAt }: ListedDispute): boolean {
  return toDisputeOutcome(status) !== "open" && openedAt < getOldestMailed();
}
