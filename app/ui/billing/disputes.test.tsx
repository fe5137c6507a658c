// What the owner of an account reads of a disputed payment.
import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { DisputeView } from "~/domain/disputes";
import { renderInLocale } from "../../../tests/support/billing-views";
import { DisputeNotices, DisputesTable } from "./disputes";

const dispute: DisputeView = {
  id: "du_1",
  kind: "dispute",
  outcome: "open",
  status: "needs_response",
  reason: "fraudulent",
  invoice: "GW-0001",
  amount: 2450,
  currency: "usd",
  date: "2026-11-01T00:00:00.000Z",
  respond_by: "2026-11-15T00:00:00.000Z",
  has_ended_plan: false,
};

describe("the notice of a dispute", () => {
  test.each<[string, Partial<DisputeView>]>([
    ["A payment of $24.50 is disputed", {}],
    ["A payment of $24.50 was returned", { outcome: "lost", status: "lost" }],
    ["A dispute has ended your plan", { outcome: "lost", status: "lost", has_ended_plan: true }],
    ["A bank has reported a payment of $24.50", { kind: "fraud_warning", status: "actionable" }],
  ])("%s", (title, change) => {
    renderInLocale(<DisputeNotices disputes={[{ ...dispute, ...change }]} />);
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain(title);
    // The provider's words are for operators.
    expect(alert.textContent).not.toContain("fraudulent");
  });

  test("an account without disputes has none, and no list of them", () => {
    renderInLocale(
      <>
        <DisputeNotices disputes={[]} />
        <DisputesTable disputes={[]} />
      </>,
    );
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

test("the list of disputes names day, invoice, outcome and amount", () => {
  renderInLocale(<DisputesTable disputes={[dispute]} />);
  const row = screen.getByRole("row", { name: /GW-0001/ });
  expect(row.textContent).toContain("11/01/2026");
  expect(row.textContent).toContain("Open");
  expect(row.textContent).toContain("$24.50");
});
