/** After a kill, what the process had claimed goes on within half a minute of a restart. */
import { expect, test } from "vitest";
import { MAIL_POLL_MS, seconds } from "~/domain/limits";
import { JOB_POLL_MS } from "~/domain/jobs";
import { INTENT_RECOVER_EVERY_MS } from "~/services/billing/sync/reconcile-jobs.server";
import { SEAT_CLAIM_MS, SEAT_POLL_MS } from "~/services/billing/sync/seats.server";
import { API_CALL_REPORT_EVERY_MS } from "~/services/billing/api-calls/api-call-report.server";
import { WEBHOOK_POLL_MS } from "~/services/platform/account-events/webhook-job.server";
import { ENTITIES } from "./all-entities";
import { WAITING_TIMES } from "./waiting-times.server";

/** How often a process looks for rows whose claim has ended. */
const CLAIMS = {
  "billingIntents.leasedUntil": INTENT_RECOVER_EVERY_MS,
  "jobs.lockedUntil": JOB_POLL_MS,
  "mails.lockedUntil": MAIL_POLL_MS,
  "meterEvents.leasedUntil": API_CALL_REPORT_EVERY_MS,
  "webhookDeliveries.lockedUntil": WEBHOOK_POLL_MS,
};

const listFields = (name: RegExp) =>
  Object.entries(ENTITIES).flatMap(([entity, { fields }]) =>
    Object.keys(fields)
      .filter((field) => name.test(field))
      .map((field) => `${entity}.${field}`),
  );

test("every field that says until when a row is claimed is listed here", () => {
  expect(Object.keys(CLAIMS).toSorted()).toEqual(listFields(/(locked|leased|claimed)Until$/).toSorted());
});

test.each(Object.entries(CLAIMS))("%s ends, and is found, within half a minute", (name, pollMs) => {
  expect((WAITING_TIMES[name]?.aheadMs ?? Infinity) + pollMs).toBeLessThan(seconds(30));
});

test("a comparison of seats that was lost is found within half a minute", () => {
  expect(SEAT_CLAIM_MS + SEAT_POLL_MS).toBeLessThan(seconds(30));
});

test("a clock that was ahead is known for every field with a time for which work waits", () => {
  const waiting = listFields(/(locked|leased|claimed)Until$|dueAt$/i).filter((name) => name !== "jobs.dueAt");
  expect(Object.keys(WAITING_TIMES).toSorted()).toEqual(waiting.toSorted());
});
