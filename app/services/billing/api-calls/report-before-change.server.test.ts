// A change of a metered plan whose calls cannot be reported before: it is refused, and nothing has changed.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accountEntity } from "~/models/account.server";
import { planEntity } from "~/models/plan.server";
import { AppError } from "~/domain/errors";
import type { Payments } from "~/gateways/payments/payments";
import { closeAccount } from "~/services/closing/close.server";
import type { App } from "~/services/platform/app.server";
import { runOperation } from "~/services/platform/operation.server";
import { followCalls } from "../../../../tests/support/api-calls";
import { listProviderSubscriptions, prepareBilling, type Owner } from "../../../../tests/support/billing";
import { createContext } from "../../../../tests/support/services";

const { billing, findRow, listIntents, makeCustomer } = prepareBilling();
const { call, listApiCallLines, readMeter } = followCalls(billing);
beforeAll(async () => {
  // 300 calls are 200 beyond the included ones, at $20 for 1,000: $4.00.
  await billing.app.store.update(planEntity, { id: "scale" }, { apiCallLimit: 100, overagePriceMinor: 2000 });
});
afterAll(() => vi.useRealTimers());

const UNREPORTED = { status: 503, messageKey: "billing:errors.usage_unreported" };
const unavailable = new AppError("unavailable", "billing:errors.provider_away");

/** Reads everything that a refused change must leave as it was. */
async function readAll(owner: Owner) {
  const { customerId = "" } = (await findRow(owner)) ?? {};
  const [subscription] = await listProviderSubscriptions(billing, owner);
  return {
    row: await findRow(owner),
    items: subscription?.items.data.map(({ price }) => price.lookup_key),
    payer: subscription?.default_payment_method,
    card: await billing.app.payments.findCard(customerId ?? ""),
  };
}

test("a provider that takes no report: 503, and nothing changes; the next attempt bills the calls once", async () => {
  const owner = await makeCustomer("scale");
  await call(owner, 300);
  const before = await readAll(owner);
  const sent: string[] = [];
  const app = withPayments({
    async reportApiCalls(report) {
      sent.push(report.id);
      await billing.app.payments.reportApiCalls(report);
      throw unavailable; // its answer is lost
    },
  });
  const request = { plan: "pro", token: "tok_mastercard" };
  await expect(owner.change(request, app)).rejects.toMatchObject(UNREPORTED);
  expect(await readAll(owner)).toEqual(before);
  expect((await listIntents(owner)).map(({ kind, status }) => [kind, status])).toEqual([
    ["subscribe", "done"],
    ["change", "failed"],
  ]);
  await owner.change(request);
  expect(await listApiCallLines(owner)).toEqual([[300, 400]]);
  expect(await readMeter(owner)).toBe(300);
  expect(sent).toHaveLength(1);
});

test("a provider that takes no report: the account is not closed", async () => {
  const owner = await makeCustomer("scale");
  await call(owner, 300);
  const before = await readAll(owner);
  const app = withPayments({ reportApiCalls: () => Promise.reject(unavailable) });
  const account = await app.store.findOne(accountEntity, { id: owner.accountId });
  const context = await createContext(app, owner);
  const closing = runOperation(closeAccount, { confirmation: account?.name ?? "" }, context);
  await expect(closing).rejects.toMatchObject(UNREPORTED);
  expect(await readAll(owner)).toEqual(before);
});

test("a provider that does not answer is waited for eight seconds, so that the request is answered within ten", async () => {
  const owner = await makeCustomer("scale");
  await call(owner, 300);
  const before = await readAll(owner);
  let isAsked = false;
  const app = withPayments({
    reportApiCalls: () => {
      isAsked = true;
      return new Promise(() => undefined);
    },
  });
  vi.useFakeTimers({
    toFake: ["Date", "setTimeout", "clearTimeout"],
    shouldAdvanceTime: true,
    now: Date.now(),
  });
  const changing = owner.change({ plan: "pro" }, app).catch((error: unknown) => error);
  await vi.waitFor(() => expect(isAsked).toBe(true), 20_000);
  const asked = Date.now();
  await vi.advanceTimersByTimeAsync(7000);
  expect(await Promise.race([changing, Promise.resolve("waiting")])).toBe("waiting");
  expect(await changing).toMatchObject(UNREPORTED);
  expect(Date.now() - asked).toBeLessThan(8500);
  expect(await readAll(owner)).toEqual(before);
});

function withPayments(changes: Partial<Payments>): App {
  return { ...billing.app, payments: { ...billing.app.payments, ...changes } };
}
