// Stored events of the provider that were not applied are applied by the product, without another delivery.
import { beforeEach, expect, test } from "vitest";
import { AppError } from "~/domain/errors";
import { minutes } from "~/domain/limits";
import { providerEventEntity, receiveProviderEvent } from "~/models/provider-event.server";
import {
  getCustomerId,
  listProviderSubscriptions,
  makeOwner,
  prepareBilling,
  type Owner,
} from "../../../../tests/support/billing";
import { applyStoredEvents, BILLING_EVENT_RETRY_AGES_MS } from "./provider-event-inbox.server";

const { billing, findRow } = prepareBilling();

let owner: Owner;
let eventId: string;
/** The provider has ended the subscription, and the event about it was stored and not applied. */
beforeEach(async () => {
  owner = await makeOwner(billing);
  await owner.choose({ plan: "pro", token: "tok_visa" });
  const [subscription] = await listProviderSubscriptions(billing, owner);
  if (!subscription) throw new Error("there is no subscription");
  await billing.stripe.subscriptions.cancel(subscription.id);
  const customerId = getCustomerId(subscription);
  eventId = `evt_${owner.accountId}`;
  const event = { id: eventId, type: "customer.subscription.deleted", objectId: subscription.id, customerId };
  await receiveProviderEvent(billing.app.store, event);
});

const findEvent = () => billing.app.store.findOne(providerEventEntity, { id: eventId });
/** This long after the event arrived. */
const inTime = async (ms: number) => new Date(((await findEvent())?.createdAt.getTime() ?? 0) + ms);

test("an event whose process crashed is applied a minute later, and once", async () => {
  await applyStoredEvents(billing.app, await inTime(0));
  expect(await findEvent()).toMatchObject({ status: "received", attempts: 1 });
  await applyStoredEvents(billing.app, await inTime(minutes(1) + 1000));
  expect(await findEvent()).toMatchObject({ status: "applied", attempts: 2 });
  expect(await findRow(owner)).toMatchObject({ status: "canceled" });
  await applyStoredEvents(billing.app, await inTime(minutes(60)));
  expect(await findEvent()).toMatchObject({ attempts: 2 });
});

test("while the provider is away each attempt waits longer, and after the last one none follows", async () => {
  const fail = () => Promise.reject(new AppError("unavailable", "billing:errors.provider_away"));
  const away = { ...billing.app, payments: new Proxy(billing.app.payments, { get: () => fail }) };
  for (const [index, age] of BILLING_EVENT_RETRY_AGES_MS.entries()) {
    await applyStoredEvents(away, await inTime(age - 1000));
    expect(await findEvent()).toMatchObject({ attempts: index + 1 });
    await applyStoredEvents(away, await inTime(age + 1000));
    expect(await findEvent()).toMatchObject({ status: "failed", attempts: index + 2 });
  }
  await applyStoredEvents(away, await inTime(minutes(10_000)));
  expect(await findEvent()).toMatchObject({ attempts: BILLING_EVENT_RETRY_AGES_MS.length + 1 });
});
