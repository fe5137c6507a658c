/** Whether API calls reach the payment provider's meter in time, and agree with the invoices. */
import type { Config } from "~/config/config.server";
import { minutes } from "~/domain/limits";
import { toMessage } from "~/domain/messages";
import { METER_REPORT_SHOWN_MS, METER_REPORT_TYPES } from "~/domain/meter-reports";
import { readUnreportedDepth } from "~/models/meter-event.server";
import { findNewestEvent } from "~/models/provider-event.server";
import type { Store } from "~/models/store/store";
import { countDifferences } from "~/models/api-call-difference.server";
import { DEPTH_COUNTED_MAX } from "~/models/store/queue-depth";
import { fail, pass, warn, type CheckResult } from "./check.server";

/** API calls that wait longer to be reported: a warning, and a failure, long before the invoice of their period is final. */
const LATE_WARNING_MS = minutes(5);
const LATE_FAILURE_MS = minutes(30);

/** By the age of the oldest calls that wait. Calls of a running minute wait until it is over. */
export async function checkApiCallReports(store: Store, now: Date): Promise<CheckResult> {
  const name = "usage_reports";
  const { depth, lagSeconds } = await readUnreportedDepth(store, now);
  const ageMs = lagSeconds * 1000;
  if (depth === 0) return pass(name, toMessage("checks:usage_reports.none"));
  const finding = toMessage("checks:usage_reports.age", { count: Math.floor(ageMs / minutes(1)) });
  const advice = toMessage("checks:usage_reports.look");
  if (ageMs >= LATE_FAILURE_MS) return fail(name, finding, advice);
  return ageMs >= LATE_WARNING_MS ? warn(name, finding, advice) : pass(name, finding);
}

/** By what the last comparisons have found. */
export async function checkApiCallDifferences(store: Store): Promise<CheckResult> {
  const name = "usage_differences";
  const count = await countDifferences(store, { atMost: DEPTH_COUNTED_MAX });
  if (count === 0) return pass(name, toMessage("checks:usage_differences.none"));
  const finding = toMessage("checks:usage_differences.found", { count });
  return warn(name, finding, toMessage("checks:usage_differences.look"));
}

/** By what the provider has said of its meter. Only the daily comparison says whether calls are still missing. */
export async function checkMeterReports(
  store: Store,
  { stripe }: Pick<Config, "stripe">,
  now: Date,
): Promise<CheckResult> {
  const name = "meter_reports";
  const since = new Date(now.getTime() - METER_REPORT_SHOWN_MS);
  const newest = await findNewestEvent(store, { types: METER_REPORT_TYPES, since });
  if (newest) {
    const finding = toMessage("checks:meter_reports.found", { time: newest.createdAt.toISOString() });
    return warn(name, finding, toMessage("checks:meter_reports.look"));
  }
  // Without keys the sandbox reports to the product.
  const isRefused = stripe?.meterWebhookSecret === null;
  return pass(name, toMessage(isRefused ? "checks:meter_reports.no_secret" : "checks:meter_reports.none"));
}
