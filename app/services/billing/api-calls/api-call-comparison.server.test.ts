// The comparison of API calls with the provider's meter and the invoices, over the payment sandbox. Amounts in US cents.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { apiCallDayEntity } from "~/models/api-call.server";
import { apiCallDifferenceEntity } from "~/models/api-call-difference.server";
import { planEntity } from "~/models/plan.server";
import { AppError } from "~/domain/errors";
import { hours, minutes } from "~/domain/limits";
import type { Payments } from "~/gateways/payments/payments";
import { listApiCallDifferences } from "~/services/master/api-call-differences.server";
import { followCalls } from "../../../../tests/support/api-calls";
import { makeOwner, prepareBilling, type Owner } from "../../../../tests/support/billing";
import { loadContract } from "../../../../tests/support/stripe-schemas";
import { reconcile } from "../sync/reconcile.server";
import type { Drift } from "~/domain/comparisons";
import { readComparisons } from "~/services/master/comparisons.server";
import { compareAccountApiCalls, compareAllApiCalls } from "./api-call-comparison.server";

// The product and the provider have the same clock, which tests move ahead.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true }));
const { billing, findRow, makeCustomer } = prepareBilling(async () => ({ contract: await loadContract() }));
const calls = followCalls(billing);
const { call, listApiCallLines, passPeriodEnd, passTo, readMeter, readPeriodEnd, report } = calls;
const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
beforeAll(async () => {
  // 300 calls are 200 beyond the included ones, at $20 for 1,000: $4.00.
  await billing.app.store.update(planEntity, { id: "scale" }, { apiCallLimit: 100, overagePriceMinor: 2000 });
});
beforeEach(() => {
  for (const each of Object.values(log)) each.mockClear();
});
afterEach(calls.endSubscriptions);
afterAll(() => vi.useRealTimers());

const withPayments = (changes: Partial<Payments>) => ({
  ...billing.app,
  payments: { ...billing.app.payments, ...changes },
});

const compare = ({ accountId }: Owner, changes: Partial<Payments> = {}) =>
  compareAccountApiCalls({ ...withPayments(changes), log }, accountId);

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** The numbers that are stored for masters. */
async function listStored({ accountId }: Owner) {
  const found = await billing.app.store.find(apiCallDifferenceEntity, { accountId });
  return found.map(({ planId, counted, metered, invoiced }) => ({ planId, counted, metered, invoiced }));
}

/** Calls that the provider accepts and loses. */
async function loseCalls(owner: Owner, times: number): Promise<void> {
  await call(owner, times);
  await report(withPayments({ reportApiCalls: () => Promise.resolve(true) }));
}

/** An owner on the metered plan whose changes of minutes ago are over. */
async function makeMetered(): Promise<Owner> {
  const owner = await makeCustomer("scale");
  pass(minutes(5));
  return owner;
}

describe("what agrees", () => {
  test("on the running period, after a renewal and after a change of the plan there is no difference", async () => {
    const owner = await makeMetered();
    await call(owner, 300);
    await report();
    pass(hours(2));
    expect(await compare(owner)).toEqual([]);
    const end = await readPeriodEnd(owner);
    for (const at of [end - minutes(2), end - 1000, end + 1000, end + minutes(2)]) {
      await passTo(owner, at);
      await call(owner, 50);
      await report();
    }
    await passTo(owner, end + hours(3));
    expect(await compare(owner)).toEqual([]);
    await call(owner, 100);
    await owner.change({ plan: "pro" });
    await call(owner, 70);
    await report();
    pass(hours(3));
    expect(await compare(owner)).toEqual([]);
    const billed = (await listApiCallLines(owner)).reduce((sum, [calls]) => sum + (calls ?? 0), 0);
    expect([billed, await readMeter(owner)]).toEqual([600, 600]);
    expect(log.warn).not.toHaveBeenCalled();
  });

  test("calls of a trial, which nothing is charged for, are no difference", async () => {
    await billing.app.store.update(planEntity, { id: "scale" }, { trialDays: 14 });
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "scale", token: "tok_visa" });
    await billing.app.store.update(planEntity, { id: "scale" }, { trialDays: 0 });
    await call(owner, 300);
    await report();
    pass(hours(2));
    expect(await compare(owner)).toEqual([]);
    await passPeriodEnd(owner);
    await passTo(owner, Date.now() + hours(24));
    expect(await compare(owner)).toEqual([]);
  });
});

