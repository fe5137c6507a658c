/** The sample data of the dashboard. */
import { expect, test } from "vitest";
import { createDemoData } from "./demo";

const NOW = new Date("2026-03-21T10:30:00Z");

test("demo data holds stats, revenue and users, and is the same for the same moment", () => {
  const data = createDemoData(NOW);
  expect(data).toEqual(createDemoData(new Date(NOW)));
  expect(data.stats.map((stat) => stat.name)).toEqual(["revenue", "active_users", "churn", "api_calls"]);
  expect(data.users).toHaveLength(25);
  expect(new Set(data.users.map((user) => user.id)).size).toBe(25);
  expect(new Set(data.users.map((user) => user.email)).size).toBe(25);
});

test("the revenue covers twelve months and ends with the current one, also across the turn of the year", () => {
  const months = createDemoData(NOW).revenue.map((entry) => entry.month);
  expect(months).toHaveLength(12);
  expect(months.slice(0, 1)).toEqual(["2025-04"]);
  expect(months.slice(-3)).toEqual(["2026-01", "2026-02", "2026-03"]);
});

test("on the last day of a long month the twelve months are still distinct", () => {
  const months = createDemoData(new Date("2026-05-31T23:59:59Z")).revenue.map((entry) => entry.month);
  expect(new Set(months).size).toBe(12);
});

test("the revenue tile shows the last month of the revenue line", () => {
  const data = createDemoData(NOW);
  expect(data.stats[0]).toMatchObject({ name: "revenue", unit: "usd" });
  expect(data.stats[0]?.value).toBe(data.revenue.at(-1)?.revenue);
});

test("exactly one user is the owner, and an invited user has never signed in", () => {
  const { users } = createDemoData(NOW);
  expect(users.filter((user) => user.permission === "owner")).toHaveLength(1);
  for (const user of users) expect(user.last_login === null).toBe(user.status === "invited");
  for (const user of users) expect((user.last_login ?? "") <= NOW.toISOString()).toBe(true);
});
