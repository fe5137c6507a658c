// Choosing the free plan lets the paid one run to the end of its period; before that it can be taken back.
import { describe, expect, test } from "vitest";
import { runOperation } from "~/services/platform/operation.server";
import {
  endAtProvider,
  listProviderSubscriptions,
  makeOwner,
  prepareBilling,
} from "../../../../tests/support/billing";
import { followLife } from "../../../../tests/support/lifecycle";
import { createContext } from "../../../../tests/support/services";
import { toRowAfterEnd } from "../intents/intents.server";
import { updateCard } from "./card.server";
import { getSubscription } from "./subscription.server";

const { billing, findRow, makeCustomer } = prepareBilling();

describe("choosing the free plan", () => {
  test("choosing the free plan keeps the paid plan until its period ends, and names the next one", async () => {
    const owner = await makeCustomer();
    const reply = await owner.change({ plan: "free" });
    expect(reply.data).toEqual({ plan: "pro", subscription: "active" });
    expect(reply.message).toMatch(/^billing:cancels\?plan=Free/);
    expect(await findRow(owner)).toMatchObject({
      planId: "pro",
      status: "active",
      cancelAtPeriodEnd: true,
      nextPlanId: "free",
    });
    const [subscription] = await listProviderSubscriptions(billing, owner);
    expect(subscription?.cancel_at_period_end).toBe(true);
    const { data } = await runOperation(getSubscription, {}, await createContext(billing.app, owner));
    expect(data.object).toMatchObject({ cancel_at_period_end: true, next_plan: "free" });
    await expect(owner.change({ plan: "free" })).rejects.toMatchObject({ status: 409 });
  });

  test("when the period ends, the account is on the free plan and can choose a paid one again", async () => {
    const owner = await makeCustomer();
    await owner.change({ plan: "free" });
    await endAtProvider(billing, owner);
    expect(await findRow(owner)).toMatchObject({
      planId: "free",
      status: "active",
      providerId: null,
      nextPlanId: null,
      cancelAtPeriodEnd: false,
    });
    // The card is still on file.
    const { data } = await owner.upgrade({ plan: "pro" });
    expect(data).toEqual({ plan: "pro", subscription: "active" });
  });

  test("a subscription that ends for another reason is canceled", async () => {
    const owner = await makeCustomer();
    await endAtProvider(billing, owner);
    expect(await findRow(owner)).toMatchObject({ planId: "pro", status: "canceled", nextPlanId: null });
  });
});

describe("before the period ends", () => {
  test("choosing the same plan takes the cancellation back", async () => {
    const owner = await makeCustomer();
    await owner.change({ plan: "free" });
    const reply = await owner.change({ plan: "pro" });
    expect(reply.data).toEqual({ plan: "pro", subscription: "active" });
    expect(reply.message).toMatch(/^billing:resumed\?plan=Pro/);
    expect(await findRow(owner)).toMatchObject({ cancelAtPeriodEnd: false, nextPlanId: null });
    expect((await listProviderSubscriptions(billing, owner))[0]?.cancel_at_period_end).toBe(false);
  });

  test("choosing another paid plan changes it and takes the cancellation back", async () => {
    const owner = await makeCustomer();
    await owner.change({ plan: "free" });
    await owner.upgrade({ plan: "scale" });
    expect(await findRow(owner)).toMatchObject({
      planId: "scale",
      cancelAtPeriodEnd: false,
      nextPlanId: null,
    });
    expect((await listProviderSubscriptions(billing, owner))[0]?.cancel_at_period_end).toBe(false);
  });
});

test.each([
  ["free", { id: "free", isActive: true }, { planId: "free", status: "active", providerId: null }],
  ["free", { id: "free", isActive: false }, { status: "canceled", nextPlanId: null }],
  ["free", null, { status: "canceled" }],
  [null, { id: "free", isActive: true }, { status: "canceled" }],
])("after the end, with %s next and the plan %j, the row has %j", (nextPlanId, plan, expected) => {
  expect(toRowAfterEnd({ nextPlanId }, plan)).toMatchObject(expected);
});

test("canceling during a trial doesn't claim that its period has been paid", async () => {
  const owner = await makeOwner(billing);
  await owner.choose({ plan: "team", token: "tok_visa" });
  const reply = await owner.change({ plan: "free" });
  expect(reply.data).toEqual({ plan: "team", subscription: "trialing" });
  expect(reply.message).toMatch(/^billing:cancels_trial/);
});

test("canceling an overdue plan doesn't claim that its period has been paid", async () => {
  const owner = await makeOwner(billing);
  await owner.choose({ plan: "pro", token: "tok_visa" });
  const card = { token: "tok_4000000000000341" };
  await runOperation(updateCard, card, await createContext(billing.app, owner));
  await followLife(billing).advance("month");
  const reply = await owner.change({ plan: "free" });
  expect(reply.data).toEqual({ plan: "pro", subscription: "requires_payment_method" });
  expect(reply.message).toMatch(/^billing:cancels_overdue/);
});
