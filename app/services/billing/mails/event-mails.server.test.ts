import { describe, expect, test } from "vitest";
import { createEventMail, type EventInvoice, type EventState } from "./event-mails.server";

const END = new Date("2026-12-06T10:00:00.000Z");
const recipient = {
  to: "grace@acme.test",
  name: "Grace",
  locale: "en",
  ownerId: "1",
  ownerEmail: "",
  account: "Acme",
};

const invoice: EventInvoice = {
  id: "in_1",
  number: "A-1",
  status: "open",
  amountDueMinor: 3600,
  currency: "usd",
  pdfUrl: null,
  issuedAt: END,
  attempts: 2,
  needsAction: false,
  reason: "billing:refused.expired",
  retryAt: END,
};

const state: EventState = {
  subscription: {
    providerId: "sub_1",
    status: "active",
    seats: 3,
    cancelAtPeriodEnd: false,
    currentPeriodEnd: END,
  },
  plan: { name: "Team", type: "seat", priceMinor: 1200, currency: "usd", interval: "month" },
  card: { brand: "visa", last4: "4242" },
  invoices: [invoice],
  started: null,
  nextPaymentMinor: null,
  wasDisputed: false,
  hasOpenIntent: false,
};

const write = (type: string, objectId: string, changes: Partial<EventState> = {}) =>
  createEventMail(recipient, {
    event: { type, objectId },
    state: { ...state, ...changes },
    appUrl: "https://app.test",
  });
const withSubscription = (changes: Partial<EventState["subscription"]>): Partial<EventState> => ({
  subscription: { ...state.subscription, ...changes },
});
const withInvoice = (changes: Partial<EventInvoice>): Partial<EventState> => ({
  invoices: [{ ...invoice, ...changes }],
});

describe("an event that its account's state confirms sends its mail", () => {
  test.each([
    ["invoice.paid", "in_1", withInvoice({ status: "paid" }), "receipt", "in_1"],
    ["invoice.payment_failed", "in_1", {}, "payment_failed", "in_1:2"],
    ["invoice.payment_failed", "in_1", withInvoice({ needsAction: true }), "payment_action", "in_1:2"],
    [
      "invoice.payment_action_required",
      "in_1",
      withInvoice({ needsAction: true }),
      "payment_action",
      "in_1:2",
    ],
    [
      "customer.subscription.trial_will_end",
      "sub_1",
      withSubscription({ status: "trialing" }),
      "trial_ending",
      `sub_1:${END.toISOString()}`,
    ],
    [
      "customer.subscription.deleted",
      "sub_1",
      withSubscription({ status: "canceled" }),
      "subscription_ended",
      "sub_1",
    ],
  ] as const)("%s", (...example) => {
    const [type, objectId, changes, template, key] = example;
    const mail = write(type, objectId, changes);
    expect(mail).toMatchObject({ template, to: "grace@acme.test", key });
  });

  test("a failed payment names the reason, the card and the next attempt", () => {
    expect(write("invoice.payment_failed", "in_1")?.values).toMatchObject({
      amountMinor: 3600,
      card: { brand: "visa", last4: "4242" },
      declineReason: "expired",
      retryAt: END.toISOString(),
    });
  });
});

describe("no mail is sent", () => {
  test.each([
    ["for an invoice that is not paid after all", "invoice.paid", "in_1", {}],
    [
      "for a failed invoice that was paid since",
      "invoice.payment_failed",
      "in_1",
      withInvoice({ status: "paid" }),
    ],
    [
      "for an invoice that was withdrawn",
      "invoice.payment_action_required",
      "in_1",
      withInvoice({ status: "void" }),
    ],
    [
      "while the owner's own request shows the decline",
      "invoice.payment_failed",
      "in_1",
      { hasOpenIntent: true },
    ],
    ["while the owner authorizes", "invoice.payment_action_required", "in_1", { hasOpenIntent: true }],
    [
      "for an open invoice of a subscription that has ended",
      "invoice.payment_failed",
      "in_1",
      withSubscription({ status: "canceled" }),
    ],
    ["about a plan that is not known here", "customer.subscription.trial_will_end", "sub_1", { plan: null }],
    ["for another invoice", "invoice.paid", "in_2", withInvoice({ status: "paid" })],
    ["for a trial that has ended", "customer.subscription.trial_will_end", "sub_1", {}],
    [
      "for an end that the owner chose",
      "customer.subscription.deleted",
      "sub_1",
      withSubscription({ status: "canceled", cancelAtPeriodEnd: true }),
    ],
    [
      "for the end of an earlier subscription",
      "customer.subscription.deleted",
      "sub_0",
      withSubscription({ status: "canceled" }),
    ],
    ["for other events", "customer.updated", "cus_1", {}],
  ] as const)("%s", (...example) => {
    const [, type, objectId, changes] = example;
    expect(write(type, objectId, changes)).toBeNull();
  });
});
