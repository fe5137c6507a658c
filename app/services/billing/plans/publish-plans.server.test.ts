/** Publishing the plans at the payment provider, over the sandbox. */
import { expect, test } from "vitest";
import type { App } from "~/services/platform/app.server";
import { planEntity } from "~/models/plan.server";
import { prepareBilling } from "../../../../tests/support/billing";
import { loadContract } from "../../../../tests/support/stripe-schemas";
import { publishPlans } from "./publish-plans.server";

const { billing } = prepareBilling(async () => ({ contract: await loadContract() }));

async function publish(app: App = billing.app): Promise<Record<string, string>> {
  const changes: Record<string, string> = {};
  await publishPlans(app, ({ plan, change }) => {
    changes[plan.id] = change;
  });
  return changes;
}

const listPrices = async () => (await billing.stripe.prices.list({ active: true, limit: 100 })).data;
const PAID = ["pro", "pro-yearly", "team", "team-yearly", "scale"];
const toChanges = (change: string) => ({
  free: "free",
  ...Object.fromEntries(PAID.map((id) => [id, change])),
});

test("the first run creates a price for each paid plan and the meter, the second changes nothing", async () => {
  expect(await publish()).toEqual(toChanges("created"));
  const created = await listPrices();
  expect(created.map((price) => price.lookup_key).sort()).toEqual([...PAID].sort());

  expect(await publish()).toEqual(toChanges("unchanged"));
  expect((await listPrices()).map(({ id }) => id)).toEqual(created.map(({ id }) => id));
  const meters = await billing.stripe.billing.meters.list();
  expect(meters.data.map((meter) => meter.event_name)).toEqual(["api_calls"]);
});

test("a plan whose price changed gets a new price of the same product, and a plan off offer is left out", async () => {
  await publish();
  const before = (await listPrices()).find((price) => price.lookup_key === "pro");
  await billing.app.store.update(planEntity, { id: "pro" }, { priceMinor: 2900 });
  await billing.app.store.update(planEntity, { id: "scale" }, { isActive: false });
  const { scale, ...others } = toChanges("unchanged") as Record<string, string>;
  expect(scale).toBeDefined();
  expect(await publish()).toEqual({ ...others, pro: "replaced" });
  const after = (await listPrices()).find((price) => price.lookup_key === "pro");
  expect(after).toMatchObject({ unit_amount: 2900, product: before?.product });
});

test("a key that the provider rejects stops it with the provider's own words as the cause", async () => {
  const rejected = publish(billing.withPayments({ secretKey: "sk_test_wrong" }));
  await expect(rejected).rejects.toMatchObject({
    code: "unavailable",
    cause: { message: expect.stringContaining("Invalid API Key") as string },
  });
});
