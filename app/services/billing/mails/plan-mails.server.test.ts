// The mails that changes of the plan queue, with a real store and the payment sandbox.
import { expect, test } from "vitest";
import { planEntity } from "~/models/plan.server";
import { AppError } from "~/domain/errors";
import { createInvoicePdfs } from "~/gateways/payments/invoice-pdf";
import { saveNotificationPreference } from "~/models/notification-preference.server";
import {
  listMailsFor,
  listMailValues,
  listProviderSubscriptions,
  makeOwner,
  prepareBilling,
} from "../../../../tests/support/billing";
import { runConcurrently } from "../../../../tests/support/services";

const { billing, makeCustomer } = prepareBilling();

test("the mail about a new plan by seat names the length and the end of its trial, and the seats", async () => {
  const owner = await makeCustomer("team");
  const [subscription] = await listProviderSubscriptions(billing, owner);
  const plan = await billing.app.store.findOne(planEntity, { id: "team" });

  expect(await listMailValues(billing, owner, "subscription_started")).toEqual([
    expect.objectContaining({
      plan: "Team",
      seats: 1,
      amountMinor: plan?.priceMinor,
      trialDays: plan?.trialDays,
      chargedAt: subscription?.trial_end
        ? new Date(subscription.trial_end * 1000).toISOString()
        : (expect.anything() as string),
    }),
  ]);
});

test("a change, its end and its resumption each send one mail, which names the other plan", async () => {
  const owner = await makeCustomer("pro");
  await owner.change({ plan: "scale" });
  await owner.change({ plan: "free" });
  await owner.change({ plan: "scale" });

  expect(await listMailValues(billing, owner, "plan_updated")).toEqual([
    expect.objectContaining({ change: "changed", plan: "Scale", otherPlan: "Pro" }),
    expect.objectContaining({ change: "ends", plan: "Scale", otherPlan: "Free" }),
    expect.objectContaining({ change: "resumed", plan: "Scale", otherPlan: null }),
  ]);
});

test("with a promotion code, the mail says what was charged and what the next payment will be", async () => {
  const owner = await makeOwner(billing);
  await owner.choose({ plan: "pro", token: "tok_visa", promotion_code: "WELCOME20" });
  expect(await listMailValues(billing, owner, "subscription_started")).toMatchObject([
    { amountMinor: 2400, chargedMinor: 1920, nextPaymentMinor: 2400 },
  ]);
});

test("with a promotion code, the mail about a trial says what its end will charge", async () => {
  const owner = await makeOwner(billing);
  const { stripe } = billing;
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: "forever" });
  await stripe.promotionCodes.create({ code: "HALF", promotion: { type: "coupon", coupon: coupon.id } });
  await owner.choose({ plan: "team", token: "tok_mastercard", promotion_code: "HALF" });
  expect(await listMailValues(billing, owner, "subscription_started")).toMatchObject([
    { amountMinor: 1200, chargedMinor: 0, nextPaymentMinor: 600 },
  ]);
});

test("the mail about a changed plan says what the change has charged", async () => {
  const owner = await makeCustomer("pro");
  await owner.change({ plan: "scale" });
  expect(await listMailValues(billing, owner, "plan_updated")).toMatchObject([
    { amountMinor: 9900, chargedMinor: 7500, nextPaymentMinor: 9900 },
  ]);
});

test("without an answer about the next payment, the mail goes out without it", async () => {
  const owner = await makeOwner(billing);
  const away = new AppError("unavailable", "billing:errors.provider_away");
  const payments = { ...billing.app.payments, previewInvoice: () => Promise.reject(away) };
  await owner.choose({ plan: "pro", token: "tok_visa" }, { ...billing.app, payments });
  expect(await listMailValues(billing, owner, "subscription_started")).toMatchObject([
    { nextPaymentMinor: null },
  ]);
});

test("ten concurrent equal changes send one mail", async () => {
  const owner = await makeCustomer("pro");
  await runConcurrently(10, () => owner.change({ plan: "pro-yearly" }));

  expect(await listMailsFor(billing.app.store, owner)).toEqual(["subscription_started", "plan_updated"]);
});

test("an owner who has turned off mails about the plan still gets the one about the first plan, and no other", async () => {
  const owner = await makeOwner(billing);
  const { userId } = owner;
  await saveNotificationPreference(billing.app.store, { userId, name: "plan_updated", isActive: false });
  await owner.choose({ plan: "pro", token: "tok_visa" });
  await owner.change({ plan: "scale" });

  expect(await listMailsFor(billing.app.store, owner)).toEqual(["subscription_started"]);
});

test("the file of the sandbox's invoice can be fetched for a receipt", async () => {
  const owner = await makeCustomer("pro");
  const [subscription] = await listProviderSubscriptions(billing, owner);
  const [invoice] = (await billing.stripe.invoices.list({ subscription: subscription?.id ?? "" })).data;
  const port = Number(new URL(billing.apiBase).port);
  const pdfs = createInvoicePdfs({ kind: "sandbox", appUrl: "https://app.test", port });
  const url = invoice?.invoice_pdf ?? "";

  expect(pdfs.canFetch(url)).toBe(true);
  expect((await pdfs.fetch(url)).subarray(0, 5).toString()).toBe("%PDF-");
});
