// Refunds and credits by a master, with a provider in memory that remembers what it paid back.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { invoiceEntity } from "~/models/invoice.server";
import { auditEntity } from "~/models/audit.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { AppError } from "~/domain/errors";
import type { MoneyBack } from "~/gateways/payments/payment-types";
import type { Payments } from "~/gateways/payments/payments";
import type { OpenStore } from "~/models/store/database";
import { recoverIntents } from "../billing/sync/reconcile.server";
import { runOperation } from "../platform/operation.server";
import type { App } from "../platform/app.server";
import { LIFE, makeFakeProvider, type FakeProvider } from "../../../tests/support/fake-provider";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import { makeTestUser, type TestUser } from "../../../tests/support/users";
import { createContext, makeApp } from "../../../tests/support/services";
import { creditAccount } from "./credits.server";
import { refundPayment } from "./refunds.server";

const folder = mkdtempSync(join(tmpdir(), "refunds-"));
let store: OpenStore;
let master: TestUser;
beforeAll(async () => {
  store = await openMigratedStore(folder);
  master = await makeTestUser(store, { permission: "master", isVerified: true, subscription: "active" });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

let owner: TestUser;
let provider: FakeProvider;
let paidBack: MoneyBack[];
/** How much of the credit invoices have used up. */
let usedMinor: number;
/** The customer's bank has returned what was refunded. */
let isReturned: boolean;
let app: App;
let invoice: string;

beforeEach(async () => {
  owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  provider = makeFakeProvider(owner.accountId);
  LIFE[0]?.change(provider.billing);
  const { customerId, billing } = provider;
  invoice = billing.invoices[0]?.id ?? "";
  const row = { customerId, providerId: billing.subscription?.id ?? null, planId: "team" };
  await store.update(subscriptionEntity, { id: owner.accountId }, row);
  paidBack = [];
  usedMinor = 0;
  isReturned = false;
  const payOnce = (money: MoneyBack) => {
    if (!findGiven(money.request)) paidBack.push(money);
    return Promise.resolve();
  };
  const findGiven = (request: string) => {
    const given = paidBack.find((money) => money.request === request);
    return given ? { ...given, currency: "usd", hasFailed: isReturned } : null;
  };
  const payments: Payments = {
    ...provider.payments,
    async refundInvoice(refund) {
      await payOnce(refund);
      const found = billing.invoices.find(({ id }) => id === refund.invoiceId);
      const refunds = paidBack.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      if (found) found.amountRefundedMinor = refunds;
    },
    // The answers take a moment, in which an equal request may arrive.
    async findRefund({ request }) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return findGiven(request);
    },
    creditCustomer: payOnce,
    findSubscriptionOfIntent: () => Promise.resolve(null),
    async readCredit({ request }) {
      const given = findGiven(request);
      const openMinor = paidBack.reduce((sum, { amountMinor }) => sum + amountMinor, 0) - usedMinor;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { openMinor, given };
    },
  };
  app = makeApp({ store, folder, payments });
});

const refund = async (input: Record<string, unknown>, as = app) =>
  runOperation(
    refundPayment,
    { account: owner.accountId, invoice, reason: "Sent late", confirm: "on", request: uuid(), ...input },
    await createContext(as, master),
  );
const credit = async (input: Record<string, unknown>) =>
  runOperation(
    creditAccount,
    { account: owner.accountId, reason: "Outage", confirm: "on", request: uuid(), ...input },
    await createContext(app, master),
  );
const listTargets = async () =>
  (await store.find(auditEntity, { accountId: owner.accountId })).map(
    ({ action, target }) => `${action} ${target}`,
  );

test("a refund is paid back, written into the invoice and shown in the account's activity", async () => {
  const { message } = await refund({ amount: "5.50" });
  expect(message).toContain("refunded");
  expect(paidBack).toMatchObject([{ amountMinor: 550, reason: "Sent late" }]);
  expect(await store.findOne(invoiceEntity, { id: invoice })).toMatchObject({ amountRefundedMinor: 550 });
  expect(await listTargets()).toEqual(["refunded 5.50 USD, A-1: Sent late"]);
});

test("all refunds of an invoice together are never more than was paid", async () => {
  await refund({ amount: 10 });
  await expect(refund({ amount: 2.01 })).rejects.toMatchObject({
    status: 400,
    detail: { inputError: "amount" },
  });
  await refund({ amount: 2 });
  await expect(refund({ amount: 0.01 })).rejects.toMatchObject({ status: 400 });
  expect(paidBack.map(({ amountMinor }) => amountMinor)).toEqual([1000, 200]);
});

test("the same refund sent twice at once is paid back once", async () => {
  await Promise.all([refund({ amount: 3, request: "a" }), refund({ amount: 3, request: "a" })]);
  await refund({ amount: 3, request: "a" });
  expect(paidBack.map(({ amountMinor }) => amountMinor)).toEqual([300]);
  expect(await listTargets()).toEqual(["refunded 3.00 USD, A-1: Sent late"]);
  await refund({ amount: 3 });
  expect(await listTargets()).toHaveLength(2);
});

test("the request of a refund that the bank has returned answers 409, and another request refunds again", async () => {
  await refund({ amount: 3, request: "a" });
  isReturned = true;
  await expect(refund({ amount: 3, request: "a" })).rejects.toMatchObject({
    status: 409,
    messageKey: "master:billing.returned",
  });
  await refund({ amount: 3, request: "b" });
  expect(paidBack).toHaveLength(2);
});

test.each([[0], [-1], ["1.005"], ["1e3"], [100_000_000]])("an amount of %j is refused", async (amount) => {
  await expect(refund({ amount })).rejects.toMatchObject({ status: 400 });
  expect(paidBack).toEqual([]);
});

test("an invoice of another account is unknown", async () => {
  await refund({ amount: 1 });
  const stranger = await makeTestUser(store, {
    permission: "owner",
    isVerified: true,
    subscription: "active",
  });
  await store.update(subscriptionEntity, { id: stranger.accountId }, { customerId: "cus_stranger" });
  await expect(refund({ amount: 1, account: stranger.accountId })).rejects.toMatchObject({
    status: 400,
    detail: { inputError: "invoice" },
  });
  expect(paidBack).toHaveLength(1);
});

test("a refund that the provider rejects leaves no entry; one whose outcome is unknown keeps it", async () => {
  const failWith = (code: "conflict" | "unavailable"): App => {
    const error = new AppError(code, "errors:conflict");
    return { ...app, payments: { ...app.payments, refundInvoice: () => Promise.reject(error) } };
  };
  await expect(refund({ amount: 1 }, failWith("conflict"))).rejects.toMatchObject({ status: 409 });
  expect(await listTargets()).toEqual([]);
  await expect(refund({ amount: 1 }, failWith("unavailable"))).rejects.toMatchObject({ status: 503 });
  expect(await listTargets()).toEqual(["refunded 1.00 USD, A-1: Sent late"]);
});

test("a credit is at most what was paid, and the same request credits once", async () => {
  await expect(credit({ amount: 12.01, request: "a" })).rejects.toMatchObject({ status: 400 });
  await credit({ amount: 12, request: "a" });
  await credit({ amount: 12, request: "a" });
  expect(paidBack).toMatchObject([{ amountMinor: 1200, reason: "Outage" }]);
  expect(await listTargets()).toEqual(["credited 12.00 USD: Outage"]);
});

test("several credits together are at most what was paid", async () => {
  await credit({ amount: 7 });
  await expect(credit({ amount: 5.01 })).rejects.toMatchObject({
    status: 400,
    detail: { inputError: "amount" },
  });
  await credit({ amount: 5 });
  expect(paidBack.map(({ amountMinor }) => amountMinor)).toEqual([700, 500]);
});

test("ten credits at once are together at most what was paid", async () => {
  await Promise.allSettled(Array.from({ length: 10 }, () => credit({ amount: 5 })));
  const sum = () => paidBack.reduce((total, { amountMinor }) => total + amountMinor, 0);
  expect(sum()).toBeGreaterThan(0);
  expect(sum()).toBeLessThanOrEqual(1200);
  expect(await store.findOne(billingIntentEntity, { accountId: owner.accountId })).toBeNull();
});

test("credit that an invoice has used up still counts as given", async () => {
  await credit({ amount: 12 });
  LIFE[1]?.change(provider.billing);
  const [next] = provider.billing.invoices;
  Object.assign(next ?? {}, { status: "paid", amountDueMinor: 0 });
  usedMinor = 1200;
  await expect(credit({ amount: 0.01 })).rejects.toMatchObject({ status: 400 });
});

test("no second credit is given while the outcome of the first is unknown", async () => {
  const error = new AppError("unavailable", "errors:unavailable");
  const { creditCustomer } = app.payments;
  app.payments.creditCustomer = () => Promise.reject(error);
  await expect(credit({ amount: 12, request: "a" })).rejects.toMatchObject({ status: 503 });
  app.payments.creditCustomer = creditCustomer;
  await expect(credit({ amount: 12 })).rejects.toMatchObject({ status: 409 });
  const { id } = (await store.findOne(billingIntentEntity, { accountId: owner.accountId })) ?? {};
  await store.update(billingIntentEntity, { id: id ?? "" }, { leasedUntil: new Date(0) });
  await recoverIntents(app, () => false);
  await credit({ amount: 12, request: "a" });
  expect(await listTargets()).toEqual(["credited 12.00 USD: Outage"]);
});