describe("calls that the meter has lost", () => {
  test("lost calls are sent once while the period has no invoice, and are on it", async () => {
    const owner = await makeMetered();
    await loseCalls(owner, 300);
    pass(hours(2));
    expect(await readMeter(owner)).toBe(0);
    const what = "300 API calls were missing on the meter";
    expect(await compare(owner)).toEqual([
      { accountId: owner.accountId, area: "api_calls", what, failure: null },
    ]);
    expect(await readMeter(owner)).toBe(300);
    expect(log.info).toHaveBeenCalledTimes(1);
    for (const later of [0, hours(2)]) {
      pass(later);
      expect(await compare(owner)).toEqual([]);
    }
    await passPeriodEnd(owner);
    expect(await listApiCallLines(owner)).toEqual([[300, 400]]);
    expect(await compare(owner)).toEqual([]);
  });

  test("lost calls are waited for during an hour, because the provider adds up with a delay", async () => {
    const owner = await makeMetered();
    await loseCalls(owner, 300);
    pass(minutes(58));
    expect(await compare(owner)).toEqual([]);
    expect(await readMeter(owner)).toBe(0);
  });

  test("calls of long ago that were sent just now are waited for too", async () => {
    const owner = await makeMetered();
    await call(owner, 300);
    await billing.app.apiCalls.flush();
    pass(hours(5));
    await loseCalls(owner, 0);
    expect(await compare(owner)).toEqual([]);
    expect(await readMeter(owner)).toBe(0);
  });

  test("lost calls are sent again under the same id when the answer is lost", async () => {
    const owner = await makeMetered();
    await loseCalls(owner, 300);
    pass(hours(2));
    const { reportApiCalls } = billing.app.payments;
    const losing = compare(owner, {
      async reportApiCalls(report) {
        await reportApiCalls(report);
        throw new AppError("unavailable", "billing:errors.provider_away");
      },
    });
    await expect(losing).rejects.toMatchObject({ code: "unavailable" });
    expect(await compare(owner)).toEqual([]);
    expect(await readMeter(owner)).toBe(300);
  });

  test("lost calls are named when the provider rejects them", async () => {
    const owner = await makeMetered();
    await loseCalls(owner, 300);
    pass(hours(2));
    const drifts = await compare(owner, {
      reportApiCalls: () => Promise.reject(new Error("no such parameter")),
    });
    expect(drifts).toMatchObject([{ failure: "the provider rejects them" }]);
    expect(await listStored(owner)).toEqual([{ planId: "scale", counted: 300, metered: 0, invoiced: null }]);
    pass(hours(2));
    expect(await compare(owner)).toMatchObject([{ failure: null }]);
    expect(await listStored(owner)).toEqual([]);
  });
});

