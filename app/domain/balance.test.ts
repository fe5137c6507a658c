import { expect, test } from "vitest";
import { getBalanceChange } from "./balance";

test.each([
  ["without a balance", { total: 2400, amount_due: 2400, starting_balance: 0 }, null],
  ["with credit for a part", { total: 21600, amount_due: 14100, starting_balance: -7500 }, ["used", -7500]],
  [
    "with more credit than it takes",
    { total: 2400, amount_due: 0, starting_balance: -7500 },
    ["used", -2400],
  ],
  ["that is a credit itself", { total: -7500, amount_due: 0, starting_balance: 0 }, ["gained", 7500]],
  ["that adds to credit", { total: -7500, amount_due: 0, starting_balance: -100 }, ["gained", 7500]],
  ["with something owed from before", { total: 2400, amount_due: 2430, starting_balance: 30 }, ["owed", 30]],
  ["that is too small to charge", { total: 30, amount_due: 0, starting_balance: 0 }, ["carried", -30]],
])("an invoice %s: %j", (_name, invoice, expected) => {
  const change = getBalanceChange(invoice);
  expect(change && [change.kind, change.amount]).toEqual(expected);
  expect(invoice.total + (change?.amount ?? 0)).toBe(invoice.amount_due);
});
