import { expect, test } from "vitest";
import { findPlanFor, type LimitedPlan } from "./plan-limits";

const plan = (id: string, rest: Partial<LimitedPlan>): LimitedPlan => ({
  id,
  type: "standard",
  priceMinor: 0,
  seatLimit: null,
  apiCallLimit: null,
  keyLimit: null,
  ...rest,
});
const PLANS = [
  plan("free", { seatLimit: 2, apiCallLimit: 1000, keyLimit: 2 }),
  plan("pro", { priceMinor: 2400, seatLimit: 5, apiCallLimit: 50_000 }),
  plan("pro-yearly", { priceMinor: 24_000, seatLimit: 5, apiCallLimit: 50_000 }),
  plan("team", { type: "seat", priceMinor: 1200, apiCallLimit: 500_000 }),
  plan("scale", { type: "tiered", priceMinor: 9900, apiCallLimit: 1_000_000 }),
];

test.each([
  [{ members: 2 }, "free"],
  [{ members: 3 }, "pro"],
  [{ members: 6 }, "team"],
  // Nine seats of the Team plan cost more than the Scale plan.
  [{ members: 9 }, "scale"],
  [{ calls: 1000 }, "free"],
  [{ calls: 1001 }, "team"],
  [{ calls: 1001, members: 3 }, "pro"],
  [{ calls: 500_001 }, "scale"],
  [{ calls: 5_000_000 }, "scale"],
])("for %o the plan with the smallest first payment is %s", (needed, id) => {
  expect(findPlanFor({ plans: PLANS, ...needed })?.id).toBe(id);
});

test("without a plan that allows it, no plan is offered", () => {
  expect(findPlanFor({ plans: PLANS.slice(0, 2), members: 6 })).toBeNull();
  expect(findPlanFor({ plans: [], members: 1 })).toBeNull();
});
