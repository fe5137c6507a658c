// The numbers of mission control's overview, counted from the rows of a database of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiCallDifferenceEntity } from "~/models/api-call-difference.server";
import { meterEventEntity } from "~/models/meter-event.server";
import { apiCallBatchEntity } from "~/models/api-call.server";
import { providerEventEntity } from "~/models/provider-event.server";
import { mailEntity } from "~/models/mail.server";
import { planEntity } from "~/models/plan.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { accountEntity } from "~/models/account.server";
import { userEntity } from "~/models/user.server";
import { days, minutes } from "~/domain/limits";
import type { SubscriptionStatus } from "~/domain/plans";
import { openStore } from "~/models/store/open-store";
import type { OpenStore } from "~/models/store/database";
import { buildAccount, buildMail, buildPlan, buildSubscription, buildUser } from "../../../tests/stores/rows";
import { makeApp } from "../../../tests/support/services";
import type { App } from "../platform/app.server";
import { readOverview } from "./overview.server";
import { listApiCallDifferences } from "./api-call-differences.server";

const folder = mkdtempSync(join(tmpdir(), "overview-"));
const NOW = new Date("2026-03-15T12:00:00.000Z");
let store: OpenStore;
let app: App;
beforeAll(async () => {
  store = await openStore(`sqlite:${join(folder, "app.db")}`);
  await store.migrate();
  app = makeApp({ store, folder });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test("sign-ups are counted by days in UTC, and older ones than 30 days are left out", async () => {
  const times = [
    NOW,
    new Date("2026-03-15T00:00:00.000Z"),
    new Date("2026-03-14T23:59:59.999Z"),
    new Date("2026-03-09T00:00:00.000Z"),
    new Date("2026-03-08T23:59:59.999Z"),
    new Date("2026-02-14T00:00:00.000Z"),
    new Date("2026-02-13T23:59:59.999Z"),
  ];
  for (const createdAt of times) await store.insert(userEntity, buildUser({ createdAt }));
  const { sign_ups: signUps } = await readOverview(app, NOW);
  expect(signUps).toMatchObject({ today: 2, week: 4, month: 6 });
  expect(signUps.days).toHaveLength(30);
  expect(signUps.days[0]).toEqual({ date: "2026-02-14", count: 1 });
  expect(signUps.days.at(-1)).toEqual({ date: "2026-03-15", count: 2 });
});

async function addAccount(planId: string | null, status: SubscriptionStatus, seats = 1): Promise<void> {
  const account = buildAccount();
  await store.insert(accountEntity, account);
  await store.insert(subscriptionEntity, { ...buildSubscription({ planId, status, seats }), id: account.id });
}

test("revenue counts active subscriptions at list prices, seats of seat plans, and a twelfth of yearly ones", async () => {
  const plans = [
    buildPlan({ id: "nothing", name: "Nothing", priceMinor: 0 }),
    buildPlan({ id: "flat", name: "Flat", priceMinor: 2400, type: "standard", position: 1 }),
    buildPlan({ id: "seats", name: "Seats", priceMinor: 1000, type: "seat", position: 2 }),
    buildPlan({
      id: "yearly",
      name: "Yearly",
      priceMinor: 10_000,
      interval: "year",
      type: "standard",
      position: 3,
    }),
    buildPlan({ id: "yen", name: "Yen", priceMinor: 3000, currency: "jpy", type: "standard", position: 4 }),
  ];
  await store.insertAll(planEntity, plans);
  for (const [planId, status, seats] of [
    ["nothing", "active", 1],
    // The price of a flat plan does not depend on its seats.
    ["flat", "active", 3],
    ["flat", "active", 1],
    ["flat", "trialing", 1],
    ["flat", "canceled", 1],
    ["flat", "requires_payment_method", 1],
    ["seats", "active", 4],
    ["seats", "active", 3],
    ["seats", "requires_action", 9],
    ["yearly", "active", 1],
    ["yen", "active", 1],
    // Without a plan, the status has no meaning.
    [null, "requires_payment_method", 1],
    [null, "active", 1],
  ] as const)
    await addAccount(planId, status, seats);
  const { revenue, accounts } = await readOverview(app, NOW);
  expect(accounts).toEqual({ total: 13, active: 7, trialing: 1, overdue: 2, canceled: 1 });
  expect(revenue.plans.map(({ id, accounts: count, seats, monthly }) => [id, count, seats, monthly])).toEqual(
    [
      ["flat", 2, 4, 4800],
      ["seats", 2, 7, 7000],
      ["yearly", 1, 1, 833],
      ["yen", 1, 1, 3000],
    ],
  );
  expect(revenue.monthly).toEqual([
    { currency: "usd", amount: 12_633 },
    { currency: "jpy", amount: 3000 },
  ]);
});

test("due mails are waiting, those that were given up are not, and the oldest event is the lag", async () => {
  const dueAt = new Date(NOW.getTime() - minutes(1));
  for (const status of ["waiting", "waiting", "sent", "dead"] as const)
    await store.insert(mailEntity, buildMail({ status, dueAt }));
  await store.insert(mailEntity, buildMail({ status: "waiting", dueAt: new Date(NOW.getTime() + days(1)) }));
  const event = { type: "invoice.paid", objectId: "in_1", customerId: "cus_1", attempts: 1, failure: null };
  for (const [status, age] of [
    ["applied", 60],
    ["failed", 5],
    ["received", 2],
  ] as const)
    await store.insert(providerEventEntity, {
      ...{ ...event, id: uuid(), status, appliedAt: null },
      createdAt: new Date(NOW.getTime() - minutes(age)),
    });
  const { mails, webhooks } = await readOverview(app, NOW);
  expect(mails).toEqual({ waiting: 2, given_up: 1 });
  expect(webhooks).toEqual({ waiting: 2, lag_seconds: 300 });
});

test("the oldest API calls that wait are the lag of API calls, in a batch or in an event, and differences name their account", async () => {
  const ago = (count: number) => new Date(NOW.getTime() - minutes(count));
  const account = buildAccount({ name: "Busy" });
  await store.insert(accountEntity, account);
  const calls = { accountId: account.id, planId: "scale", calls: 300 };
  const batch = { ...calls, id: uuid(), createdAt: ago(3), reportedAt: null };
  await store.insertAll(apiCallBatchEntity, [
    batch,
    { ...batch, id: uuid(), createdAt: ago(9), reportedAt: NOW },
  ]);
  expect((await readOverview(app, NOW)).usage).toEqual({ waiting: 1, lag_seconds: 180, differences: 0 });
  const event = { ...calls, customerId: "cus_1", isTrial: false, isCorrection: false, leasedUntil: NOW };
  for (const [status, age] of [
    ["open", 7],
    ["sent", 60],
    ["rejected", 60],
  ] as const) {
    const times = { happenedAt: ago(age), createdAt: ago(age), answeredAt: null };
    await store.insert(meterEventEntity, { ...event, id: uuid(), openClaim: uuid(), status, ...times });
  }
  const period = { periodStart: ago(90), periodEnd: ago(60), comparedAt: NOW };
  const found = { id: uuid(), ...calls, ...period, counted: 300, metered: 300, invoiced: 200 };
  const { calls: _, ...difference } = found;
  await store.insert(apiCallDifferenceEntity, difference);
  expect((await readOverview(app, NOW)).usage).toEqual({ waiting: 2, lag_seconds: 420, differences: 1 });
  expect(await listApiCallDifferences(store, "en")).toEqual([
    {
      ...{ id: found.id, account: { id: account.id, name: "Busy" }, plan: "scale" },
      ...{ from: ago(90).toISOString(), until: ago(60).toISOString() },
      ...{ counted: 300, metered: 300, invoiced: 200 },
    },
  ]);
});

test("errors are the answers from 500 on since the start, and the latest 20 are listed, newest first", async () => {
  const served = { method: "GET", route: "/dashboard", seconds: 0.1 };
  for (const status of [200, 404, 499]) app.metrics.countRequest({ ...served, status, requestId: "fine" });
  for (let n = 1; n <= 21; n += 1)
    app.metrics.countRequest({ ...served, status: 500 + (n % 4), requestId: `request ${n}` });
  const { errors } = await readOverview(app, NOW);
  expect(errors.count).toBe(21);
  expect(errors.latest.map(({ request_id: id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, index) => `request ${21 - index}`),
  );
  expect(errors.latest[0]).toMatchObject({ method: "GET", route: "/dashboard", status: 501 });
});
