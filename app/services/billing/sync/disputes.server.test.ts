// Disputed payments and warnings of fraud, from the bank's act to the account's rows, mails and plan.
import { beforeEach, describe, expect, test } from "vitest";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { disputeEntity, type DisputeRow } from "~/models/dispute.server";
import { providerEventEntity } from "~/models/provider-event.server";
import type { App } from "~/services/platform/app.server";
import {
  endAtProvider,
  listMailsFor,
  listMailValues,
  makeOwner,
  prepareBilling,
  type Owner,
} from "../../../../tests/support/billing";
import {
  actAsBank,
  getDispute,
  getNewestPayment,
  listDisputeMails,
} from "../../../../tests/support/disputes";
import { loadContract } from "../../../../tests/support/stripe-schemas";
import { waitFor } from "../../../../tests/support/product";
import { awaitEventsOf, awaitFirstEventOf, parseEvent } from "../../../../tests/support/sandbox-events";
import { claimBilling } from "../intents/intents.server";
import { receiveEvent, replayEvent } from "./provider-events.server";

const { billing, findRow, makeCustomer } = prepareBilling(async () => ({ contract: await loadContract() }));

const DISPUTED = "tok_createDispute";
const WARNED = "tok_4000000000005423";

let owner: Owner;
/** The product where a lost dispute ends the plan. */
let ending: App;
beforeEach(() => {
  ending = { ...billing.app, config: { ...billing.app.config, lostDisputeAct: "end" } };
});

async function findDispute({ accountId }: Owner): Promise<DisputeRow | undefined> {
  return (await billing.app.store.find(disputeEntity, { accountId }))[0];
}

const awaitEvents = (objectId: string, count: number) => awaitEventsOf(billing, { objectId, count });
const awaitFirstEvent = (objectId: string) => awaitFirstEventOf(billing, objectId);

/** Passes on the events about the dispute, in an order. */
async function pass(
  id: string,
  { count, as = billing.app, order = (all) => all }: PassOptions,
): Promise<void> {
  for (const delivery of order(await awaitEvents(id, count))) await receiveEvent(as, delivery);
}

type Deliveries = Awaited<ReturnType<typeof awaitEvents>>;
interface PassOptions {
  count: number;
  as?: App;
  order?: (all: Deliveries) => Deliveries;
}

const listNews = () => listDisputeMails(billing, owner);

