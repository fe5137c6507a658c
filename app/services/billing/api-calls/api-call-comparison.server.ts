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
import type { Drift } from "~/domain/comparisons";
import { AppError } from "~/domain/errors";
import type { App } from "~/services/platform/app.server";
import type { Job } from "~/services/platform/jobs/jobs.server";
import { hours, minutes } from "~/domain/limits";
import { recordComparison, type RecordParts } from "../mails/comparison-mails.server";
import { compareApiCalls } from "./compare-api-calls.server";
import type { ReportParts } from "./report-account.server";

const COMPARE_EVERY_MS = hours(24);
const COMPARE_FIRST_AFTER_MS = minutes(1);

interface ComparisonParts extends ReportParts, RecordParts {
  log: Pick<App["log"], "error" | "warn" | "info">;
}

/** Of an account whose comparison failed, whatever was to be compared. */
export const NOT_COMPARED = "the account could not be compared";

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

/**
 * Compares every account, and keeps the result for operators. A failure affects one account only; the first one is thrown
 * when all are done.
 */
export async function compareAllApiCalls(parts: ComparisonParts, isStopped: () => boolean): Promise<void> {
  const failures: unknown[] = [];
  const drifts: Drift[] = [];
  let accounts = 0;
  for await (const { id } of readAll<SubscriptionRow>((page) =>
    listCustomerSubscriptions(parts.store, page),
  )) {
    if (isStopped()) return;
    accounts += 1;
    const found = await compareAccountApiCalls(parts, id).catch((error: unknown): Drift[] => {
      failures.push(error);
      return [{ accountId: id, area: "api_calls", what: NOT_COMPARED, failure: describeFailure(error) }];
    });
    drifts.push(...found);
  }
  await recordComparison(parts, { areas: ["api_calls"], accounts, drifts, at: new Date() });
  if (failures.length > 0) throw failures[0];
}

/**
 * Compares one account, stores what differs for masters, and logs what is new. Returns what differs, and what was sent.
 * Throws unavailable when the provider does not answer.
 */
export async function compareAccountApiCalls(parts: ComparisonParts, accountId: string): Promise<Drift[]> {
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
  const what = `${sent} API calls were missing on the meter`;
  const repaired: Drift = { accountId, area: "api_calls", what, failure: null };
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

function toDrift(found: ApiCallDifferenceRow): Drift {
  const { accountId, planId, periodStart: from, periodEnd: to, counted, metered, invoiced } = found;
  const numbers = `${counted} counted, ${metered} on the meter, ${invoiced ?? "not yet"} invoiced`;
  const what = `API calls on ${planId} from ${from.toISOString()} to ${to.toISOString()}: ${numbers}`;
  return { accountId, area: "api_calls", what, failure: toFailure(found) };
}

function toFailure({ counted, metered, invoiced }: ApiCallDifferenceRow): string {
  if (invoiced === 0) return "no invoice has them, and the period is over";
  if (invoiced !== null) return "the period is invoiced";
  return metered > counted ? "the meter has more than was counted" : "the provider rejects them";
}

/** The cause of an unanswered call, in words for operators. */
export function describeFailure(error: unknown): string {
  const cause = error instanceof AppError && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
