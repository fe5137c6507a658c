import { describe, expect, test } from "vitest";
import { findBoundCurrency, fitsCurrency, type PayingState } from "./plan-currency";

const subscribed: PayingState = {
  planId: "pro",
  status: "active",
  providerId: "sub_1",
  currency: "usd",
  balanceMinor: null,
  balanceCurrency: null,
};
const credit = { balanceMinor: -500, balanceCurrency: "eur" };
const usd = { currency: "usd", by: "subscription" };
const eur = { currency: "eur", by: "credit" };

describe("the currency of an account", () => {
  test.each<[string, PayingState | null, unknown]>([
    ["is its subscription's", subscribed, usd],
    ["is its subscription's during a trial, as of a given plan", { ...subscribed, status: "trialing" }, usd],
    ["is its subscription's, whatever its credit is in", { ...subscribed, ...credit }, usd],
    ["is its plan's while the subscription's is not known", { ...subscribed, currency: null }, usd],
    [
      "is its credit's once the subscription has ended",
      { ...subscribed, ...credit, status: "canceled" },
      eur,
    ],
    ["is its credit's on the free plan", { ...subscribed, ...credit, planId: "free", providerId: null }, eur],
    ["is open once the subscription has ended", { ...subscribed, status: "canceled" }, null],
    ["is open on the free plan", { ...subscribed, planId: "free", providerId: null }, null],
    ["is open before the first plan", null, null],
  ])("%s", (_name, row, bound) => {
    expect(findBoundCurrency(row, { currency: "usd" })).toEqual(bound);
  });
});

test.each([
  ["in its currency", { type: "standard", priceMinor: 2400, currency: "usd" }, true],
  ["in another one", { type: "standard", priceMinor: 2400, currency: "eur" }, false],
  ["in another one that costs nothing", { type: "standard", priceMinor: 0, currency: "eur" }, true],
  ["in another one that bills calls alone", { type: "tiered", priceMinor: 0, currency: "eur" }, false],
] as const)("an account with a currency can choose a plan %s: %j", (_name, plan, fits) => {
  expect(fitsCurrency(plan, { currency: "usd", by: "subscription" })).toBe(fits);
  expect(fitsCurrency(plan, null)).toBe(true);
});
