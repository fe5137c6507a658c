// Choosing a paid plan with every kind of card, with a real store and the payment sandbox.
import { describe, expect, test } from "vitest";
import { planEntity } from "~/models/plan.server";
import { membershipEntity } from "~/models/membership.server";
import { runOperation } from "~/services/platform/operation.server";
import {
  getCustomerId,
  listMailsFor,
  makeOwner,
  prepareBilling,
  listProviderSubscriptions,
  type Owner,
} from "../../../../tests/support/billing";
import { createContext } from "../../../../tests/support/services";
import { makeTestUser } from "../../../../tests/support/users";
import { loadContract } from "../../../../tests/support/stripe-schemas";
import { getSubscription } from "./subscription.server";

const {
  billing,
  findRow: findSubscriptionRow,
  listIntents,
  listProviderStatuses,
} = prepareBilling(async () => ({ contract: await loadContract() }));

describe("a valid card", () => {
  test.each([
    ["tok_visa", "pro", 1],
    ["tok_mastercard", "pro-yearly", 1],
    ["tok_4242424242424242", "scale", 1],
  ])("%s subscribes to %s immediately", async (token, plan, seats) => {
    const owner = await makeOwner(billing);
    const reply = await owner.choose({ plan, token });
    expect(reply.data).toEqual({ plan, subscription: "active" });
    expect(reply.message).toMatch(/^billing:chosen\?plan=/);

    const [subscription] = await listProviderSubscriptions(billing, owner);
    const row = await findSubscriptionRow(owner);
    expect(row).toMatchObject({ planId: plan, status: "active", providerId: subscription?.id, seats });
    expect(row?.currentPeriodEnd?.getTime()).toBe(
      (subscription?.items.data[0]?.current_period_end ?? 0) * 1000,
    );
    expect(await listMailsFor(billing.app.store, owner)).toEqual(["subscription_started"]);
    expect(await listIntents(owner)).toMatchObject([{ status: "done", providerId: subscription?.id }]);
  });

  test("the amount and the customer's name come from the database, not from the request", async () => {
    const owner = await makeOwner(billing);
    const forged = {
      price: 1,
      amount: 1,
      currency: "eur",
      seats: 50,
      quantity: 50,
      coupon: "FREE",
      trial_days: 999,
    };
    await owner.choose({
      plan: "pro",
      token: "tok_visa",
      ...forged,
      customer: "cus_x",
      account_id: "another",
    });
    const [subscription] = await listProviderSubscriptions(billing, owner);
    const item = subscription?.items.data[0];
    expect(item).toMatchObject({
      quantity: 1,
      price: { unit_amount: 2400, currency: "usd", lookup_key: "pro" },
    });
    const customer = await billing.stripe.customers.retrieve(getCustomerId(subscription));
    expect(customer).toMatchObject({
      name: `The account of ${owner.userId}`,
      metadata: { account_id: owner.accountId },
    });
  });

  test("a plan per seat starts with one seat for each member, and its trial charges nothing", async () => {
    const owner = await makeOwner(billing);
    const other = await makeTestUser(billing.app.store, {
      permission: "user",
      isVerified: true,
      subscription: null,
    });
    await billing.app.store.update(
      membershipEntity,
      { userId: other.userId },
      { accountId: owner.accountId },
    );
    const { data } = await owner.choose({ plan: "team", token: "tok_visa" });
    expect(data).toEqual({ plan: "team", subscription: "trialing" });
    const { data: shown } = await runOperation(getSubscription, {}, await createContext(billing.app, owner));
    expect(shown).toMatchObject({
      status: "trialing",
      object: {
        seats: 2,
        seat_price: 1200,
        currency_symbol: "$",
        interval: "month",
        cancel_at_period_end: false,
      },
    });
  });

  test("the provider has one price for each plan and one customer for each account", async () => {
    const first = await makeOwner(billing);
    await first.choose({ plan: "pro", token: "tok_visa" });
    const second = await makeOwner(billing);
    await second.choose({ plan: "pro", token: "tok_visa" });
    const prices = await billing.stripe.prices.list({ lookup_keys: ["pro"] });
    expect(prices.data).toHaveLength(1);
    const customers = await billing.stripe.customers.list({ limit: 100 });
    const ids = customers.data.map(({ metadata }) => metadata.account_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("a changed price applies to new subscriptions, and existing ones keep the old price", async () => {
    const before = await makeOwner(billing);
    await before.choose({ plan: "pro-yearly", token: "tok_visa" });
    await billing.app.store.update(planEntity, { id: "pro-yearly" }, { priceMinor: 30_000 });
    const after = await makeOwner(billing);
    await after.choose({ plan: "pro-yearly", token: "tok_visa" });
    const findAmount = async (owner: Owner) =>
      (await listProviderSubscriptions(billing, owner))[0]?.items.data[0]?.price.unit_amount;
    expect([await findAmount(before), await findAmount(after)]).toEqual([24_000, 30_000]);
    await billing.app.store.update(planEntity, { id: "pro-yearly" }, { priceMinor: 24_000 });
  });
});

describe("a declined card", () => {
  test.each([
    ["tok_chargeDeclined", "billing:refused.declined"],
    ["tok_4000000000000002", "billing:refused.declined"],
    ["tok_chargeDeclinedInsufficientFunds", "billing:refused.insufficient_funds"],
    ["tok_chargeCustomerFail", "billing:refused.declined"],
    ["tok_of_nobody", "billing:refused.unknown"],
    ["not even a token", "billing:refused.unknown"],
    ["pm_card_visa", "billing:refused.unknown"],
  ])("%s answers 400 with %s at the card field, and leaves nothing to pay", async (token, messageKey) => {
    const owner = await makeOwner(billing);
    await expect(owner.choose({ plan: "pro", token })).rejects.toMatchObject({
      status: 400,
      messageKey,
      detail: { inputError: "token" },
    });
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: null, providerId: null });
    expect((await listProviderStatuses(owner)).filter((status) => status !== "incomplete_expired")).toEqual(
      [],
    );
    expect(await listIntents(owner)).toMatchObject([{ status: "failed" }]);
    expect(await listMailsFor(billing.app.store, owner)).toEqual([]);

    await owner.choose({ plan: "pro", token: "tok_visa" });
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: "pro", status: "active" });
  });

  test("a card token works only once", async () => {
    const { id } = await billing.stripe.tokens.create({
      card: { number: "4000000000000002", exp_month: "12", exp_year: "2040", cvc: "123" },
    });
    const owner = await makeOwner(billing);
    await expect(owner.choose({ plan: "pro", token: id })).rejects.toMatchObject({
      messageKey: "billing:refused.declined",
    });
    await expect(owner.choose({ plan: "pro", token: id })).rejects.toMatchObject({
      messageKey: "billing:refused.used",
    });
  });
});