describe("a period that is invoiced", () => {
  test("calls that were reported too late for it are named and never charged", async () => {
    const owner = await makeMetered();
    await call(owner, 200);
    await report();
    await call(owner, 100);
    await billing.app.apiCalls.flush();
    await passPeriodEnd(owner);
    const paid = await listApiCallLines(owner);
    expect(paid).toEqual([[200, 200]]);
    pass(hours(1));
    const [drift] = await compare(owner);
    expect(drift).toMatchObject({ accountId: owner.accountId, failure: "the period is invoiced" });
    expect(drift?.what).toMatch(/^API calls on scale from .* 300 counted, 300 on the meter, 200 invoiced$/);
    expect(await listStored(owner)).toEqual([{ planId: "scale", counted: 300, metered: 300, invoiced: 200 }]);
    await compare(owner);
    expect(log.warn).toHaveBeenCalledTimes(1);
    await passPeriodEnd(owner);
    expect(await listApiCallLines(owner)).toEqual(paid);
    const shown = (await listApiCallDifferences(billing.app.store, "en")).find(
      ({ account }) => account.id === owner.accountId,
    );
    expect(shown).toMatchObject({ plan: "scale", counted: 300, metered: 300, invoiced: 200 });
  });

  test("calls that no invoice has, after a change in the provider's dashboard, are named", async () => {
    const owner = await makeMetered();
    await call(owner, 300);
    await billing.app.apiCalls.flush();
    await calls.changeInDashboard(owner, "pro");
    pass(hours(3));
    const failure = "no invoice has them, and the period is over";
    expect(await compare(owner)).toMatchObject([{ failure }]);
    expect(await listStored(owner)).toEqual([{ planId: "scale", counted: 300, metered: 300, invoiced: 0 }]);
    expect(await readMeter(owner)).toBe(300);
  });
});

test("a meter that has more than was counted is named", async () => {
  const owner = await makeMetered();
  await call(owner, 300);
  await report();
  const customerId = (await findRow(owner))?.customerId ?? "";
  await billing.app.payments.reportApiCalls({
    id: "of another program",
    customerId,
    calls: 50,
    at: new Date(),
  });
  pass(hours(2));
  expect(await compare(owner)).toMatchObject([{ failure: "the meter has more than was counted" }]);
  expect(await listStored(owner)).toEqual([{ planId: "scale", counted: 300, metered: 350, invoiced: null }]);
});

test("a period in which the version before reported calls is not compared", async () => {
  const owner = await makeMetered();
  const { app } = billing;
  const { accountId } = owner;
  const customerId = (await findRow(owner))?.customerId ?? "";
  const at = new Date();
  const day = at.toISOString().slice(0, 10);
  await app.payments.reportApiCalls({ id: "of the version before", customerId, calls: 300, at });
  await app.store.insert(apiCallDayEntity, { id: accountId, accountId, day, calls: 300 });
  pass(hours(48));
  await call(owner, 10);
  await report();
  pass(hours(2));
  expect(await compare(owner)).toEqual([]);
  await passPeriodEnd(owner);
  expect(await compare(owner)).toEqual([]);
});

test("npm run reconcile compares API calls, too, and the daily job goes on after an account that fails", async () => {
  const [failing, owner] = [await makeMetered(), await makeMetered()];
  await loseCalls(failing, 300);
  await loseCalls(owner, 300);
  pass(hours(2));
  const failingCustomer = (await findRow(failing))?.customerId;
  const { sumApiCalls } = billing.app.payments;
  const app = withPayments({
    sumApiCalls: (range) =>
      range.customerId === failingCustomer
        ? Promise.reject(new AppError("unavailable", "billing:errors.provider_away"))
        : sumApiCalls(range),
  });
  const comparing = compareAllApiCalls({ ...app, log }, () => false);
  await expect(comparing).rejects.toMatchObject({ code: "unavailable" });
  expect([await readMeter(failing), await readMeter(owner)]).toEqual([0, 300]);
  const [kept] = await readComparisons(billing.app.store, "en");
  const found = kept?.differences.map(({ account, what }) => [account.id, what]);
  expect(found).toContainEqual([failing.accountId, "the account could not be compared"]);
  expect(found).toContainEqual([owner.accountId, "300 API calls were missing on the meter"]);
  const drifts: Drift[] = [];
  await reconcile(billing.app, { withRefunds: false, onDrift: (drift) => drifts.push(drift) });
  const what = "300 API calls were missing on the meter";
  expect(drifts).toContainEqual({ accountId: failing.accountId, area: "api_calls", what, failure: null });
  expect(await readMeter(failing)).toBe(300);
});
