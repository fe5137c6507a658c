/** The payment provider's report about API calls that its meter had accepted and could not count. */
import { days } from "./limits";

/**
 * Both are thin events: docs.stripe.com/api/v2/core/events/event-types and /event-destinations, read on 2026-11-28. The
 * first is about a meter's events, the second about events that name no meter.
 */
export const METER_REPORT_TYPES = [
  "v1.billing.meter.error_report_triggered",
  "v1.billing.meter.no_meter_found",
] as const;

/** How long the checks of the installation show a report. */
export const METER_REPORT_SHOWN_MS = days(7);

export function isMeterReport(type: string): boolean {
  return METER_REPORT_TYPES.some((known) => known === type);
}
