// A refund's or a credit's request id, over the real payment sandbox: whatever is repeated, and whenever, money moves once.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { v7 as uuid } from "uuid";
import { auditEntity } from "~/models/audit.server";
import { invoiceEntity } from "~/models/invoice.server";
import { AppError } from "~/domain/errors";
import { runOperation } from "../platform/operation.server";
import type { App } from "../platform/app.server";
import { recoverIntents } from "../billing/sync/reconcile.server";
import { makeOwner, prepareBilling, type Owner } from "../../../tests/support/billing";
import { followLife, type Lifecycle } from "../../../tests/support/lifecycle";
import { endLease } from "../../../tests/support/leases";
import { makeTestUser, type TestUser } from "../../../tests/support/users";
import { createContext, runConcurrently } from "../../../tests/support/services";
import { creditAccount } from "./credits.server";
import { refundPayment } from "./refunds.server";

/** The provider keeps an idempotency key for a day. */
const DAY_AND_HOUR_SECONDS = 25 * 3600;
const TIMES = 5;

const { billing, findRow } = prepareBilling();
let life: Lifecycle;
let master: TestUser;
beforeAll(async () => {
  life = followLife(billing);
  master = await makeTestUser(billing.app.store, {
    permission: "master",
    isVerified: true,
    subscription: "active",
  });
});

let owner: Owner;
let invoice: string;
let request: string;
beforeEach(async () => {
  owner = await makeOwner(billing);
  await owner.choose({ plan: "pro", token: "tok_visa" });
  [{ id: invoice } = { id: "" }] = await billing.app.store.find(invoiceEntity, {
    accountId: owner.accountId,
  });
  request = uuid();
});

type Input = Record<string, unknown>;
const refund = async (input: Input = {}, as: App = billing.app) =>
  runOperation(
    refundPayment,
    { account: owner.accountId, invoice, amount: 3, reason: "Sent late", confirm: "on", request, ...input },
    await createContext(as, master),
  );
const credit = async (input: Input = {}, as: App = billing.app) =>
  runOperation(
    creditAccount,
    { account: owner.accountId, amount: 3, reason: "Sent late", confirm: "on", request, ...input },
    await createContext(as, master),
  );

const getStatus = (run: Promise<unknown>) =>
  run.then(
    () => 200,
    (error: unknown) => (error instanceof AppError ? error.status : Promise.reject(error as Error)),
  );

let skippedSeconds = 0;
/** Moves the provider's clock on, until it has forgotten its idempotency keys. */
async function skipDay(): Promise<void> {
  skippedSeconds += DAY_AND_HOUR_SECONDS;
  await life.advanceInSilence(Math.floor(Date.now() / 1000) + skippedSeconds);
}

/** Reads the amounts that the provider has given back, in minor units. */
async function readGiven() {
  const customer = (await findRow(owner))?.customerId ?? "";
  const payments = await billing.stripe.paymentIntents.list({ customer });
  const refunds = await Promise.all(
    payments.data.map(({ id }) => billing.stripe.refunds.list({ payment_intent: id, limit: 100 })),
  );
  const credits = await billing.stripe.customers.listBalanceTransactions(customer);
  return {
    refunds: refunds.flatMap(({ data }) => data.map(({ amount }) => amount)),
    credits: credits.data.map(({ amount }) => -amount),
  };
}

const countEntries = () =>
  Promise.all(
    (["refunded", "credited"] as const).map((action) =>
      billing.app.store.count(auditEntity, { accountId: owner.accountId, action }),
    ),
  );

describe.each([
  ["refund", refund],
  ["credit", credit],
] as const)("a %s", (kind, give) => {
  const given = kind === "refund" ? { refunds: [300], credits: [] } : { refunds: [], credits: [300] };
  const entries = kind === "refund" ? [1, 0] : [0, 1];

  test("a request that is repeated after more than a day is carried out once, and gets the same answer", async () => {
    const { message } = await give();
    await skipDay();
    expect((await give()).message).toBe(message);
    expect(await readGiven()).toEqual(given);
    expect(await countEntries()).toEqual(entries);
  });

  test("a request whose answer was lost, and that is repeated after more than a day, is carried out once", async () => {
    const lose = async (call: () => Promise<void>) => {
      await call();
      throw new AppError("unavailable", "errors:unavailable");
    };
    const { payments } = billing.app;
    const losing: App = {
      ...billing.app,
      payments: {
        ...payments,
        refundInvoice: (order) => lose(() => payments.refundInvoice(order)),
        creditCustomer: (order) => lose(() => payments.creditCustomer(order)),
      },
    };
    expect(await getStatus(give({}, losing))).toBe(503);
    await skipDay();
    // A credit holds the account's billing while its call may still be on its way.
    await endLease(billing.app.store, owner);
    await recoverIntents(billing.app, () => false);
    expect(await getStatus(give())).toBe(200);
    expect(await readGiven()).toEqual(given);
    expect(await countEntries()).toEqual(entries);
  });

  test("a request that is repeated many times at once after a day is carried out once", async () => {
    await give();
    await skipDay();
    const { answers } = await runConcurrently(TIMES, () => give());
    expect(answers.length).toBeGreaterThan(0);
    expect(await readGiven()).toEqual(given);
    expect(await countEntries()).toEqual(entries);
  });

  test("the same request with another amount or reason answers 409, on the same day and later", async () => {
    await give();
    const others = [{ amount: 4 }, { reason: "Sent very late" }];
    for (const other of others)
      await expect(give(other)).rejects.toMatchObject({
        status: 409,
        messageKey: "master:billing.request_used",
      });
    await skipDay();
    for (const other of others) expect(await getStatus(give(other))).toBe(409);
    expect(await readGiven()).toEqual(given);
  });
});

test("the whole of an invoice is refunded once, and the repeated request is not told that it is too much", async () => {
  await refund({ amount: 24 });
  expect((await refund({ amount: 24 })).message).toContain("refunded");
  expect(await readGiven()).toEqual({ refunds: [2400], credits: [] });
});

test.each([
  ["refund", refund, credit],
  ["credit", credit, refund],
] as const)("the request of a %s answers 409 for the other kind", async (_kind, give, other) => {
  await give();
  await expect(other()).rejects.toMatchObject({ status: 409, messageKey: "master:billing.request_used" });
  await skipDay();
  expect(await getStatus(other())).toBe(409);
  const { refunds, credits } = await readGiven();
  expect([...refunds, ...credits]).toEqual([300]);
  expect((await countEntries()).reduce((sum, count) => sum + count)).toBe(1);
});

test("refunds and credits of one request at once, with two amounts, give one of them", async () => {
  const gives = [refund, credit, () => refund({ amount: 4 }), () => credit({ amount: 4 })];
  const { answers } = await runConcurrently(gives.length * 2, (index) => {
    const give = gives[index % gives.length];
    return give ? give() : Promise.resolve(null);
  });
  expect(answers.length).toBeGreaterThan(0);
  const { refunds, credits } = await readGiven();
  expect([...refunds, ...credits]).toHaveLength(1);
  expect((await countEntries()).reduce((sum, count) => sum + count)).toBe(1);
});

test("a request that the provider refuses gives nothing, and can be used again", async () => {
  const error = new AppError("conflict", "master:billing.not_refundable");
  const { app } = billing;
  const refusing = { ...app, payments: { ...app.payments, refundInvoice: () => Promise.reject(error) } };
  expect(await getStatus(refund({}, refusing))).toBe(409);
  expect(await getStatus(credit())).toBe(200);
  expect(await readGiven()).toEqual({ refunds: [], credits: [300] });
});
