// API calls around a change of the plan: each is billed once, on the plan on which it was made. Amounts in US cents.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { accountEntity } from "~/models/account.server";
import { planEntity } from "~/models/plan.server";
import { minutes, hours } from "~/domain/limits";
import type { Payments } from "~/gateways/payments/payments";
import { closeAccount } from "~/services/closing/close.server";
import type { App } from "~/services/platform/app.server";
import { runOperation } from "~/services/platform/operation.server";
import { followCalls } from "../../../../tests/support/api-calls";
import {
  authenticate,
  getCustomerId,
  listProviderSubscriptions,
  makeOwner,
  prepareBilling,
} from "../../../../tests/support/billing";
import { createContext } from "../../../../tests/support/services";
import { givePlan } from "../orders/give-time.server";
import { startApiCallCounter } from "./api-call-counter.server";

// The product and the provider have the same clock, which tests move ahead.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true }));
const { billing, findRow, makeCustomer } = prepareBilling();
const calls = followCalls(billing);
const { call, listApiCallLines, passPeriodEnd, passTo, readMeter, readPeriodEnd, report } = calls;
beforeAll(async () => {
  // 300 calls are 200 beyond the included ones, at $20 for 1,000: $4.00.
  await billing.app.store.update(planEntity, { id: "scale" }, { apiCallLimit: 100, overagePriceMinor: 2000 });
});
afterEach(calls.endSubscriptions);
afterAll(() => vi.useRealTimers());

describe("away from a metered plan", () => {
  test.each([
    ["another plan", "pro"],
    ["a yearly one", "pro-yearly"],
  ])("the invoice of a change to %s has the metered calls not reported yet", async (_what, plan) => {
    const owner = await makeCustomer("scale");
    await call(owner, 300);
    await owner.change({ plan });
    expect(await listApiCallLines(owner)).toEqual([[300, 400]]);
    await report();
    expect(await readMeter(owner)).toBe(300);
    await passPeriodEnd(owner);
    expect(await listApiCallLines(owner)).toEqual([[300, 400]]);
  });

  test("a change from a metered plan with another card bills the calls of the meantime as well", async () => {
    const owner = await makeCustomer("scale");
    await call(owner, 250);
    const { selectCard } = billing.app.payments;
    const app = withPayments({
      selectCard: async (choice) => {
        await call(owner, 50);
        return selectCard(choice);
      },
    });
    await owner.change({ plan: "pro", token: "tok_mastercard" }, app);
    expect(await listApiCallLines(owner)).toEqual([[300, 400]]);
  });

  test("calls that another process has counted and not stored yet are billed", async () => {
    const owner = await makeCustomer("scale");
    const { store, log } = billing.app;
    const other = startApiCallCounter({ store, log, every: 100 });
    await call(owner, 300, { ...billing.app, apiCalls: other });
    await owner.change({ plan: "pro" });
    expect(await listApiCallLines(owner)).toEqual([[300, 400]]);
    await other.stop();
  });

  test("calls on the new plan are not billed, and those that were reported before are billed once", async () => {
    const owner = await makeCustomer("scale");
    await call(owner, 200);
    await report();
    await call(owner, 100);
    await owner.change({ plan: "pro" });
    await call(owner, 500);
    await report();
    await passPeriodEnd(owner);
    expect(await listApiCallLines(owner)).toEqual([[300, 400]]);
    expect(await readMeter(owner)).toBe(300);
  });

  test("a change that waits for the cardholder bills the calls from before the request once", async () => {
    const owner = await makeCustomer("scale");
    await call(owner, 300);
    const { payment } = await owner.change({ plan: "pro-yearly", token: "tok_threeDSecure2Required" });
    await authenticate(billing, payment?.client_secret ?? "");
    await owner.change({ plan: "pro-yearly", payment_intent: "pi" });
    expect(await findRow(owner)).toMatchObject({ planId: "pro-yearly" });
    await report();
    expect(await listApiCallLines(owner)).toEqual([[300, 400]]);
  });

  test("a change that the cardholder does not authenticate leaves the calls on the invoice of the period, once", async () => {
    const owner = await makeCustomer("scale");
    await call(owner, 200);
    await owner.change({ plan: "pro-yearly", token: "tok_threeDSecure2Required" });
    await call(owner, 100);
    await report();
    await passTo(owner, Date.now() + hours(24));
    await passPeriodEnd(owner);
    expect(await findRow(owner)).toMatchObject({ planId: "scale" });
    expect(await listApiCallLines(owner)).toEqual([[300, 400]]);
  });

  test("when a period ends in the free plan, calls until then are billed, though they are reported later", async () => {
    const owner = await makeCustomer("scale");
    await owner.change({ plan: "free" });
    await call(owner, 100);
    const end = await readPeriodEnd(owner);
    await passTo(owner, end - minutes(2));
    await call(owner, 200);
    await passTo(owner, end + 20_000);
    expect(await findRow(owner)).toMatchObject({ planId: "free", status: "active" });
    await call(owner, 500);
    await report();
    await passTo(owner, end + minutes(61));
    expect(await readMeter(owner)).toBe(300);
    expect(await listApiCallLines(owner)).toEqual([[300, 400]]);
  });

  test("after a change to another metered plan, each call is billed on its own plan", async () => {
    const [scale] = await billing.app.store.find(planEntity, { id: "scale" });
    if (!scale) throw new Error("there is no such plan");
    const larger = { ...scale, id: "larger", name: "Larger", priceMinor: 19_900, overagePriceMinor: 1000 };
    await billing.app.store.insert(planEntity, larger);
    const owner = await makeCustomer("scale");
    vi.setSystemTime(Date.now() + minutes(5));
    await call(owner, 300);
    await owner.change({ plan: "larger" });
    expect(await listApiCallLines(owner)).toEqual([[300, 400]]);
    await call(owner, 150);
    await report();
    await passPeriodEnd(owner);
    // 50 beyond the included ones, at $10 for 1,000: $0.50.
    expect(await listApiCallLines(owner)).toEqual([
      [150, 50],
      [300, 400],
    ]);
  });

  test("after a change in the provider's dashboard, the calls keep the plan on which they were made", async () => {
    const owner = await makeCustomer("scale");
    await call(owner, 300);
    await calls.changeInDashboard(owner, "pro");
    expect(await findRow(owner)).toMatchObject({ planId: "pro" });
    await call(owner, 500);
    await report();
    expect(await readMeter(owner)).toBe(300);
  });

  test("closing the account bills them", async () => {
    const owner = await makeCustomer("scale");
    const [subscription] = await listProviderSubscriptions(billing, owner);
    const customer = getCustomerId(subscription);
    await call(owner, 300);
    const account = await billing.app.store.findOne(accountEntity, { id: owner.accountId });
    const context = await createContext(billing.app, owner);
    await runOperation(closeAccount, { confirmation: account?.name ?? "" }, context);
    const { data } = await billing.stripe.invoices.list({ customer });
    expect(data.map(({ amount_paid: paid }) => paid)).toEqual([400, 9900]);
  });
});

