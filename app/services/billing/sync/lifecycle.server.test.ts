// A subscription's life on the provider's clock, from its trial to its end. Each test goes on where the last one stopped.
import { beforeAll, describe, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { userEntity } from "~/models/user.server";
import { invoiceEntity } from "~/models/invoice.server";
import { accountEntity } from "~/models/account.server";
import { renderMail } from "~/gateways/mail/render-mail";
import { closeAccount } from "~/services/closing/close.server";
import type { App } from "~/services/platform/app.server";
import { runOperation } from "~/services/platform/operation.server";
import {
  authenticate,
  listProviderSubscriptions,
  makeOwner,
  prepareBilling,
  type Owner,
} from "../../../../tests/support/billing";
import { followLife, type Lifecycle, type ReadMail } from "../../../../tests/support/lifecycle";
import { createMailLanguage } from "../../../../tests/support/mails";
import { createContext } from "../../../../tests/support/services";
import { updateCard } from "../orders/card.server";
import { payInvoices } from "../orders/invoices.server";
import { reconcileAccount } from "./reconcile-account.server";

/** Those that the product ships: a founder's may be a copy of one of them at first. */
const LANGUAGES = ["en", "es"] as const;

const DAY_SECONDS = 86_400;

const { billing } = prepareBilling();
let life: Lifecycle;
beforeAll(async () => {
  life = followLife(billing);
});

const templates = (mails: readonly ReadMail[]) => mails.map(({ template }) => template);
const toSeconds = (date: Date | null) => (date?.getTime() ?? 0) / 1000;

async function findProviderStatus(owner: Owner): Promise<string | undefined> {
  return (await listProviderSubscriptions(billing, owner))[0]?.status;
}

/** Lets a card pay that the bank accepts now and declines later. */
async function useDecliningCard(owner: Owner): Promise<void> {
  const { stripe } = billing;
  const { customerId: customer, providerId } = await life.findRow(owner);
  const card = await stripe.paymentMethods.create({
    type: "card",
    card: { token: "tok_chargeCustomerFail" },
  });
  await stripe.paymentMethods.attach(card.id, { customer: customer ?? "" });
  await stripe.subscriptions.update(providerId ?? "", { default_payment_method: card.id });
}

async function close(owner: Owner, as: App): Promise<void> {
  const account = await as.store.findOne(accountEntity, { id: owner.accountId });
  const context = await createContext(as, owner);
  await runOperation(closeAccount, { confirmation: account?.name ?? "" }, context);
}

async function pay(owner: Owner) {
  return runOperation(payInvoices, {}, await createContext(billing.app, owner));
}

describe("the life of a subscription", () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await makeOwner(billing);
    await owner.choose({ plan: "team", token: "tok_visa" });
    await life.deliver();
  });

  test("a subscription begins with a trial, of which nothing is charged", async () => {
    expect(await life.findRow(owner)).toMatchObject({ planId: "team", status: "trialing" });
    expect(templates(await life.listNewMails(owner))).toEqual(["subscription_started"]);
  });

  test("three days before the trial's end, a mail says what will be charged to which card", async () => {
    const end = toSeconds((await life.findRow(owner)).currentPeriodEnd);
    await life.advance(end - 3 * DAY_SECONDS);
    const mails = await life.listNewMails(owner);
    expect(mails).toMatchObject([
      {
        template: "trial_ending",
        values: { amountMinor: 1200, nextPaymentMinor: 1200, card: { last4: "4242" } },
      },
    ]);
    await life.advance(end - 2 * DAY_SECONDS);
    expect(await life.listNewMails(owner)).toEqual([]);
  });

  test("the trial's end charges the card, and sends the receipt", async () => {
    await life.advance("trial_end");
    expect(await life.findRow(owner)).toMatchObject({ status: "active" });
    expect(await life.listNewMails(owner)).toMatchObject([
      {
        template: "receipt",
        values: { amountMinor: 1200, pdfUrl: expect.stringContaining("/pdf") as string },
      },
    ]);
  });

  test("the next month renews it", async () => {
    const before = await life.findRow(owner);
    await life.advance("month");
    const { status, currentPeriodStart } = await life.findRow(owner);
    expect([status, currentPeriodStart]).toEqual(["active", before.currentPeriodEnd]);
    expect(templates(await life.listNewMails(owner))).toEqual(["receipt"]);
  });

  test("a declined renewal asks for another card, and says when the card is tried again", async () => {
    await useDecliningCard(owner);
    const end = toSeconds((await life.findRow(owner)).currentPeriodEnd);
    await life.advance(end);
    expect(await life.findRow(owner)).toMatchObject({ status: "requires_payment_method", cardLast4: "0341" });
    const retryAt = new Date((end + 3 * DAY_SECONDS) * 1000).toISOString();
    expect(await life.listNewMails(owner)).toMatchObject([
      { template: "payment_failed", values: { retryAt, declineReason: "declined", card: { last4: "0341" } } },
    ]);
  });

  test("each retry that fails sends a mail, and after the last one nothing is tried again", async () => {
    const start = toSeconds((await life.findRow(owner)).currentPeriodStart);
    const retries: unknown[] = [];
    for (const days of [3, 8, 15]) {
      await life.advance(start + days * DAY_SECONDS);
      for (const { template, values } of await life.listNewMails(owner))
        retries.push([template, "retryAt" in values && values.retryAt]);
    }
    const toText = (days: number) => new Date((start + days * DAY_SECONDS) * 1000).toISOString();
    expect(retries).toEqual([
      ["payment_failed", toText(8)],
      ["payment_failed", toText(15)],
      ["payment_failed", null],
    ]);
    expect(await findProviderStatus(owner)).toBe("unpaid");
    expect(await life.findRow(owner)).toMatchObject({ status: "requires_payment_method" });
  });

  test("another card pays the open invoice at once", async () => {
    await runOperation(updateCard, { token: "tok_mastercard" }, await createContext(billing.app, owner));
    expect(await life.findRow(owner)).toMatchObject({ status: "active", cardLast4: "4444" });
    await life.deliver();
    expect(templates(await life.listNewMails(owner))).toEqual(["card_updated", "receipt"]);
    expect(await billing.app.store.count(invoiceEntity, { accountId: owner.accountId, status: "open" })).toBe(
      0,
    );
  });

  test("a renewal that the bank asks the owner about is paid once they have confirmed it", async () => {
    await life.setNextPayment(owner, "asks");
    await life.advance(toSeconds((await life.findRow(owner)).currentPeriodEnd));
    expect(await life.findRow(owner)).toMatchObject({ status: "requires_action" });
    expect(templates(await life.listNewMails(owner))).toEqual(["payment_action"]);

    const { payment } = await pay(owner);
    await authenticate(billing, payment?.client_secret ?? "");
    expect((await pay(owner)).data).toEqual({ paid: true });
    expect(await life.findRow(owner)).toMatchObject({ status: "active" });
    await life.deliver();
    expect(templates(await life.listNewMails(owner))).toEqual(["receipt"]);
  });

  test("the free plan begins with the end of the period, and a mail says so, which calls it no lost payment", async () => {
    await owner.change({ plan: "free" });
    expect(await life.findRow(owner)).toMatchObject({ planId: "team", cancelAtPeriodEnd: true });
    expect(templates(await life.listNewMails(owner))).toEqual(["plan_updated"]);
    await life.advance(toSeconds((await life.findRow(owner)).currentPeriodEnd));
    expect(await findProviderStatus(owner)).toBe("canceled");
    expect(await life.findRow(owner)).toMatchObject({ planId: "free", status: "active", providerId: null });
    expect(await life.listNewMails(owner)).toMatchObject([
      { template: "plan_updated", values: { change: "began", plan: "Free", otherPlan: "Team" } },
    ]);
  });

  test("each mail about a subscription is written in both languages", async () => {
    const again = followLife(billing);
    const mails = await again.listNewMails(owner);
    expect(new Set(templates(mails)).size).toBeGreaterThan(5);
    for (const { template, values } of mails) {
      const subjects = await Promise.all(
        LANGUAGES.map(
          async (locale) => (await renderMail(template, values, createMailLanguage(locale))).subject,
        ),
      );
      expect(new Set(subjects).size).toBe(LANGUAGES.length);
    }
  });
});

