// Every change writes an intent before the call to the provider and its result afterwards. A crash in between is
// repaired.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "~/domain/errors";
import { minutes } from "~/domain/limits";
import type { Payments } from "~/gateways/payments/payments";
import {
  listMailsFor,
  makeOwner,
  startBilling,
  listProviderSubscriptions,
  type Billing,
  type Owner,
} from "../../../tests/support/billing";
import type { App } from "../platform/app.server";
import { reconcile } from "./reconcile.server";

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.close());

const findSubscriptionRow = (owner: Owner) =>
  billing.app.store.findOne("subscriptions", { id: owner.accountId });
const findIntent = (owner: Owner) =>
  billing.app.store.findOne("billingIntents", { accountId: owner.accountId });
const listProviderStatuses = async (owner: Owner) =>
  (await listProviderSubscriptions(billing, owner)).map(({ status }) => status);

const lost = new AppError("unavailable", "billing:errors.provider_away");

function withPayments(changes: Partial<Payments>): App {
  return { ...billing.app, payments: { ...billing.app.payments, ...changes } };
}

/** The provider carries out the request, and its response is lost. */
const failAfterProvider = () =>
  withPayments({
    async startSubscription(order) {
      await billing.app.payments.startSubscription(order);
      throw lost;
    },
  });

/** The request never reaches the provider. */
const failBeforeProvider = () => withPayments({ startSubscription: () => Promise.reject(lost) });

async function leaveIntentOpen(owner: Owner, token: string, as: App): Promise<void> {
  await expect(owner.choose({ plan: "pro", token }, as)).rejects.toMatchObject({ status: 503 });
  expect(await findIntent(owner)).toMatchObject({ status: "started", openClaim: owner.accountId });
}

async function ageIntent(owner: Owner, ms: number): Promise<void> {
  const changes = { createdAt: new Date(Date.now() - ms) };
  await billing.app.store.update("billingIntents", { accountId: owner.accountId }, changes);
}

describe("an open intent whose result was lost", () => {
  test("the reconciliation finds its subscription at the provider, and finishes it with one mail", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_visa", failAfterProvider());
    await ageIntent(owner, minutes(2));
    await Promise.all([reconcile(billing.app), reconcile(billing.app)]);
    await reconcile(billing.app);
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: "pro", status: "active" });
    expect(await findIntent(owner)).toMatchObject({ status: "done" });
    expect(await listProviderStatuses(owner)).toEqual(["active"]);
    expect(await listMailsFor(billing.app.store, owner)).toEqual(["subscription_started"]);
  });

  test("while its request may still run, the reconciliation skips it and another request is a conflict", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_visa", failAfterProvider());
    await reconcile(billing.app);
    expect(await findIntent(owner)).toMatchObject({ status: "started" });
    await expect(owner.choose({ plan: "pro", token: "tok_visa" })).rejects.toMatchObject({
      status: 409,
      messageKey: "billing:errors.in_progress",
    });
    expect(await listProviderStatuses(owner)).toEqual(["active"]);
  });

  test("a request one minute later finishes it too, without a restart", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_visa", failAfterProvider());
    await ageIntent(owner, minutes(2));
    const { data } = await owner.choose({ plan: "pro", token: "tok_mastercard" });
    expect(data).toEqual({ plan: "pro", subscription: "active" });
    expect(await listProviderStatuses(owner)).toEqual(["active"]);
  });

  test("it fails when the provider never received the request, and the owner can start again", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_visa", failBeforeProvider());
    await ageIntent(owner, minutes(2));
    await reconcile(billing.app);
    expect(await findIntent(owner)).toMatchObject({ status: "failed" });
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: null });
    await owner.choose({ plan: "pro", token: "tok_visa" });
    expect(await listProviderStatuses(owner)).toEqual(["active"]);
  });

  test("it fails when the card was declined, and nothing is left to pay", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_chargeCustomerFail", failAfterProvider());
    await ageIntent(owner, minutes(2));
    await reconcile(billing.app);
    expect(await findIntent(owner)).toMatchObject({ status: "failed" });
    expect(await listProviderStatuses(owner)).toEqual(["incomplete_expired"]);
  });

  test("it stays open when the card holder must still authenticate", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_threeDSecure2Required", failAfterProvider());
    await ageIntent(owner, minutes(2));
    await reconcile(billing.app);
    expect(await findIntent(owner)).toMatchObject({ status: "needs_action" });
    const { data } = await owner.choose({ plan: "pro", token: "tok_threeDSecure2Required" });
    expect(data).toMatchObject({ requires_payment_action: true });
    expect(await listProviderStatuses(owner)).toEqual(["incomplete"]);
  });

  test("when its request arrives after the intent was considered lost, the subscription is cancelled", async () => {
    const owner = await makeOwner(billing);
    const late = withPayments({
      async startSubscription(order) {
        await ageIntent(owner, minutes(2));
        await reconcile(billing.app);
        return billing.app.payments.startSubscription(order);
      },
    });
    await expect(owner.choose({ plan: "pro", token: "tok_visa" }, late)).rejects.toMatchObject({
      status: 409,
    });
    expect(await listProviderStatuses(owner)).toEqual(["canceled"]);
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: null });
  });
});

describe("when the provider", () => {
  test("cannot be reached, the response is 503 and no intent stays open", async () => {
    const owner = await makeOwner(billing);
    const away = billing.withPayments({ apiBase: "http://127.0.0.1:1" });
    await expect(owner.choose({ plan: "pro", token: "tok_visa" }, away)).rejects.toMatchObject({
      status: 503,
      detail: { retryAfterSeconds: 30 },
    });
    expect(await findIntent(owner)).toMatchObject({ status: "failed" });
    await owner.choose({ plan: "free" }, away);
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: "free" });
  });

  test("rejects the API keys, the response is 503", async () => {
    const owner = await makeOwner(billing);
    const stranger = billing.withPayments({ secretKey: "sk_test_of_nobody" });
    await expect(owner.choose({ plan: "pro", token: "tok_visa" }, stranger)).rejects.toMatchObject({
      status: 503,
    });
  });

  test("cannot be reached at start, the open intents stay open and the start continues", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_visa", failAfterProvider());
    await ageIntent(owner, minutes(2));
    await reconcile(billing.withPayments({ apiBase: "http://127.0.0.1:1" }));
    expect(await findIntent(owner)).toMatchObject({ status: "started" });
    await reconcile(billing.app);
    expect(await findIntent(owner)).toMatchObject({ status: "done" });
  });

  test("has deleted the customer, a new one is created", async () => {
    const owner = await makeOwner(billing);
    await expect(owner.choose({ plan: "pro", token: "tok_chargeDeclined" })).rejects.toMatchObject({
      status: 400,
    });
    const before = (await findSubscriptionRow(owner))?.customerId;
    await billing.stripe.customers.del(before ?? "");
    await owner.choose({ plan: "pro", token: "tok_visa" });
    const after = (await findSubscriptionRow(owner))?.customerId;
    expect(after).not.toBe(before);
    expect(await listProviderStatuses(owner)).toEqual(["active"]);
  });
});

describe("ten concurrent requests", () => {
  test("create one subscription, and nine of them answer 409", async () => {
    const owner = await makeOwner(billing);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => owner.choose({ plan: "pro", token: "tok_visa" })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ status: 409 });
    }
    expect(await listProviderStatuses(owner)).toEqual(["active"]);
    expect(await listMailsFor(billing.app.store, owner)).toEqual(["subscription_started"]);
  });
});
