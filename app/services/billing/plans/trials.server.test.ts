// One free trial for each person and card, promotion codes, and previews.
import { v7 as uuid } from "uuid";
import { describe, expect, test } from "vitest";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { invoiceEntity } from "~/models/invoice.server";
import { trialClaimEntity } from "~/models/trial-claim.server";
import { userEntity } from "~/models/user.server";
import type { InvoicePreview } from "~/domain/billing";
import type { InvoiceDraft } from "~/gateways/payments/payment-types";
import type { Payments } from "~/gateways/payments/payments";
import type { PreviewQuery } from "~/gateways/payments/plan-orders";
import type { App } from "~/services/platform/app.server";
import { runOperation } from "~/services/platform/operation.server";
import { subscriptionEntity } from "~/models/subscription.server";
import {
  listProviderSubscriptions,
  makeOwner,
  prepareBilling,
  type Owner,
} from "../../../../tests/support/billing";
import { createContext } from "../../../../tests/support/services";
import { previewInvoice } from "../orders/plan-changes.server";
import { listPlans } from "../orders/subscription.server";

const { billing } = prepareBilling();

const team = { plan: "team", token: "tok_visa" };

function withPayments(changes: Partial<Payments>): App {
  return { ...billing.app, payments: { ...billing.app.payments, ...changes } };
}

/** The provider says that every card has this number. */
const withFingerprint = (fingerprint: string) =>
  withPayments({
    setCard: async (card) => ({ ...(await billing.app.payments.setCard(card)), fingerprint }),
  });

async function findTrialDays(owner: Owner): Promise<number | undefined> {
  const { data } = await runOperation(listPlans, {}, await createContext(billing.app, owner));
  return data.plans.find(({ id }) => id === "team")?.trial_days;
}

/** Gives the owner a new account, as when they sign up again with the same email. */
async function makeNamesake(owner: Owner): Promise<Owner> {
  const { store } = billing.app;
  const user = await store.findOne(userEntity, { id: owner.userId });
  const again = await makeOwner(billing);
  await store.update(
    userEntity,
    { id: owner.userId },
    { email: `${uuid()}@example.com`, emailClaim: uuid() },
  );
  await store.update(
    userEntity,
    { id: again.userId },
    { email: user?.email ?? "", emailClaim: user?.email ?? "" },
  );
  return again;
}

describe("a free trial", () => {
  test("a free trial is not given to the same email again, and the list of plans says so", async () => {
    const first = await makeOwner(billing);
    expect(await findTrialDays(first)).toBe(14);
    expect((await first.choose(team)).data).toEqual({ plan: "team", subscription: "trialing" });
    expect(await findTrialDays(first)).toBe(0);
    const again = await makeNamesake(first);
    expect(await findTrialDays(again)).toBe(0);
    const reply = await again.choose(team);
    expect(reply.data).toEqual({ plan: "team", subscription: "active" });
    expect(reply.message).toMatch(/^billing:chosen_without_trial/);
  });

  test("a free trial is not given to another tag of the same mailbox, with another card", async () => {
    const [first, second] = [await makeOwner(billing), await makeOwner(billing)];
    const mailbox = uuid();
    const rename = (owner: Owner, email: string) =>
      billing.app.store.update(userEntity, { id: owner.userId }, { email, emailClaim: email });
    await rename(first, `${mailbox}+1@example.com`);
    await rename(second, `${mailbox}+2@example.com`);
    await first.choose(team, withFingerprint(uuid()));
    expect(await findTrialDays(second)).toBe(0);
    const reply = await second.choose(team, withFingerprint(uuid()));
    expect(reply.data).toEqual({ plan: "team", subscription: "active" });
  });

  test("a free trial is not offered with a change of the plan, which is charged at once", async () => {
    const owner = await makeOwner(billing);
    expect(await findTrialDays(owner)).toBe(14);
    await owner.choose({ plan: "free" });
    expect(await findTrialDays(owner)).toBe(14);
    await owner.change({ plan: "pro", token: "tok_visa" });
    expect(await findTrialDays(owner)).toBe(0);
  });

  test("a free trial is not given to the same card again: nothing is charged before the owner knows", async () => {
    const sameCard = { plan: "team", token: "tok_visa_debit" };
    const [first, second] = [await makeOwner(billing), await makeOwner(billing)];
    expect((await first.choose(sameCard)).data).toMatchObject({ subscription: "trialing" });
    await expect(second.choose(sameCard)).rejects.toMatchObject({
      status: 400,
      messageKey: "billing:refused.trial_used",
      detail: { inputError: "token" },
    });
    expect(await listProviderSubscriptions(billing, second)).toEqual([]);
    expect(await findTrialDays(second)).toBe(0);
    expect((await second.choose(sameCard)).data).toMatchObject({ subscription: "active" });
  });

  test("a free trial can be had again when the card was declined", async () => {
    const owner = await makeOwner(billing);
    const other = { plan: "team", token: "tok_mastercard" };
    await expect(owner.choose({ plan: "team", token: "tok_chargeDeclined" })).rejects.toMatchObject({
      status: 400,
    });
    expect(await findTrialDays(owner)).toBe(14);
    expect((await owner.choose(other)).data).toMatchObject({ subscription: "trialing" });
  });

  test("a claimed trial is kept as hashes that contain neither the user nor the card", async () => {
    const owner = await makeOwner(billing);
    await owner.choose(team, withFingerprint("fingerprint-of-a-card"));
    const claims = JSON.stringify(await billing.app.store.find(trialClaimEntity, {}, { limit: 1000 }));
    expect(claims).not.toContain(owner.userId);
    expect(claims).not.toContain("fingerprint-of-a-card");
  });
});

