// Every change writes an intent before the call to the provider and its result afterwards. A crash in between is
// repaired.
import { describe, expect, test } from "vitest";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { AppError } from "~/domain/errors";
import type { Payments } from "~/gateways/payments/payments";
import type { App } from "~/services/platform/app.server";
import { listMailsFor, makeOwner, prepareBilling, type Owner } from "../../../../tests/support/billing";
import { endLease } from "../../../../tests/support/leases";
import { reconcile } from "./reconcile.server";

const { billing, findRow: findSubscriptionRow, listProviderStatuses } = prepareBilling();

const findIntent = (owner: Owner) =>
  billing.app.store.findOne(billingIntentEntity, { accountId: owner.accountId });

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
  expect(await findIntent(owner)).toMatchObject({ status: "unanswered", openClaim: owner.accountId });
}

describe("an open intent whose result was lost", () => {
  test("the reconciliation finds its subscription at the provider, and finishes it with one mail", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_visa", failAfterProvider());
    await endLease(billing.app.store, owner);
    await Promise.all([reconcile(billing.app), reconcile(billing.app)]);
    await reconcile(billing.app);
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: "pro", status: "active" });
    expect(await findIntent(owner)).toMatchObject({ status: "done" });
    expect(await listProviderStatuses(owner)).toEqual(["active"]);
    expect(await listMailsFor(billing.app.store, owner)).toEqual(["subscription_started"]);
  });

  test("the same request again finishes it at once, with the subscription that it has made", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_visa", failAfterProvider());
    const { data } = await owner.choose({ plan: "pro", token: "tok_visa" });
    expect(data).toEqual({ plan: "pro", subscription: "active" });
    expect(await findIntent(owner)).toMatchObject({ status: "done" });
    expect(await listProviderStatuses(owner)).toEqual(["active"]);
  });

  test("while its request runs, another one is a conflict, and the reconciliation finds what has started", async () => {
    const owner = await makeOwner(billing);
    const slow = withPayments({
      async startSubscription(order) {
        const made = await billing.app.payments.startSubscription(order);
        await expect(owner.choose({ plan: "pro", token: "tok_visa" })).rejects.toMatchObject({
          status: 409,
          messageKey: "billing:errors.in_progress",
        });
        await reconcile(billing.app);
        return made;
      },
    });
    const { data } = await owner.choose({ plan: "pro", token: "tok_visa" }, slow);
    expect(data).toEqual({ plan: "pro", subscription: "active" });
    expect(await findIntent(owner)).toMatchObject({ status: "done" });
    expect(await listProviderStatuses(owner)).toEqual(["active"]);
  });

  test("as long as its call may still arrive at the provider, another request is a conflict", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_visa", failBeforeProvider());
    await reconcile(billing.app);
    const again = owner.choose({ plan: "pro", token: "tok_visa" });
    await expect(again).rejects.toMatchObject({ status: 409, messageKey: "billing:errors.in_progress" });
    expect(await findIntent(owner)).toMatchObject({ status: "unanswered" });
  });

  test("a request that lost its lease before its call does not send it", async () => {
    const owner = await makeOwner(billing);
    const stalled = withPayments({
      async ensureCustomer(account) {
        await endLease(billing.app.store, owner);
        await reconcile(billing.app);
        return billing.app.payments.ensureCustomer(account);
      },
    });
    const sent = owner.choose({ plan: "pro", token: "tok_visa" }, stalled);
    await expect(sent).rejects.toMatchObject({ status: 409 });
    expect(await listProviderStatuses(owner)).toEqual([]);
  });

  test("another request finishes it too, without a restart", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_visa", failAfterProvider());
    await endLease(billing.app.store, owner);
    const { data } = await owner.choose({ plan: "pro", token: "tok_mastercard" });
    expect(data).toEqual({ plan: "pro", subscription: "active" });
    expect(await listProviderStatuses(owner)).toEqual(["active"]);
  });

  test("a lost intent fails when the provider never received the request, and the owner can start again", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_visa", failBeforeProvider());
    await endLease(billing.app.store, owner);
    await reconcile(billing.app);
    expect(await findIntent(owner)).toMatchObject({ status: "failed" });
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: null });
    await owner.choose({ plan: "pro", token: "tok_visa" });
    expect(await listProviderStatuses(owner)).toEqual(["active"]);
  });

  test("a lost intent fails when the card was declined, and nothing is left to pay", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_chargeCustomerFail", failAfterProvider());
    await endLease(billing.app.store, owner);
    await reconcile(billing.app);
    expect(await findIntent(owner)).toMatchObject({ status: "failed" });
    expect(await listProviderStatuses(owner)).toEqual(["incomplete_expired"]);
  });

  test("a lost intent stays open when the card holder must still authenticate", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_threeDSecure2Required", failAfterProvider());
    await endLease(billing.app.store, owner);
    await reconcile(billing.app);
    expect(await findIntent(owner)).toMatchObject({ status: "needs_action" });
    const { payment } = await owner.choose({ plan: "pro", token: "tok_threeDSecure2Required" });
    expect(payment).toMatchObject({ requires_payment_action: true });
    expect(await listProviderStatuses(owner)).toEqual(["incomplete"]);
  });

  test("when its request arrives after the intent was considered lost, the subscription is cancelled", async () => {
    const owner = await makeOwner(billing);
    const late = withPayments({
      async startSubscription(order) {
        await endLease(billing.app.store, owner);
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
  test("a request while the provider cannot be reached answers 503, and no intent stays open", async () => {
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

  test("a request whose API keys the provider rejects answers 503", async () => {
    const owner = await makeOwner(billing);
    const stranger = billing.withPayments({ secretKey: "sk_test_of_nobody" });
    await expect(owner.choose({ plan: "pro", token: "tok_visa" }, stranger)).rejects.toMatchObject({
      status: 503,
    });
  });

  test("at a start without the provider, the open intents stay open and the start continues", async () => {
    const owner = await makeOwner(billing);
    await leaveIntentOpen(owner, "tok_visa", failAfterProvider());
    await endLease(billing.app.store, owner);
    await reconcile(billing.withPayments({ apiBase: "http://127.0.0.1:1" }));
    expect(await findIntent(owner)).toMatchObject({ status: "unanswered" });
    await reconcile(billing.app);
    expect(await findIntent(owner)).toMatchObject({ status: "done" });
  });

  test("for a customer that was deleted at the provider, a new one is created", async () => {
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
  test("of ten concurrent requests one creates a subscription, and nine answer 409", async () => {
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
