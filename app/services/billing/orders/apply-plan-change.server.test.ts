// Changing between paid plans, with a real store and the payment sandbox.
import { describe, expect, test } from "vitest";
import { subscriptionEntity } from "~/models/subscription.server";
import { AppError } from "~/domain/errors";
import type { Payments } from "~/gateways/payments/payments";
import type { App } from "~/services/platform/app.server";
import { runOperation } from "~/services/platform/operation.server";
import {
  authenticate,
  listProviderSubscriptions,
  prepareBilling,
  type Owner,
} from "../../../../tests/support/billing";
import { createContext, runConcurrently } from "../../../../tests/support/services";
import { endLease } from "../../../../tests/support/leases";
import { loadContract } from "../../../../tests/support/stripe-schemas";
import { reconcile } from "../sync/reconcile.server";
import { receiveEvent } from "../sync/provider-events.server";
import { followLife } from "../../../../tests/support/lifecycle";
import { waitFor } from "../../../../tests/support/product";
import { updateCard } from "./card.server";

const withContract = async () => ({ contract: await loadContract() });
const { billing, findRow, listIntents, makeCustomer } = prepareBilling(withContract);

const findProviderItem = async (owner: Owner) =>
  (await listProviderSubscriptions(billing, owner))[0]?.items.data[0];

/** The total of what the owner has paid, in minor units. */
async function sumPaid(owner: Owner): Promise<number> {
  const customer = (await findRow(owner))?.customerId ?? "";
  const invoices = await billing.stripe.invoices.list({ customer, limit: 100 });
  return invoices.data.reduce((sum, { amount_paid: paid }) => sum + paid, 0);
}

function withPayments(changes: Partial<Payments>): App {
  return { ...billing.app, payments: { ...billing.app.payments, ...changes } };
}

describe("another paid plan", () => {
  test.each([
    ["pro", "pro-yearly"],
    ["pro-yearly", "pro"],
    ["pro", "scale"],
    ["scale", "pro"],
    ["pro", "team"],
  ])("a change from %s to %s takes effect at once, with the card on file", async (from, to) => {
    const owner = await makeCustomer(from);
    const reply = await owner.change({ plan: to });
    expect(reply.data).toEqual({ plan: to, subscription: "active" });
    expect(reply.message).toMatch(/^billing:chosen\?plan=/);
    expect(await findRow(owner)).toMatchObject({ planId: to, status: "active", nextPlanId: null });
    const subscriptions = await listProviderSubscriptions(billing, owner);
    expect(subscriptions.map(({ status }) => status)).toEqual(["active"]);
    expect(subscriptions[0]?.items.data[0]?.price.lookup_key).toBe(to);
    expect((await listIntents(owner)).map(({ kind, status }) => [kind, status])).toEqual([
      ["subscribe", "done"],
      ["change", "done"],
    ]);
  });

  test("an upgrade charges the difference for the rest of the period", async () => {
    const owner = await makeCustomer("pro");
    expect(await sumPaid(owner)).toBe(2400);
    await owner.upgrade({ plan: "scale" });
    expect(await sumPaid(owner)).toBe(9900);
  });

  test("an upgrade to the free plan answers 400, and to the current plan 409", async () => {
    const owner = await makeCustomer("pro");
    await expect(owner.upgrade({ plan: "free" })).rejects.toMatchObject({ detail: { inputError: "plan" } });
    await expect(owner.upgrade({ plan: "pro" })).rejects.toMatchObject({ status: 409 });
    expect(await sumPaid(owner)).toBe(2400);
  });

  test("forged amounts, seats, coupons and trials change nothing", async () => {
    const owner = await makeCustomer("pro");
    const forged = { price: 1, amount: 1, currency: "jpy", seats: 50, quantity: 50, coupon: "FREE" };
    const ids = { customer: "cus_x", subscription: "sub_x", account_id: "another", status: "active" };
    await owner.upgrade({ plan: "scale", trial_days: 999, trial_end: 1, ...forged, ...ids });
    expect(await findProviderItem(owner)).toMatchObject({
      quantity: 1,
      price: { unit_amount: 9900, currency: "usd" },
    });
    expect(await sumPaid(owner)).toBe(9900);
  });

  test("a token replaces the card on file before the change is charged", async () => {
    const owner = await makeCustomer("pro");
    await owner.upgrade({ plan: "scale", token: "tok_mastercard" });
    const [subscription] = await listProviderSubscriptions(billing, owner);
    const { payments } = billing.app;
    const card = await payments.findCard((await findRow(owner))?.customerId ?? "");
    expect(subscription?.default_payment_method).toBe(card?.id);
    expect((await billing.stripe.paymentMethods.retrieve(card?.id ?? "")).card?.brand).toBe("mastercard");
  });

  test("an account whose latest payment failed answers 409", async () => {
    const owner = await makeCustomer("pro");
    const changes = { status: "requires_payment_method" } as const;
    await billing.app.store.update(subscriptionEntity, { id: owner.accountId }, changes);
    await expect(owner.change({ plan: "scale" })).rejects.toMatchObject({
      status: 409,
      messageKey: "billing:errors.overdue",
    });
  });
});

