// The meter's reports about refused API calls, from the provider's thin event to the log and the checks.
import Stripe from "stripe";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { providerEventEntity } from "~/models/provider-event.server";
import type { App } from "~/services/platform/app.server";
import { checkMeterReports } from "~/services/checks/api-call-checks.server";
import { prepareBilling, WEBHOOK_SECRET } from "../../../../tests/support/billing";
import { waitFor } from "../../../../tests/support/product";
import { loadContract } from "../../../../tests/support/stripe-schemas";
import { applyStoredEvents, BILLING_EVENT_RETRY_AGES_MS } from "./provider-event-inbox.server";
import { receiveEvent, receiveThinEvent } from "./provider-events.server";

const { billing } = prepareBilling(async () => ({ contract: await loadContract() }));

let warnings: Record<string, unknown>[];
/** The product with a log that the test reads. */
let app: App;
beforeAll(() => billing.app.payments.ensureMeter());
beforeEach(async () => {
  warnings = [];
  const warn = (line: Record<string, unknown>) => void warnings.push(line);
  app = { ...billing.app, log: { ...billing.app.log, warn } as App["log"] };
  await billing.app.store.remove(providerEventEntity, { customerId: "-" });
});

async function report(body: object) {
  const before = billing.thinDeliveries.length;
  const answer = await fetch(`${billing.apiBase}/control/meter-report`, {
    method: "POST",
    headers: { Authorization: "Bearer sk_test_tests" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  await waitFor(() => billing.thinDeliveries.length > before, "the thin event");
  const delivery = billing.thinDeliveries.at(-1);
  if (!delivery) throw new Error("nothing was delivered");
  return { delivery, sent: JSON.parse(delivery.body.toString()) as { id: string; type: string } };
}

const listLogged = () => warnings.filter(({ event }) => event === "meter_report");
const sign = (payload: string, secret: string) => ({
  body: Buffer.from(payload),
  signature: Stripe.webhooks.generateTestHeaderString({ payload, secret }),
});
const METER_SECRET = "whsec_of_the_tests_meter";

test("a report is fetched, and logged with its codes, its time and the refused events", async () => {
  const { delivery, sent } = await report({ code: "meter_event_customer_not_found", count: 3 });
  expect(sent).not.toHaveProperty("data");
  await receiveThinEvent(app, delivery);
  expect(listLogged()).toMatchObject([
    {
      providerEvent: sent.id,
      type: "v1.billing.meter.error_report_triggered",
      meter: expect.stringMatching(/^mtr_/) as string,
      ...{ count: 3, codes: ["meter_event_customer_not_found"] },
      identifiers: [expect.any(String)],
    },
  ]);
  expect(await app.store.findOne(providerEventEntity, { id: sent.id })).toMatchObject({ status: "applied" });
});

test("calls that name no meter are reported too", async () => {
  await receiveThinEvent(app, (await report({ code: "no_meter" })).delivery);
  expect(listLogged()).toMatchObject([{ type: "v1.billing.meter.no_meter_found", codes: ["no_meter"] }]);
});

test("a report that arrives five times, also at once, is logged once", async () => {
  const { delivery } = await report({ code: "archived_meter" });
  await Promise.all([1, 2, 3, 4].map(() => receiveThinEvent(app, delivery)));
  await receiveThinEvent(app, delivery);
  expect(listLogged()).toHaveLength(1);
});

test("a report whose content cannot be fetched is kept, and fetched later", async () => {
  const { delivery, sent } = await report({ code: "timestamp_too_far_in_past" });
  const away = { ...app, payments: { ...app.payments } };
  away.payments.findMeterReport = billing.withPayments({
    apiBase: "http://127.0.0.1:1",
  }).payments.findMeterReport;
  await expect(receiveThinEvent(away, delivery)).rejects.toMatchObject({ code: "unavailable" });
  expect(await app.store.findOne(providerEventEntity, { id: sent.id })).toMatchObject({ status: "failed" });
  expect(listLogged()).toEqual([]);
  await applyStoredEvents(app, new Date(Date.now() + (BILLING_EVENT_RETRY_AGES_MS[0] ?? 0) + 1000));
  expect(listLogged()).toHaveLength(1);
});

describe("what is no signed thin event is refused, and stores nothing", () => {
  const THIN = JSON.stringify({
    ...{ id: "evt_forged", object: "v2.core.event", type: "v1.billing.meter.no_meter_found" },
    ...{ livemode: false, created: "2026-11-28T12:00:00.000Z" },
  });
  test.each([
    ["a wrong secret", sign(THIN, "whsec_other")],
    ["the secret of the other endpoint", sign(THIN, WEBHOOK_SECRET)],
    ["no signature", { body: Buffer.from(THIN), signature: "" }],
    ["another body", { ...sign(THIN, METER_SECRET), body: Buffer.from(THIN.replace("forged", "other")) }],
    ["an event of live mode", sign(THIN.replace("false", "true"), METER_SECRET)],
    ["an event of the other endpoint", sign('{"id":"evt_forged","object":"event"}', METER_SECRET)],
    ["no event", sign('{"id":"evt_forged"}', METER_SECRET)],
    ["no JSON", sign("evt_forged", METER_SECRET)],
  ])("%s", async (_name, delivery) => {
    await expect(receiveThinEvent(app, delivery)).rejects.toMatchObject({ code: "invalid", status: 400 });
    expect(await app.store.findOne(providerEventEntity, { id: "evt_forged" })).toBeNull();
  });

  test("any event while STRIPE_METER_WEBHOOK_SECRET is not set", async () => {
    const { payments } = billing.withPayments({ meterWebhookSecret: null });
    await expect(receiveThinEvent({ ...app, payments }, sign(THIN, METER_SECRET))).rejects.toMatchObject({
      code: "invalid",
    });
  });

  test("a thin event at the other endpoint", async () => {
    await expect(receiveEvent(app, sign(THIN, WEBHOOK_SECRET))).rejects.toMatchObject({ code: "invalid" });
  });
});

test("a thin event that is not about a meter is accepted, and changes nothing", async () => {
  const ping = { id: "evt_ping", object: "v2.core.event", type: "v2.core.event_destination.ping" };
  await receiveThinEvent(app, sign(JSON.stringify({ ...ping, livemode: false }), METER_SECRET));
  expect(await app.store.findOne(providerEventEntity, { id: "evt_ping" })).toBeNull();
});

test("the checks of the installation show a report for a week", async () => {
  const check = (now: Date) => checkMeterReports(app.store, { stripe: null }, now);
  expect(await check(new Date())).toMatchObject({ level: "ok" });
  await receiveThinEvent(app, (await report({ code: "meter_event_invalid_value" })).delivery);
  expect(await check(new Date())).toMatchObject({ check: "meter_reports", level: "warning" });
  expect(await check(new Date(Date.now() + 8 * 86_400_000))).toMatchObject({ level: "ok" });
});
