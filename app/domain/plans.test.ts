import { expect, test } from "vitest";
import { listLosses, type PlanView } from "./plans";

const PRESENT: PlanView = {
  id: "team",
  name: "Team",
  currency: { symbol: "$", code: "usd" },
  price: 12,
  interval: "month",
  type: "seat",
  trial_days: 0,
  seat_limit: null,
  api_call_limit: 500,
  key_limit: 50,
  overage_price: null,
};

test.each<[string, Partial<PlanView>, unknown[]]>([
  ["the same limits", {}, []],
  ["a lower price alone", { price: 1 }, []],
  ["higher limits", { api_call_limit: 501, key_limit: null }, []],
  ["a limit where there was none", { seat_limit: 5 }, [{ limit: "members", now: null, then: 5 }]],
  [
    "lower limits",
    { api_call_limit: 499, key_limit: 10 },
    [
      { limit: "calls", now: 500, then: 499 },
      { limit: "keys", now: 50, then: 10 },
    ],
  ],
])("a change to a plan with %s takes away: %j", (_name, change, losses) => {
  expect(listLosses(PRESENT, { ...PRESENT, ...change })).toEqual(losses);
});
