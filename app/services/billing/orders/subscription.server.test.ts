// Who may choose which plan, and what the responses say of plans and subscriptions.
import { describe, expect, test } from "vitest";
import { planEntity } from "~/models/plan.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { runOperation } from "~/services/platform/operation.server";
import { makeOwner, prepareBilling } from "../../../../tests/support/billing";
import { createContext } from "../../../../tests/support/services";
import { makeTestUser } from "../../../../tests/support/users";
import { startFreePlan, openIntent } from "../intents/intents.server";
import { createSubscription, getSubscription, listPlans } from "./subscription.server";

const { billing, findRow: findSubscriptionRow, listIntents, listProviderStatuses } = prepareBilling();

describe("the free plan", () => {
  test("the free plan needs no card and no call to the provider", async () => {
    const owner = await makeOwner(billing);
    const { data } = await owner.choose({ plan: "free", token: "tok_visa" });
    expect(data).toEqual({ plan: "free", subscription: "active" });
    expect(await findSubscriptionRow(owner)).toMatchObject({
      planId: "free",
      customerId: null,
      providerId: null,
    });
    const { data: shown } = await runOperation(getSubscription, {}, await createContext(billing.app, owner));
    expect(shown).toMatchObject({ status: "active", object: { seat_price: 0, current_period_end: null } });
  });
});

describe("choosing a plan", () => {
  test("a paid plan without a card and a plan that does not exist answer 400", async () => {
    const owner = await makeOwner(billing);
    await expect(owner.choose({ plan: "pro" })).rejects.toMatchObject({
      status: 400,
      messageKey: "billing:form.card_required",
      detail: { inputError: "token" },
    });
    for (const plan of ["gold", "Pro", "pro ' or 1=1"]) {
      await expect(owner.choose({ plan, token: "tok_visa" })).rejects.toMatchObject({
        status: 400,
        detail: { inputError: "plan" },
      });
    }
    expect(await listIntents(owner)).toEqual([]);
  });

  test("an inactive plan answers 400", async () => {
    const owner = await makeOwner(billing);
    await billing.app.store.update(planEntity, { id: "scale" }, { isActive: false });
    await expect(owner.choose({ plan: "scale", token: "tok_visa" })).rejects.toMatchObject({ status: 400 });
    await billing.app.store.update(planEntity, { id: "scale" }, { isActive: true });
  });

  test("an account with a plan cannot choose another one, unless its plan was cancelled", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "pro", token: "tok_visa" });
    await expect(owner.choose({ plan: "scale", token: "tok_visa" })).rejects.toMatchObject({ status: 409 });
    await expect(owner.choose({ plan: "free" })).rejects.toMatchObject({ status: 409 });
    expect(await listProviderStatuses(owner)).toEqual(["active"]);

    await billing.app.store.update(subscriptionEntity, { id: owner.accountId }, { status: "canceled" });
    await owner.choose({ plan: "free" });
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: "free", status: "active" });
  });

  test("a request that read the account before it had a plan is rejected when it claims the billing", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "pro", token: "tok_visa" });
    const order = { accountId: owner.accountId, planId: "scale" };
    await expect(
      openIntent(billing.app.store, { ...order, kind: "subscribe", tokenHash: null }),
    ).rejects.toMatchObject({
      status: 409,
    });
    await expect(startFreePlan(billing.app.store, order)).rejects.toMatchObject({ status: 409 });
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: "pro" });
    expect((await listIntents(owner)).map(({ status }) => status).sort()).toEqual([
      "done",
      "failed",
      "failed",
    ]);
  });

  test.each(["admin", "developer", "user"] as const)(
    "the role %s answers 403, because only the owner may choose",
    async (permission) => {
      const person = await makeTestUser(billing.app.store, {
        permission,
        isVerified: true,
        subscription: null,
      });
      const context = await createContext(billing.app, person);
      await expect(runOperation(createSubscription, { plan: "free" }, context)).rejects.toMatchObject({
        status: 403,
      });
      await expect(runOperation(listPlans, {}, context)).rejects.toMatchObject({ status: 403 });
    },
  );

  test("reading the subscription of an account without a plan answers 402", async () => {
    const context = await createContext(billing.app, await makeOwner(billing));
    await expect(runOperation(getSubscription, {}, context)).rejects.toMatchObject({ status: 402 });
  });

  test("an owner with an unverified email answers 403", async () => {
    const person = await makeTestUser(billing.app.store, {
      permission: "owner",
      isVerified: false,
      subscription: null,
    });
    const context = await createContext(billing.app, person);
    await expect(runOperation(createSubscription, { plan: "free" }, context)).rejects.toMatchObject({
      status: 403,
    });
  });
});

describe("the list of plans", () => {
  test("the list of plans contains the prices in major units, and the plan that the account has", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "free" });
    const { data } = await runOperation(listPlans, {}, await createContext(billing.app, owner));
    expect(data.active).toBe("free");
    expect(
      data.plans.map(({ id, name, price, interval, type, currency }) => [
        id,
        name,
        price,
        interval,
        type,
        currency,
      ]),
    ).toEqual([
      ["free", "Free", 0, "month", "standard", { symbol: "$", code: "usd" }],
      ["pro", "Pro", 24, "month", "standard", { symbol: "$", code: "usd" }],
      ["pro-yearly", "Pro", 240, "year", "standard", { symbol: "$", code: "usd" }],
      ["team", "Team", 12, "month", "seat", { symbol: "$", code: "usd" }],
      ["team-yearly", "Team", 120, "year", "seat", { symbol: "$", code: "usd" }],
      ["scale", "Scale", 99, "month", "tiered", { symbol: "$", code: "usd" }],
    ]);
  });
});