describe("a refused card", () => {
  test.each(["tok_chargeCustomerFail", "tok_chargeDeclined", "tok_of_nobody"])(
    "%s answers 400 at the card, and the old plan and the old card stay",
    async (token) => {
      const owner = await makeCustomer("pro");
      const customer = (await findRow(owner))?.customerId ?? "";
      const before = await billing.app.payments.findCard(customer);
      await expect(owner.upgrade({ plan: "scale", token })).rejects.toMatchObject({
        status: 400,
        detail: { inputError: "token" },
      });
      expect(await findRow(owner)).toMatchObject({ planId: "pro", status: "active" });
      expect((await findProviderItem(owner))?.price.lookup_key).toBe("pro");
      expect(await billing.app.payments.findCard(customer)).toEqual(before);
      expect((await listIntents(owner)).at(-1)).toMatchObject({ kind: "change", status: "failed" });
      expect(await sumPaid(owner)).toBe(2400);

      await owner.upgrade({ plan: "scale" });
      expect(await findRow(owner)).toMatchObject({ planId: "scale" });
    },
  );
});

describe("a card that needs authentication", () => {
  const request = { plan: "scale", token: "tok_threeDSecure2Required" };

  async function startUpgrade(): Promise<{ owner: Owner; secret: string }> {
    const owner = await makeCustomer("pro");
    const { data, payment } = await owner.upgrade(request);
    expect(data).toBeNull();
    if (!payment) throw new Error("there is no payment action");
    expect(await findRow(owner)).toMatchObject({ planId: "pro", status: "active" });
    return { owner, secret: payment.client_secret };
  }

  test("the plan changes when the request is repeated after the authentication", async () => {
    const { owner, secret } = await startUpgrade();
    for (const forged of ["pi_1", "succeeded", secret]) {
      const { payment } = await owner.upgrade({ ...request, payment_intent: forged });
      expect(payment?.client_secret).toBe(secret);
    }
    await authenticate(billing, secret);
    const { data } = await owner.upgrade({ ...request, payment_intent: "whatever" });
    expect(data).toEqual({ plan: "scale", subscription: "active" });
    expect(await findRow(owner)).toMatchObject({ planId: "scale" });
    expect(await sumPaid(owner)).toBe(9900);
  });

  test("the old plan and card stay when the authentication fails", async () => {
    const { owner, secret } = await startUpgrade();
    await authenticate(billing, secret, "fail");
    await expect(owner.upgrade({ ...request, payment_intent: "pi_1" })).rejects.toMatchObject({
      status: 400,
      messageKey: "billing:refused.authentication",
    });
    expect(await findRow(owner)).toMatchObject({ planId: "pro", status: "active" });
    await owner.upgrade({ plan: "scale" });
    expect(await sumPaid(owner)).toBe(9900);
  });

  test("after a closed tab, the webhook changes the plan and closes the intent", async () => {
    const { owner, secret } = await startUpgrade();
    await authenticate(billing, secret);
    const id = (await findRow(owner))?.providerId ?? "";
    const isUpdate = (body: Buffer) => body.includes(id) && body.includes('"customer.subscription.updated"');
    await waitFor(() => billing.deliveries.some(({ body }) => isUpdate(body)), "the update");
    for (const delivery of billing.deliveries.filter(({ body }) => isUpdate(body)))
      await receiveEvent(billing.app, delivery);
    expect(await findRow(owner)).toMatchObject({ planId: "scale" });
    expect((await listIntents(owner)).at(-1)).toMatchObject({ status: "done" });
  });

  test("choosing another plan meanwhile withdraws the first change", async () => {
    const { owner } = await startUpgrade();
    await owner.change({ plan: "pro-yearly" });
    expect(await findRow(owner)).toMatchObject({ planId: "pro-yearly" });
    const [subscription] = await listProviderSubscriptions(billing, owner);
    expect(subscription?.items.data[0]?.price.lookup_key).toBe("pro-yearly");
  });
});

