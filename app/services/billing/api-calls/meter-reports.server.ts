/**
 * The provider's reports about API calls that its meter refused after it had accepted them. They are logged and shown at
 * the checks of the installation; the daily comparison sends what the meter lacks again.
 */
import { markEventApplied, type ProviderEventRow } from "~/models/provider-event.server";
import type { App } from "~/services/platform/app.server";

/** Logs a report once, however often it arrives. Throws unavailable when the provider does not answer. */
export async function applyMeterReport(
  { store, payments, log }: Pick<App, "store" | "payments" | "log">,
  event: Pick<ProviderEventRow, "id" | "type" | "objectId">,
): Promise<void> {
  const report = await payments.findMeterReport(event.id);
  if (!(await markEventApplied(store, event))) return;
  const { id: providerEvent, type, objectId: meter } = event;
  log.warn(
    { event: "meter_report", providerEvent, type, meter, ...report },
    "The payment provider's meter refused API calls that it had accepted. The daily comparison sends them again.",
  );
}
