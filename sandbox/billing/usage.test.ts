// Meters: events are counted once, and added up for a customer and a time.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getStripeError, runSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";

const NOON = Date.UTC(2026, 0, 31, 12);
const HOUR = 3600;

let sandbox: TestSandbox;
let now = NOON;
let meter = "";
let customer = "";
beforeAll(async () => {
  sandbox = await runSandbox({ now: () => now });
  ({ id: meter } = await createMeter("api_calls", "sum"));
});
afterAll(async () => {
  expect(sandbox.faults).toEqual([]);
  await sandbox.close();
});

const createMeter = (name: string, formula: "count" | "last" | "sum") =>
  sandbox.stripe.billing.meters.create({
    display_name: "API calls",
    event_name: name,
    default_aggregation: { formula },
  });

const send = (
  value: number | string,
  more: { identifier?: string; timestamp?: number } = {},
  name = "api_calls",
) =>
  sandbox.stripe.billing.meterEvents.create({
    event_name: name,
    payload: { stripe_customer_id: customer, value: String(value) },
    ...more,
  });

async function summarize(window?: "day" | "hour", id = meter) {
  const { data } = await sandbox.stripe.billing.meters.listEventSummaries(id, {
    customer,
    start_time: NOON / 1000 - 24 * HOUR,
    end_time: NOON / 1000 + 24 * HOUR,
    ...(window && { value_grouping_window: window }),
  });
  return data.map((row) => row.aggregated_value);
}

async function startWithNewCustomer() {
  now = NOON;
  ({ id: customer } = await sandbox.stripe.customers.create());
}

describe("meter events", () => {
  test("meter events are added up for their customer, as a whole and for each hour", async () => {
    await startWithNewCustomer();
    await send(3);
    await send(4);
    await send(5, { timestamp: NOON / 1000 - 2 * HOUR });
    expect(await summarize()).toEqual([12]);
    expect(await summarize("hour")).toEqual([7, 5]);
    await startWithNewCustomer();
    expect(await summarize()).toEqual([]);
  });

  test("meter events with the same identifier are counted once within 24 hours", async () => {
    await startWithNewCustomer();
    await send(3, { identifier: "batch-1" });
    const error = await getStripeError(send(3, { identifier: "batch-1" }));
    expect(error).toMatchObject({ statusCode: 400, param: "identifier" });
    expect(error.message).toBe("An event already exists with identifier batch-1.");
    now = NOON + 23 * HOUR * 1000;
    expect((await getStripeError(send(3, { identifier: "batch-1" }))).statusCode).toBe(400);
    expect(await summarize()).toEqual([3]);
    now = NOON + 25 * HOUR * 1000;
    await send(3, { identifier: "batch-1" });
  });

  test.each([
    ["count", [2]],
    ["last", [1]],
  ] as const)("meter events of a meter that aggregates by %s are %j", async (formula, expected) => {
    await startWithNewCustomer();
    const { id } = await createMeter(`calls_${formula}`, formula);
    await send(9, {}, `calls_${formula}`);
    now += 60_000;
    await send(1, {}, `calls_${formula}`);
    expect(await summarize(undefined, id)).toEqual(expected);
  });

  test.each([
    ["a name without a meter", () => send(1, {}, "unknown"), "event_name"],
    ["a value that is not a number", () => send("many"), "payload[value]"],
    ["a negative value", () => send(-1), "payload[value]"],
    ["a time too long ago", () => send(1, { timestamp: NOON / 1000 - 36 * 24 * HOUR }), "timestamp"],
    ["a time in the future", () => send(1, { timestamp: NOON / 1000 + HOUR }), "timestamp"],
  ])("meter events with %s are rejected", async (_, call, param) => {
    await startWithNewCustomer();
    expect(await getStripeError(call())).toMatchObject({ statusCode: 400, param });
  });

  test("meter events of an unknown customer are rejected", async () => {
    customer = "cus_unknown";
    expect(await getStripeError(send(1))).toMatchObject({ statusCode: 400, code: "resource_missing" });
  });
});

test.each([
  ["that begins within an hour, by the hour", { start_time: 60, end_time: HOUR }, "hour", "start_time"],
  ["that ends within an hour, by the hour", { start_time: 0, end_time: 60 }, "hour", "end_time"],
  ["that begins within a day, by the day", { start_time: 0, end_time: 24 * HOUR }, "day", "start_time"],
  ["that ends as it begins", { start_time: 0, end_time: 0 }, null, "end_time"],
] as const)("a summary of a range %s is rejected", async (...[_what, range, window, param]) => {
  await startWithNewCustomer();
  const summary = sandbox.stripe.billing.meters.listEventSummaries(meter, {
    customer,
    start_time: NOON / 1000 + range.start_time,
    end_time: NOON / 1000 + range.end_time,
    ...(window && { value_grouping_window: window }),
  });
  expect(await getStripeError(summary)).toMatchObject({ statusCode: 400, param });
});

test("an event name has one active meter, which can be found in the list", async () => {
  expect(await getStripeError(createMeter("api_calls", "sum"))).toMatchObject({ param: "event_name" });
  const { data } = await sandbox.stripe.billing.meters.list({ status: "active" });
  expect(data.some((row) => row.id === meter)).toBe(true);
  expect((await sandbox.stripe.billing.meters.retrieve(meter)).event_name).toBe("api_calls");
});

test("a price can name its meter", async () => {
  const price = await sandbox.stripe.prices.create({
    currency: "usd",
    unit_amount_decimal: "0.1" as never,
    recurring: { interval: "month", usage_type: "metered", meter },
    product_data: { name: "Calls" },
  });
  expect(price.recurring?.meter).toBe(meter);
});
