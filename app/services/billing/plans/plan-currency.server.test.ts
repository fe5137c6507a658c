// Plans in several currencies: an account keeps the one of its subscription, or of its credit.
import { beforeAll, describe, expect, test } from "vitest";
import { findSeatPlans } from "~/services/team/require-seats.server";
import { runOperation } from "~/services/platform/operation.server";
import { planEntity } from "~/models/plan.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { followLife } from "../../../../tests/support/lifecycle";
import { makeOwner, prepareBilling, type Owner } from "../../../../tests/support/billing";
import { createContext } from "../../../../tests/support/services";
import { givePlan } from "../orders/give-time.server";
import { previewInvoice } from "../orders/plan-changes.server";
import { listPlans } from "../orders/subscription.server";

const { billing, findRow, listIntents, makeCustomer } = prepareBilling();

beforeAll(async () => {
  const { store } = billing.app;
  const pro = await getPlan("pro");
  await store.insert(planEntity, { ...pro, id: "pro-eur", name: "Pro Europe", currency: "eur", position: 8 });
  const scale = await getPlan("scale");
  await store.insert(planEntity, {
    ...scale,
    id: "scale-eur",
    name: "Scale Europe",
    currency: "eur",
    position: 9,
  });
});

async function getPlan(id: string) {
  const plan = await billing.app.store.findOne(planEntity, { id });
  if (!plan) throw new Error(`there is no plan ${id}`);
  return plan;
}

async function listOffered(owner: Owner): Promise<string[]> {
  const { data } = await runOperation(listPlans, {}, await createContext(billing.app, owner));
  return data.plans.map(({ id }) => id);
}

const DOLLARS = ["free", "pro", "pro-yearly", "team", "team-yearly", "scale"];
const EUROS = ["free", "pro-eur", "scale-eur"];
const ALL = [...DOLLARS, "pro-eur", "scale-eur"];

const expectRefusal = (sent: Promise<unknown>, key: string) =>
  expect(sent).rejects.toMatchObject({
    status: 400,
    detail: { inputError: "plan" },
    messageKey: expect.stringContaining(key) as string,
  });

async function giveCredit(owner: Owner, currency: string): Promise<void> {
  const customer = (await findRow(owner))?.customerId ?? "";
  await billing.stripe.customers.createBalanceTransaction(customer, { amount: -500, currency });
  await followLife(billing).deliver();
}

describe("an account with a subscription", () => {
  test("an account with a subscription is offered the plans in its currency, and the free one", async () => {
    expect(await listOffered(await makeOwner(billing))).toEqual(ALL);
    expect(await listOffered(await makeCustomer("pro"))).toEqual(DOLLARS);
    expect(await listOffered(await makeCustomer("pro-eur"))).toEqual(EUROS);
  });

  test("an account with a subscription is refused a plan in another currency with a sentence, and nothing begins", async () => {
    const owner = await makeCustomer("pro");
    const before = await listIntents(owner);
    const order = { plan: "scale-eur", token: "tok_mastercard" };
    await expectRefusal(owner.upgrade(order), "billing:form.other_currency?");
    await expectRefusal(owner.change(order), "billing:form.other_currency?");
    const context = await createContext(billing.app, owner);
    const preview = runOperation(previewInvoice, { plan: "scale-eur" }, context);
    await expectRefusal(preview, "billing:form.other_currency?");
    expect(await listIntents(owner)).toEqual(before);
    expect(await findRow(owner)).toMatchObject({ planId: "pro", currency: "usd", cardLast4: "4242" });
  });

  test("the currency of a subscription is asked for at the provider when a plan has changed its currency since", async () => {
    const { store } = billing.app;
    await store.insert(planEntity, { ...(await getPlan("pro")), id: "moved", position: 10 });
    const owner = await makeCustomer("moved");
    await store.update(planEntity, { id: "moved" }, { currency: "eur" });
    await store.update(subscriptionEntity, { id: owner.accountId }, { currency: null });
    await expectRefusal(owner.upgrade({ plan: "scale-eur" }), "billing:form.currency_refused");
    expect((await listIntents(owner)).at(-1)).toMatchObject({ status: "failed" });
    await store.remove(planEntity, { id: "moved" });
  });

  test("the limits of an account's plan do not lead it to a plan in another currency", async () => {
    const offered = async (owner: Owner) =>
      (await findSeatPlans(billing.app.store, await findRow(owner))).offered.map(({ id }) => id);
    expect(await offered(await makeCustomer("pro-eur"))).toEqual(EUROS);
  });

  test("a subscription that a master has given keeps its currency until it ends", async () => {
    const owner = await makeOwner(billing);
    await givePlan(billing.app, { accountId: owner.accountId, plan: await getPlan("pro-eur"), days: 20 });
    expect(await listOffered(owner)).toEqual(EUROS);
    await expectRefusal(owner.upgrade({ plan: "scale", token: "tok_visa" }), "billing:form.other_currency?");
    await owner.upgrade({ plan: "scale-eur", token: "tok_visa" });
    expect(await findRow(owner)).toMatchObject({ planId: "scale-eur", currency: "eur" });
  });
});

describe("an account whose subscription has ended", () => {
  async function endPlan(owner: Owner): Promise<void> {
    await billing.stripe.subscriptions.cancel((await findRow(owner))?.providerId ?? "");
    await followLife(billing).deliver();
  }

  test("an account whose subscription has ended can choose any currency", async () => {
    const owner = await makeCustomer("pro");
    await endPlan(owner);
    expect(await listOffered(owner)).toEqual(ALL);
    await owner.choose({ plan: "pro-eur", token: "tok_visa" });
    expect(await findRow(owner)).toMatchObject({ planId: "pro-eur", status: "active", currency: "eur" });
  });

  test("an account with credit keeps the currency of the credit, which no other invoice would use", async () => {
    const owner = await makeCustomer("pro");
    await giveCredit(owner, "usd");
    await endPlan(owner);
    expect(await findRow(owner)).toMatchObject({ balanceMinor: -500, balanceCurrency: "usd" });
    expect(await listOffered(owner)).toEqual(DOLLARS);
    await expectRefusal(
      owner.choose({ plan: "pro-eur", token: "tok_visa" }),
      "billing:form.credit_currency?",
    );
    const given = { accountId: owner.accountId, plan: await getPlan("pro-eur"), days: 20 };
    await expectRefusal(givePlan(billing.app, given), "billing:form.currency_refused");
  });

  test("an account gets a sentence when only the provider knows of its currency", async () => {
    const owner = await makeCustomer("pro");
    await endPlan(owner);
    const customer = (await findRow(owner))?.customerId ?? "";
    await billing.stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: "usd" });
    await expectRefusal(
      owner.choose({ plan: "pro-eur", token: "tok_visa" }),
      "billing:form.currency_refused",
    );
    expect((await listIntents(owner)).at(-1)).toMatchObject({ status: "failed" });
  });
});
