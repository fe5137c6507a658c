/**
 * Reports API calls to the payment provider's meter, an event for each account and minute. The provider adds up by the
 * minute, so that calls which are merged within one are billed as if each had been sent alone.
 */
import { WORKERS_FIRST_AFTER_MS, seconds } from "~/domain/limits";
import { listUnsentAccountIds } from "~/models/meter-event.server";
import { listAllPlans } from "~/models/plan.server";
import { closePlansBatches, listUnreportedAccountIds } from "~/models/api-call.server";
import type { Job } from "~/services/platform/jobs/jobs.server";
import { NO_PLAN } from "../intents/intent-kinds.server";
import { findDueBefore, listMeteredPlanIds, reportAccount, type ReportParts } from "./report-account.server";

export const API_CALL_REPORT_EVERY_MS = seconds(10);
/** The accounts whose events are sent at the same time. */
export const API_CALL_REPORTS_AT_ONCE = 5;

/**
 * Reports what is due. While the provider is away the calls wait, and the next run sends them. One process at a time:
 * events are leased as well, because a change of the plan reports its account at once.
 */
export function createApiCallReportJob(parts: ReportParts): Job {
  return {
    name: "usage-reports",
    every: API_CALL_REPORT_EVERY_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: true,
    run: (signal) => reportDueCalls(parts, { isStopped: () => signal.aborted }),
    report: (cause) =>
      parts.log.error({ err: cause }, "API calls cannot be reported to the payment provider"),
  };
}

/** Reports every minute that has ended. Throws the provider's failure; the rest then waits. */
export async function reportDueCalls(
  parts: ReportParts,
  { isStopped = () => false, now = new Date() }: { isStopped?: () => boolean; now?: Date } = {},
): Promise<void> {
  const { store } = parts;
  const plans = await listAllPlans(store);
  const meteredPlanIds = listMeteredPlanIds(plans);
  const unmetered = plans.map(({ id }) => id).filter((id) => !meteredPlanIds.has(id));
  await closePlansBatches(store, { planIds: [NO_PLAN, ...unmetered] });
  const before = findDueBefore(now);
  const accountIds = new Set([
    ...(await listUnsentAccountIds(store)),
    ...(await listUnreportedAccountIds(store, { before })),
  ]);
  await runSideBySide([...accountIds], async (accountId) => {
    if (!isStopped()) await reportAccount(parts, { accountId, before, meteredPlanIds, isStopped });
  });
}

/** Works on several items at a time. After a failure no further one begins; it is thrown when the others are done. */
async function runSideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const workOn = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await work(item);
      } catch (error) {
        left.length = 0;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: API_CALL_REPORTS_AT_ONCE }, workOn));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