describe("a change whose answer was lost", () => {
  const lost = new AppError("unavailable", "billing:errors.provider_away");

  test.each([
    ["after the provider made it", true, "scale"],
    ["before the provider received it", false, "pro"],
  ])("%s ends right by the reconciliation", async (_name, isMade, planId) => {
    const owner = await makeCustomer("pro");
    const app = withPayments({
      async changeSubscription(order) {
        if (isMade) await billing.app.payments.changeSubscription(order);
        throw lost;
      },
    });
    await expect(owner.upgrade({ plan: "scale" }, app)).rejects.toBe(lost);
    // Of a call that the provider has not carried out it is not certain yet that it never will.
    if (!isMade) await expect(owner.upgrade({ plan: "scale" })).rejects.toMatchObject({ status: 409 });
    await endLease(billing.app.store, owner);
    await Promise.all([reconcile(billing.app), reconcile(billing.app)]);
    expect(await findRow(owner)).toMatchObject({ planId });
    expect((await findProviderItem(owner))?.price.lookup_key).toBe(planId);
    expect(await sumPaid(owner)).toBe(isMade ? 9900 : 2400);
    expect((await listIntents(owner)).at(-1)?.status).toBe(isMade ? "done" : "failed");
  });

  test("a change whose response was lost is finished by the repeated request at once", async () => {
    const owner = await makeCustomer("pro");
    const app = withPayments({
      async changeSubscription(order) {
        await billing.app.payments.changeSubscription(order);
        throw lost;
      },
    });
    await expect(owner.upgrade({ plan: "scale" }, app)).rejects.toBe(lost);
    expect((await owner.upgrade({ plan: "scale" })).data).toMatchObject({ plan: "scale" });
    expect(await sumPaid(owner)).toBe(9900);
  });

  test("a change while the provider cannot be reached answers 503 and changes nothing", async () => {
    const owner = await makeCustomer("pro");
    const away = billing.withPayments({ apiBase: "http://127.0.0.1:1" });
    for (const plan of ["scale", "free"])
      await expect(owner.change({ plan }, away)).rejects.toMatchObject({ status: 503 });
    expect(await findRow(owner)).toMatchObject({ planId: "pro", cancelAtPeriodEnd: false });
    expect((await listIntents(owner)).every(({ status }) => status === "done" || status === "failed")).toBe(
      true,
    );
  });
});

test("ten concurrent equal upgrades change the plan once and charge once", async () => {
  const owner = await makeCustomer("pro");
  const { answers, refusals } = await runConcurrently(10, () => owner.upgrade({ plan: "scale" }));
  expect(answers).toHaveLength(1);
  expect(refusals.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 409));
  expect(await sumPaid(owner)).toBe(9900);
  expect(await listProviderSubscriptions(billing, owner)).toHaveLength(1);
});

describe("a renewal", () => {
  // At a provider of its own, because a month later the customers of all other tests are renewed too.
  const renewing = prepareBilling(withContract);

  test("while the provider waits for a renewal, and its event has not arrived, no change is started", async () => {
    const owner = await renewing.makeCustomer();
    const card = { token: "tok_4000000000000341" };
    await runOperation(updateCard, card, await createContext(renewing.billing.app, owner));
    await followLife(renewing.billing).advanceInSilence("month");
    expect((await renewing.findRow(owner))?.status).toBe("active");
    await expect(owner.upgrade({ plan: "scale", token: "tok_visa" })).rejects.toMatchObject({
      status: 409,
      messageKey: "billing:errors.overdue",
    });
    // The open renewal is still the latest invoice: paying it ends the delay.
    await runOperation(updateCard, { token: "tok_visa" }, await createContext(renewing.billing.app, owner));
    expect(await renewing.findRow(owner)).toMatchObject({ planId: "pro", status: "active" });
  });
});