describe("to a metered plan", () => {
  test.each(["free", "pro"])(
    "after a change from %s to a metered plan, calls from just before are not billed, and the ones after are",
    async (plan) => {
      const owner = plan === "free" ? await makeOwner(billing) : await makeCustomer(plan);
      if (plan === "free") await owner.choose({ plan });
      await call(owner, 300);
      await owner.change({ plan: "scale", token: "tok_visa" });
      await call(owner, 150);
      await report();
      expect(await readMeter(owner)).toBe(150);
      await passPeriodEnd(owner);
      expect(await listApiCallLines(owner)).toEqual([[150, 100]]);
    },
  );

  test("on a metered plan with a trial, only the calls after its end are billed", async () => {
    await billing.app.store.update(planEntity, { id: "scale" }, { trialDays: 14 });
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "scale", token: "tok_visa" });
    await billing.app.store.update(planEntity, { id: "scale" }, { trialDays: 0 });
    expect(await findRow(owner)).toMatchObject({ status: "trialing" });
    await call(owner, 500);
    const end = await readPeriodEnd(owner);
    await passTo(owner, end - minutes(2));
    await call(owner, 200);
    await passTo(owner, end + 20_000);
    expect(await findRow(owner)).toMatchObject({ status: "active" });
    await call(owner, 300);
    await report();
    expect(await readMeter(owner)).toBe(1000);
    await passPeriodEnd(owner);
    expect(await listApiCallLines(owner)).toEqual([[300, 400]]);
  });

  test("a metered plan that a master gives for some days bills neither the calls before nor those during it", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "free" });
    await call(owner, 300);
    const plan = await billing.app.store.findOne(planEntity, { id: "scale" });
    if (!plan) throw new Error("there is no such plan");
    await givePlan(billing.app, { accountId: owner.accountId, plan, days: 30 });
    await call(owner, 500);
    await report();
    expect(await readMeter(owner)).toBe(500);
    await passPeriodEnd(owner);
    expect(await findRow(owner)).toMatchObject({ planId: "free", status: "active" });
    await call(owner, 300);
    await report();
    expect(await readMeter(owner)).toBe(500);
    expect(await listApiCallLines(owner)).toEqual([]);
  });
});

function withPayments(changes: Partial<Payments>): App {
  return { ...billing.app, payments: { ...billing.app.payments, ...changes } };
}
