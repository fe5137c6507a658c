/** The dashboard. */
import { act, render, screen, within } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDemoData } from "~/domain/demo";
import type { Locale } from "~/domain/locales";
import { DataPage } from "../../../tests/support/data-page";
import { clearToasts } from "../toast/toast";
import { Toaster } from "../toast/toaster";
import { Dashboard } from "./dashboard";

const { users, ...figures } = createDemoData(new Date("2026-11-21T12:00:00Z"));
const usage = {
  calls: { label: "API calls", used: 412_080, limit: 500_000, isBilledBeyond: false },
  seats: { used: 4, limit: 10 },
  periodEnd: "2026-12-01T00:00:00.000Z",
  isEnding: false,
};
const STEPS = { name: true, invite: false, key: false, call: false, plan: false };
const list = { users, search: "", page: 1, pages: 1 };

beforeEach(() => sessionStorage.clear());
// Every dashboard shows its notification, also where a test renders no region for it.
afterEach(() =>
  act(() => {
    clearToasts();
    toast.removeAll();
  }),
);

function renderDashboard(locale: Locale = "en") {
  return render(
    <DataPage locale={locale}>
      <Dashboard
        name="Grace"
        offersPasskey={false}
        isOfferedOwnership={false}
        account="Acme"
        canInvite
        usage={usage}
        firstSteps={STEPS}
        {...figures}
        months={12}
        list={list}
      />
    </DataPage>,
  );
}

test("the dashboard greets the user by name, in their language", () => {
  renderDashboard("es");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Hola, Grace");
});

test("the dashboard shows the four statistics, each with its change", () => {
  renderDashboard();
  for (const text of ["$56.2k", "8,204", "1.9%", "1.2m", "17.1%", "-0.4%"])
    expect(screen.getByText(text)).toBeTruthy();
});

test("statistics and their changes are formatted for the reader's language", () => {
  renderDashboard("es");
  for (const text of ["$56,2 k", "1,9%", "17,1%", "-0,4%"]) expect(screen.getByText(text)).toBeTruthy();
});

test("the dashboard shows a year's revenue as a line, with its numbers by month", () => {
  renderDashboard();
  const table = within(screen.getByRole("table", { name: "Revenue by month" }));
  const rows = table.getAllByRole("row").slice(1);
  expect(rows).toHaveLength(12);
  expect(rows[0]?.textContent).toBe("Dec$12,000");
  expect(rows.at(-1)?.textContent).toBe("Nov$56,200");
  expect(screen.getByRole("link", { name: "12 months" }).getAttribute("aria-current")).toBe("true");
});

test("the usage card shows calls, seats and the renewal, each with its limit", () => {
  renderDashboard();
  for (const text of ["412,080 / 500,000", "4 / 10", "Renews", "12/01/2026"])
    expect(screen.getByText(text)).toBeTruthy();
});

test("the dashboard shows the users, their status as a word, and the last sign-in as date and time", () => {
  renderDashboard();
  const ada = within(
    within(screen.getByRole("table", { name: "Users" })).getByRole("row", { name: /Ada Lovelace/ }),
  );
  for (const text of ["Admin", "Verified", "11/20/2026, 05:00 AM"]) expect(ada.getByText(text)).toBeTruthy();
});

test("every card of the sample data and the table say that they are, and the account's own usage does not", () => {
  renderDashboard("es");
  const cards = screen.getAllByText("Datos de ejemplo").map((badge) => badge.closest("section")?.textContent);
  expect(cards).toHaveLength(figures.stats.length + 2);
  expect(cards.join()).not.toContain("Tu uso");
});

test("the first steps that are left are links to where they are done, and the others are done", () => {
  renderDashboard();
  const card = within(
    screen.getByRole("heading", { name: "First steps" }).closest("section") ?? document.body,
  );
  expect(card.getByText("1 of 5 done")).toBeTruthy();
  expect(card.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/account/users/invite",
    "/account/apikeys/create",
    "/api/docs",
    "/account/upgrade",
  ]);
  expect(card.getAllByRole("listitem")[0]?.textContent).toBe("Name the account (done)");
});

test("a welcome notification appears once a visit", () => {
  render(<Toaster />, { wrapper: DataPage });
  const first = renderDashboard();
  expect(screen.getByText("Welcome to your dashboard")).toBeTruthy();
  act(() => toast.removeAll());
  first.unmount();
  renderDashboard();
  expect(screen.queryByText("Welcome to your dashboard")).toBeNull();
});

test("a user can be written to, by a link that names them", () => {
  renderDashboard();
  const link = screen.getByRole("link", { name: "Send email: Ada Lovelace" });
  expect(link.getAttribute("href")).toBe("mailto:ada@acme.test");
});
