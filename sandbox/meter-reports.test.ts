// The meter's reports: only what the provider lists, sent as thin events to an endpoint of their own.
import { afterAll, beforeAll, expect, test } from "vitest";
import { getStripeError, runSandbox, type TestSandbox } from "../tests/support/stripe-sandbox";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

const report = (body: object) =>
  sandbox.raw("/control/meter-report", { method: "POST", body: JSON.stringify(body) });

test("a report names a meter, so without one there is none", async () => {
  const { status, body } = await report({ code: "archived_meter" });
  expect([status, body.error]).toMatchObject([400, { param: "meter" }]);
});

test.each([
  [{ code: "too_expensive" }, "code"],
  [{ code: "no_meter", count: 0 }, "count"],
  [{ code: "no_meter", colour: "blue" }, "colour"],
  [{}, "code"],
])("%j is not in the provider's reference, and is refused", async (body, param) => {
  const answer = await report(body);
  expect([answer.status, answer.body.error]).toMatchObject([400, { param }]);
});

test("a report is retrieved as the contract describes it", async () => {
  await sandbox.stripe.billing.meters.create({
    ...{ display_name: "Calls", event_name: "calls", default_aggregation: { formula: "sum" } },
  });
  const { body } = await report({ code: "meter_event_invalid_value", count: 7 });
  const event = await sandbox.stripe.v2.core.events.retrieve(String(body.id));
  expect(event).toMatchObject({
    type: "v1.billing.meter.error_report_triggered",
    related_object: { type: "billing.meter" },
    data: {
      reason: { error_count: 7, error_types: [{ code: "meter_event_invalid_value", error_count: 7 }] },
    },
  });
});

test("an unknown event answers 404", async () => {
  const missing = sandbox.stripe.v2.core.events.retrieve("evt_none");
  expect(await getStripeError(missing)).toMatchObject({ statusCode: 404 });
});
