/** Whether API calls reach the payment provider's meter in time, and agree with the invoices. */
import { minutes } from "~/domain/limits";
import { toMessage } from "~/domain/messages";
import { DEPTH_COUNTED_MAX, USAGE_LATE_FAILURE_MS, USAGE_LATE_WARNING_MS } from "~/domain/operator-limits";
import { readUnreportedDepth } from "~/models/meter-event.server";
import type { Store } from "~/models/store/store";
import { countDifferences } from "~/models/usage-difference.server";
import { fail, pass, warn, type CheckResult } from "./check.server";

/** By the age of the oldest calls that wait. Calls of a running minute wait until it is over. */
export async function checkUsageReports(store: Store, now: Date): Promise<CheckResult> {
  const name = "usage_reports";
  const { depth, lagSeconds } = await readUnreportedDepth(store, now);
  const ageMs = lagSeconds * 1000;
  if (depth === 0) return pass(name, toMessage("checks:usage_reports.none"));
  const finding = toMessage("checks:usage_reports.age", { count: Math.floor(ageMs / minutes(1)) });
  const advice = toMessage("checks:usage_reports.look");
  if (ageMs >= USAGE_LATE_FAILURE_MS) return fail(name, finding, advice);
  return ageMs >= USAGE_LATE_WARNING_MS ? warn(name, finding, advice) : pass(name, finding);
}

/** By what the last comparisons have found. */
export async function checkUsageDifferences(store: Store): Promise<CheckResult> {
  const name = "usage_differences";
  const count = await countDifferences(store, { atMost: DEPTH_COUNTED_MAX });
  if (count === 0) return pass(name, toMessage("checks:usage_differences.none"));
  const finding = toMessage("checks:usage_differences.found", { count });
  return warn(name, finding, toMessage("checks:usage_differences.look"));
}
