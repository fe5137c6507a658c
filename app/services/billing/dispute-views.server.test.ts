// Which disputes an owner is notified of, and for how long.
import { describe, expect, test } from "vitest";
import { toDisputeOutcome } from "~/domain/disputes";
import { days } from "~/domain/limits";
import type { DisputeRow } from "~/models/dispute.server";
import { shouldNotify } from "./dispute-views.server";

const NOW = new Date("2026-11-28T12:00:00.000Z");
const row: DisputeRow = {
  ...{ id: "du_1", accountId: "a", kind: "dispute", status: "needs_response", reason: "fraudulent" },
  ...{ invoiceId: null, subscriptionId: null, amountMinor: 2450, currency: "usd", respondBy: null },
  ...{ openedAt: NOW, planEndedAt: null, revision: 0, updatedAt: NOW },
};
const isShown = (status: string, ageDays: number) =>
  shouldNotify({ ...row, status, updatedAt: new Date(NOW.getTime() - days(ageDays)) }, NOW);

test.each([
  ["needs_response", 90, true],
  ["under_review", 90, true],
  ["lost", 29, true],
  ["lost", 31, false],
  ["won", 0, false],
  ["warning_closed", 0, false],
])("%s for %i days: the owner is notified: %s", (status, age, expected) => {
  expect(isShown(status, age)).toBe(expected);
});

describe("the provider's statuses", () => {
  test.each([
    ["won", ["won", "warning_closed", "prevented", "settled"]],
    ["lost", ["lost"]],
    [
      "open",
      [
        ...["needs_response", "under_review", "warning_needs_response", "warning_under_review"],
        ...["appeal_needs_response", "appeal_under_review", "actionable", "a_status_of_tomorrow"],
      ],
    ],
  ])("%s: %j", (outcome, statuses) => {
    for (const status of statuses) expect(toDisputeOutcome(status)).toBe(outcome);
  });
});