describe("a subscription whose payments stay away", () => {
  test("a subscription whose payments stay away ends at the provider with one mail in the owner's language", async () => {
    const owner = await makeOwner(billing);
    await billing.app.store.update(userEntity, { id: owner.userId }, { locale: "es" });
    await owner.choose({ plan: "pro", token: "tok_visa" });
    await life.deliver();
    await life.listNewMails(owner);
    await billing.stripe.subscriptions.cancel((await life.findRow(owner)).providerId ?? "");
    await life.deliver();
    expect(await life.findRow(owner)).toMatchObject({ planId: "pro", status: "canceled" });
    const mails = await life.listNewMails(owner);
    expect(mails).toMatchObject([{ template: "subscription_ended", locale: "es" }]);
  });
});

describe("when every event is lost", () => {
  test("the reconciliation sends the mails about payments, and late events do not send them again", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "pro", token: "tok_visa" });
    await life.deliver();
    await life.listNewMails(owner);
    await life.advanceInSilence(toSeconds((await life.findRow(owner)).currentPeriodEnd));
    await useDecliningCard(owner);
    await reconcileAccount(billing.app, owner.accountId);
    expect(templates(await life.listNewMails(owner))).toEqual(["receipt"]);
    await life.advanceInSilence(toSeconds((await life.findRow(owner)).currentPeriodEnd));
    await reconcileAccount(billing.app, owner.accountId);
    expect(templates(await life.listNewMails(owner))).toEqual(["payment_failed"]);
    await life.deliverAgain();
    await reconcileAccount(billing.app, owner.accountId);
    expect(await life.listNewMails(owner)).toEqual([]);
  });
});

describe("closing the account", () => {
  test("closing aborts with everything intact while the provider fails, and then ends the subscription without a mail about it", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "pro", token: "tok_visa" });
    await life.deliver();
    await life.listNewMails(owner);
    const [before, provider] = [await life.findRow(owner), await findProviderStatus(owner)];
    const email = `${owner.userId}@example.com`;
    const away = billing.withPayments({ apiBase: "http://127.0.0.1:1" });
    await expect(close(owner, away)).rejects.toMatchObject({ status: 503 });
    expect(await life.findRow(owner)).toEqual(before);
    expect(await findProviderStatus(owner)).toBe(provider);

    let status: string | undefined;
    const { payments } = billing.app;
    await close(owner, {
      ...billing.app,
      payments: {
        ...payments,
        async cancelSubscription(id) {
          await payments.cancelSubscription(id);
          status = await findProviderStatus(owner);
          // The event arrives before the account is deleted.
          await life.deliver();
        },
      },
    });
    expect(status).toBe("canceled");
    expect(await billing.app.store.findOne(accountEntity, { id: owner.accountId })).toBeNull();
    const mails = await billing.app.store.find(
      mailEntity,
      { template: "subscription_ended" },
      { limit: 100 },
    );
    expect(mails.map(({ recipient }) => recipient)).not.toContain(email);
  });
});
