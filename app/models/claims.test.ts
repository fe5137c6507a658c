/** After a kill, what the process had claimed goes on within half a minute of a restart. */
import { expect, test } from "vitest";
import { MAIL_CLAIM_MS, MAIL_POLL_MS, seconds } from "~/domain/limits";
import { JOB_LEASE_MS, JOB_POLL_MS } from "~/domain/jobs";
import { INTENT_LEASE_MS } from "~/domain/payments";
import { INTENT_RECOVER_EVERY_MS } from "~/services/billing/sync/reconcile-jobs.server";
import { SEAT_CLAIM_MS, SEAT_POLL_MS } from "~/services/billing/sync/seats.server";
import { API_CALL_REPORT_EVERY_MS } from "~/services/billing/api-calls/api-call-report.server";
import { WEBHOOK_CLAIM_MS, WEBHOOK_POLL_MS } from "~/services/platform/account-events/webhook-job.server";
import { ENTITIES } from "./all-entities";
import { METER_EVENT_LEASE_MS } from "./meter-event.server";

/** How long a claim lasts, and how often a process looks for rows whose claim has ended. */
const CLAIMS: Record<string, readonly [claimMs: number, pollMs: number]> = {
  "billingIntents.leasedUntil": [INTENT_LEASE_MS, INTENT_RECOVER_EVERY_MS],
  "jobs.lockedUntil": [JOB_LEASE_MS, JOB_POLL_MS],
  "mails.lockedUntil": [MAIL_CLAIM_MS, MAIL_POLL_MS],
  "meterEvents.leasedUntil": [METER_EVENT_LEASE_MS, API_CALL_REPORT_EVERY_MS],
  "subscriptions.seatsDueAt": [SEAT_CLAIM_MS, SEAT_POLL_MS],
  "webhookDeliveries.lockedUntil": [WEBHOOK_CLAIM_MS, WEBHOOK_POLL_MS],
};

test("every field that says until when a row is claimed is listed here", () => {
  const fields = Object.entries(ENTITIES).flatMap(([entity, { fields }]) =>
    Object.keys(fields).map((field) => `${entity}.${field}`),
  );
  const claims = fields.filter((field) => /(locked|leased|claimed)Until$/.test(field));
  expect(Object.keys(CLAIMS)).toEqual(expect.arrayContaining(claims));
  expect(fields).toEqual(expect.arrayContaining(Object.keys(CLAIMS)));
});

test.each(Object.entries(CLAIMS))("%s ends, and is found, within half a minute", (_, [claimMs, pollMs]) => {
  expect(claimMs + pollMs).toBeLessThan(seconds(30));
});