describe("a disputed payment", () => {
  beforeEach(async () => {
    owner = await makeCustomer("pro", DISPUTED);
  });

  test("is stored with its invoice, and the operators read until when they may answer", async () => {
    const { id, amount } = await getDispute(billing, owner);
    await pass(id, { count: 2 });
    const row = await findDispute(owner);
    expect(row).toMatchObject({ id, kind: "dispute", status: "needs_response", reason: "fraudulent" });
    expect(row).toMatchObject({ amountMinor: amount, planEndedAt: null });
    expect(row?.subscriptionId).toBe((await findRow(owner))?.providerId);
    expect(row?.respondBy?.getTime()).toBeGreaterThan(Date.now());
    const { supportEmail: recipient } = billing.app.config;
    expect(await listNews()).toMatchObject([
      { recipient, outcome: "open", amountMinor: amount, providerReason: "fraudulent" },
    ]);
  });

  test("changes nothing of the plan while it is open, also where a lost one ends it", async () => {
    await pass((await getDispute(billing, owner)).id, { count: 2, as: ending });
    expect(await findRow(owner)).toMatchObject({ status: "active", planId: "pro" });
  });

  test("lost: by default only the operators are notified", async () => {
    const { id } = await getDispute(billing, owner);
    await billing.stripe.disputes.close(id);
    await pass(id, { count: 3 });
    expect(await findDispute(owner)).toMatchObject({ status: "lost", planEndedAt: null });
    expect(await findRow(owner)).toMatchObject({ status: "active", planId: "pro" });
    expect(await listMailsFor(billing.app.store, owner)).not.toContain("subscription_ended");
  });

  test("lost, with DISPUTE_LOST=end: the subscription ends at once, and the owner reads why", async () => {
    const { id } = await getDispute(billing, owner);
    await billing.stripe.disputes.close(id);
    await pass(id, { count: 3, as: ending });
    expect((await findDispute(owner))?.planEndedAt).not.toBeNull();
    expect(await findRow(owner)).toMatchObject({ status: "canceled", planId: "pro" });
    const provider = (await findRow(owner))?.providerId ?? "";
    expect(await billing.stripe.subscriptions.retrieve(provider)).toMatchObject({ status: "canceled" });
    expect(await listMailValues(billing, owner, "subscription_ended")).toMatchObject([{ cause: "dispute" }]);
  });

  test("the end that a lost dispute causes is mailed, also when its own event is applied first", async () => {
    const { id } = await getDispute(billing, owner);
    await billing.stripe.disputes.close(id);
    const { providerId } = (await findRow(owner)) ?? {};
    // The subscription's event arrives while the account's billing is still held.
    const racing = { ...ending, payments: { ...ending.payments } };
    racing.payments.cancelSubscription = async (subscriptionId, options) => {
      await ending.payments.cancelSubscription(subscriptionId, options);
      const types = (all: Deliveries) => all.filter((one) => parseEvent(one).type.endsWith(".deleted"));
      await waitFor(
        () =>
          billing.deliveries.some(
            (one) => parseEvent(one).type === "customer.subscription.deleted" && isAbout(one),
          ),
        "the end of the subscription",
      );
      for (const one of types(billing.deliveries).filter(isAbout)) await receiveEvent(ending, one);
    };
    const isAbout = (one: Deliveries[number]) => {
      const { object } = parseEvent(one).data;
      return "id" in object && object.id === providerId;
    };
    await pass(id, { count: 3, as: racing });
    expect(await listMailValues(billing, owner, "subscription_ended")).toMatchObject([{ cause: "dispute" }]);
  });

  test.each<[string, NonNullable<PassOptions["order"]>]>([
    ["the closing one first", (all) => [...all].reverse()],
    ["the closing one alone", (all) => all.slice(-1)],
    ["each of them twice", (all) => [...all, ...all]],
  ])("its events in another order, %s: the same row, and one mail for each outcome", async (_name, order) => {
    const { id } = await getDispute(billing, owner);
    await billing.stripe.disputes.close(id);
    await pass(id, { count: 3, as: ending, order });
    expect(await findDispute(owner)).toMatchObject({ status: "lost" });
    expect(await findRow(owner)).toMatchObject({ status: "canceled" });
    expect(await listNews()).toMatchObject([{ outcome: "lost", hasEndedPlan: true }]);
    expect(await listMailValues(billing, owner, "subscription_ended")).toHaveLength(1);
  });

  test("concurrent deliveries send one mail for an outcome, and end one subscription", async () => {
    const { id } = await getDispute(billing, owner);
    await billing.stripe.disputes.close(id);
    const all = await awaitEvents(id, 3);
    const results = await Promise.allSettled([...all, ...all].map((one) => receiveEvent(ending, one)));
    // Two at once hold the account's billing one after the other; the provider sends the other event again.
    for (const one of all) await receiveEvent(ending, one);
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await listNews()).toHaveLength(1);
    expect(await findRow(owner)).toMatchObject({ status: "canceled" });
    expect(await listMailValues(billing, owner, "subscription_ended")).toHaveLength(1);
  });

  test("won: the operators read it, and nothing ends", async () => {
    const { id } = await getDispute(billing, owner);
    await pass(id, { count: 2, as: ending });
    const evidence = { uncategorized_text: "winning_evidence" };
    await billing.stripe.disputes.update(id, { evidence, submit: true });
    await pass(id, { count: 5, as: ending });
    expect(await findDispute(owner)).toMatchObject({ status: "won", planEndedAt: null });
    expect(await findRow(owner)).toMatchObject({ status: "active" });
    expect((await listNews()).map(({ outcome }) => outcome).sort()).toEqual(["open", "won"]);
  });

  test("lost after the account has come back with another subscription: that one goes on", async () => {
    const { id } = await getDispute(billing, owner);
    await endAtProvider(billing, owner);
    await owner.choose({ plan: "pro", token: "tok_visa" });
    await billing.stripe.disputes.close(id);
    await pass(id, { count: 3, as: ending });
    expect(await findDispute(owner)).toMatchObject({ status: "lost", planEndedAt: null });
    expect(await findRow(owner)).toMatchObject({ status: "active" });
  });

  test("lost while the plan is being changed: the event is refused, and ends the plan when it comes again", async () => {
    const { id } = await getDispute(billing, owner);
    await billing.stripe.disputes.close(id);
    const { accountId } = owner;
    await claimBilling(billing.app.store, { accountId, kind: "hold", planId: "", tokenHash: null });
    const [closed] = (await awaitEvents(id, 3)).slice(-1);
    if (!closed) throw new Error("the dispute has no event");
    await expect(receiveEvent(ending, closed)).rejects.toMatchObject({ code: "unavailable" });
    const eventId = parseEvent(closed).id;
    const event = await billing.app.store.findOne(providerEventEntity, { id: eventId });
    expect(event).toMatchObject({ status: "failed" });
    expect(await findRow(owner)).toMatchObject({ status: "active" });
    await releaseBilling();
    await receiveEvent(ending, closed);
    expect(await findRow(owner)).toMatchObject({ status: "canceled" });
  });

  test("an answer of the provider that is older than the row replaces nothing", async () => {
    const { id } = await getDispute(billing, owner);
    await pass(id, { count: 2 });
    const created = await awaitFirstEvent(id);
    const late = { ...billing.app, payments: { ...billing.app.payments } };
    late.payments.findDispute = async (query) => {
      const old = await billing.app.payments.findDispute(query);
      late.payments.findDispute = billing.app.payments.findDispute;
      await billing.stripe.disputes.close(id);
      await pass(id, { count: 3 });
      return old && { ...old, status: "under_review" };
    };
    await replayEvent(late, parseEvent(created).id);
    expect(await findDispute(owner)).toMatchObject({ status: "lost", revision: 1 });
  });

  test("a master applies an event again: no mail is sent twice", async () => {
    const { id } = await getDispute(billing, owner);
    await pass(id, { count: 2 });
    const created = await awaitFirstEvent(id);
    await replayEvent(billing.app, parseEvent(created).id);
    expect(await listNews()).toHaveLength(1);
  });

  test("an event with another signature is refused, and stores nothing", async () => {
    const { body } = await awaitFirstEvent((await getDispute(billing, owner)).id);
    const forged = { body, signature: "t=1,v1=00" };
    await expect(receiveEvent(billing.app, forged)).rejects.toMatchObject({ code: "invalid" });
    expect(await findDispute(owner)).toBeUndefined();
  });

  test("while the provider does not answer whose payment it is, the event is refused, and applied when it comes again", async () => {
    const event = await awaitFirstEvent((await getDispute(billing, owner)).id);
    const away = billing.withPayments({ apiBase: "http://127.0.0.1:1" });
    await expect(receiveEvent(away, event)).rejects.toMatchObject({ code: "unavailable" });
    await receiveEvent(billing.app, event);
    expect(await findDispute(owner)).toMatchObject({ status: "needs_response" });
  });
});

