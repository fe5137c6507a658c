/** The comparison of all accounts' API calls with the provider's meter and the invoices, once a day and by a command. */
import { readAll } from "~/models/store/read-all";
import {
  findSubscription,
  listCustomerSubscriptions,
  type SubscriptionRow,
} from "~/models/subscription.server";
import {
  listAccountDifferences,
  saveDifferences,
  type ApiCallDifferenceRow,
} from "~/models/api-call-difference.server";
import type { App } from "~/services/platform/app.server";
import type { Job } from "~/services/platform/jobs/jobs.server";
import { hours, minutes } from "~/domain/limits";
import { compareApiCalls } from "./compare-api-calls.server";
import type { ReportParts } from "./report-account.server";

const COMPARE_EVERY_MS = hours(24);
const COMPARE_FIRST_AFTER_MS = minutes(1);

interface ComparisonParts extends ReportParts {
  log: Pick<App["log"], "error" | "warn" | "info">;
}

/** A difference of one account, in words for operators, as those of the other reconciliation. */
interface ApiCallDrift {
  accountId: string;
  what: string;
  /** Why it is not repaired; null when it is. */
  failure: string | null;
}

/** One process at a time compares all accounts, because it takes some calls to the provider for each. */
export function createApiCallComparisonJob(parts: ComparisonParts): Job {
  return {
    name: "usage-comparison",
    every: COMPARE_EVERY_MS,
    firstAfter: COMPARE_FIRST_AFTER_MS,
    isExclusive: true,
    keepsSchedule: true,
    run: (signal) => compareAllApiCalls(parts, () => signal.aborted),
    report: (cause) =>
      parts.log.error({ err: cause }, "API calls could not be compared with the meter and the invoices"),
  };
}

/** Compares every account. A failure affects one account only; the first one is thrown when all are done. */
export async function compareAllApiCalls(parts: ComparisonParts, isStopped: () => boolean): Promise<void> {
  const failures: unknown[] = [];
  for await (const { id } of readAll<SubscriptionRow>((page) =>
    listCustomerSubscriptions(parts.store, page),
  )) {
    if (isStopped()) return;
    await compareAccountApiCalls(parts, id).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Compares one account, stores what differs for masters, and logs what is new. Returns what differs, and what was sent.
 * Throws unavailable when the provider does not answer.
 */
export async function compareAccountApiCalls(
  parts: ComparisonParts,
  accountId: string,
): Promise<ApiCallDrift[]> {
  const { store, log } = parts;
  const row = await findSubscription(store, { accountId });
  if (!row?.customerId) return [];
  const { sent, differences } = await compareApiCalls(parts, { ...row, customerId: row.customerId });
  if (sent > 0)
    log.info({ account: accountId, calls: sent }, "API calls that the meter had lost are sent again");
  const known = new Set((await listAccountDifferences(store, { accountId })).map(toKey));
  for (const found of differences.filter((each) => !known.has(toKey(each))))
    log.warn(toLogged(found), "API calls, the meter and the invoices do not agree");
  if (known.size > 0 || differences.length > 0)
    await saveDifferences(store, { accountId, found: differences });
  const repaired = { accountId, what: `${sent} API calls were missing on the meter`, failure: null };
  return [...(sent > 0 ? [repaired] : []), ...differences.map(toDrift)];
}

function toKey(found: ApiCallDifferenceRow): string {
  const { planId, periodStart, periodEnd, counted, metered, invoiced } = found;
  return [planId, periodStart.toISOString(), periodEnd.toISOString(), counted, metered, invoiced].join(" ");
}

function toLogged({ accountId: account, planId: plan, ...found }: ApiCallDifferenceRow) {
  const { periodStart: from, periodEnd: to, counted, metered, invoiced } = found;
  return { account, plan, from, to, counted, metered, invoiced };
}

function toDrift(found: ApiCallDifferenceRow): ApiCallDrift {
  const { accountId, planId, periodStart: from, periodEnd: to, counted, metered, invoiced } = found;
  const numbers = `${counted} counted, ${metered} on the meter, ${invoiced ?? "not yet"} invoiced`;
  const what = `API calls on ${planId} from ${from.toISOString()} to ${to.toISOString()}: ${numbers}`;
  return { accountId, what, failure: toFailure(found) };
}

function toFailure({ counted, metered, invoiced }: ApiCallDifferenceRow): string {
  if (invoiced === 0) return "no invoice has them, and the period is over";
  if (invoiced !== null) return "the period is invoiced";
  return metered > counted ? "the meter has more than was counted" : "the provider rejects them";
}