describe("a promotion code", () => {
  const withCodes = (orders: unknown[]) =>
    withPayments({
      findPromotionCode: async (code) =>
        code.toUpperCase() === "HALF" ? { id: "promo_1", isForFirstPayment: false } : null,
      async startSubscription(order) {
        orders.push(order.promotionId);
        return billing.app.payments.startSubscription({ ...order, promotionId: null });
      },
      async changeSubscription(order) {
        orders.push(order.promotionId);
        return billing.app.payments.changeSubscription({ ...order, promotionId: null });
      },
    });

  test("a promotion code is looked up at the provider, and used for the first plan and an upgrade", async () => {
    const orders: unknown[] = [];
    const owner = await makeOwner(billing);
    const code = { promotion_code: "half" };
    await owner.choose({ plan: "pro", token: "tok_visa", ...code }, withCodes(orders));
    await owner.upgrade({ plan: "scale", ...code }, withCodes(orders));
    expect(orders).toEqual(["promo_1", "promo_1"]);
  });

  test("a promotion code takes its part off the charge of an upgrade", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "pro", token: "tok_visa" });
    await owner.upgrade({ plan: "scale", promotion_code: "WELCOME20" });
    const invoices = await billing.app.store.find(invoiceEntity, { accountId: owner.accountId });
    // Scale costs 99, of which 20 % are off; Pro's 24 are credited.
    expect(invoices.map(({ totalMinor }) => totalMinor).sort()).toEqual([2400, expect.closeTo(5520, -1)]);
  });

  test("a promotion code that is unknown answers 400 at its field, and nothing is charged", async () => {
    const owner = await makeOwner(billing);
    const order = { plan: "pro", token: "tok_visa", promotion_code: "promo_1" };
    await expect(owner.choose(order, withCodes([]))).rejects.toMatchObject({
      status: 400,
      detail: { inputError: "promotion_code" },
    });
    expect(await billing.app.store.count(billingIntentEntity, { accountId: owner.accountId })).toBe(0);
  });
});

describe("a preview", () => {
  const draft: InvoiceDraft = {
    lines: [],
    subtotal: 2400,
    discount: 0,
    tax: 0,
    total: 2400,
    starting_balance: 0,
    amount_due: 2400,
    currency: "usd",
    date: "2026-12-01T00:00:00.000Z",
    proratedAt: null,
  };
  const { proratedAt: _, ...sums } = draft;
  const preview: InvoicePreview = { ...sums, lines: [], proration_date: null };

  async function ask(
    owner: Owner,
    input: object,
  ): Promise<[InvoicePreview | null, PreviewQuery | undefined]> {
    let asked: PreviewQuery | undefined;
    const app = withPayments({
      async previewInvoice(query) {
        asked = query;
        return draft;
      },
    });
    const { data } = await runOperation(previewInvoice, input, await createContext(app, owner));
    return [data, asked];
  }

  test("a preview of the first plan has its price, its seats and the trial that the owner can have", async () => {
    const owner = await makeOwner(billing);
    const first = { customerId: null, subscriptionId: null, seats: 1, currency: "usd", trialDays: 14 };
    expect(await ask(owner, { plan: "team" })).toEqual([preview, expect.objectContaining(first)]);
    expect(await ask(owner, { plan: "free" })).toEqual([null, undefined]);
  });

  test("a preview of a change names the subscription, and without a plan it is the next invoice", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "pro", token: "tok_visa" });
    const row = await billing.app.store.findOne(subscriptionEntity, { id: owner.accountId });
    const changed = { subscriptionId: row?.providerId, customerId: row?.customerId, trialDays: 0 };
    const [, change] = await ask(owner, { plan: "scale" });
    expect(change).toMatchObject({ ...changed, priceId: expect.stringMatching(/^price_/) as string });
    const [, next] = await ask(owner, {});
    expect(next).toMatchObject({ ...changed, priceId: null });
    expect(await ask(owner, { plan: "free" })).toEqual([null, undefined]);
    await owner.change({ plan: "free" });
    expect(await ask(owner, {})).toEqual([null, undefined]);
  });

  test("a preview of an unknown plan answers 400", async () => {
    await expect(ask(await makeOwner(billing), { plan: "gold" })).rejects.toMatchObject({ status: 400 });
  });
});