test("a bank's warning of fraud is stored and mailed, and settled by a dispute", async () => {
  owner = await makeCustomer("pro", WARNED);
  const { payment } = await getNewestPayment(billing, owner);
  const { data } = await billing.stripe.radar.earlyFraudWarnings.list({ payment_intent: payment.id });
  const id = data[0]?.id ?? "";
  await pass(id, { count: 1 });
  expect(await findDispute(owner)).toMatchObject({
    ...{ id, kind: "fraud_warning", status: "actionable", reason: "unauthorized_use_of_card" },
    ...{ amountMinor: payment.amount_received, respondBy: null },
  });
  await actAsBank(billing, owner, "open");
  await pass(id, { count: 2 });
  expect(await findDispute(owner)).toMatchObject({ status: "settled" });
  const outcomes = (await listNews()).map(({ outcome }) => outcome);
  expect(outcomes.sort()).toEqual(["open", "won"]);
});

test("a dispute of a payment that belongs to no account is ignored", async () => {
  owner = await makeCustomer("pro", DISPUTED);
  const event = await awaitFirstEvent((await getDispute(billing, owner)).id);
  const stranger = await makeOwner(billing);
  const other = { ...billing.app, payments: { ...billing.app.payments } };
  other.payments.findDispute = async (query) => {
    const found = await billing.app.payments.findDispute(query);
    return found && { ...found, customerId: "cus_of_another_product" };
  };
  await receiveEvent(other, event);
  expect(await findDispute(owner)).toBeUndefined();
  expect(await findDispute(stranger)).toBeUndefined();
  expect(await billing.app.store.findOne(providerEventEntity, { id: parseEvent(event).id })).toBeNull();
});

/** Ends the hold that the test has taken. */
const releaseBilling = () =>
  billing.app.store.remove(billingIntentEntity, { accountId: owner.accountId, kind: "hold" });
