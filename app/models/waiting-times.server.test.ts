/** Times that a clock a day ahead has written. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { days, seconds } from "~/domain/limits";
import { INTENT_LEASE_MS } from "~/domain/payments";
import { buildRow } from "../../tests/support/backups";
import { openTestStore } from "../../tests/support/migrated-stores";
import { billingIntentEntity } from "./billing-intent.server";
import { jobEntity } from "./job.server";
import { mailEntity } from "./mail.server";
import { meterEventEntity } from "./meter-event.server";
import type { OpenStore } from "./store/database";
import { subscriptionEntity } from "./subscription.server";
import { bringWaitingTimesForward, WAITING_TIMES } from "./waiting-times.server";
import { webhookDeliveryEntity } from "./webhook-delivery.server";

const NOW = new Date("2026-11-29T12:00:00.000Z");
const TOMORROW = new Date(NOW.getTime() + days(1));

let store: OpenStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Stores work that waits for `at` in each of its fields; with the same `index` the same rows. */
async function insertWork(index: number, at: Date): Promise<void> {
  const [dueAt, lockedUntil, leasedUntil, status] = [at, at, at, "waiting"] as const;
  await store.insert(subscriptionEntity, { ...buildRow("subscriptions", index), seatsDueAt: at });
  await store.insert(mailEntity, { ...buildRow("mails", index), status, dueAt, lockedUntil });
  const delivery = { ...buildRow("webhookDeliveries", index), status, dueAt, lockedUntil };
  await store.insert(webhookDeliveryEntity, delivery);
  const intent = { ...buildRow("billingIntents", index), status: "unanswered", leasedUntil } as const;
  await store.insert(billingIntentEntity, intent);
  await store.insert(meterEventEntity, { ...buildRow("meterEvents", index), status: "open", leasedUntil });
  await store.insert(jobEntity, { ...buildRow("jobs", index), lockedUntil });
}

async function readTimes(index: number): Promise<Record<string, Date | null | undefined>> {
  const { id: mailId } = buildRow("mails", index);
  const { id: deliveryId } = buildRow("webhookDeliveries", index);
  const mail = await store.findOne(mailEntity, { id: mailId });
  const delivery = await store.findOne(webhookDeliveryEntity, { id: deliveryId });
  const subscription = await store.findOne(subscriptionEntity, { id: buildRow("subscriptions", index).id });
  const intent = await store.findOne(billingIntentEntity, { id: buildRow("billingIntents", index).id });
  const event = await store.findOne(meterEventEntity, { id: buildRow("meterEvents", index).id });
  const job = await store.findOne(jobEntity, { id: buildRow("jobs", index).id });
  return {
    "subscriptions.seatsDueAt": subscription?.seatsDueAt,
    "mails.dueAt": mail?.dueAt,
    "mails.lockedUntil": mail?.lockedUntil,
    "webhookDeliveries.dueAt": delivery?.dueAt,
    "webhookDeliveries.lockedUntil": delivery?.lockedUntil,
    "billingIntents.leasedUntil": intent?.leasedUntil,
    "meterEvents.leasedUntil": event?.leasedUntil,
    "jobs.lockedUntil": job?.lockedUntil,
  };
}

const mapTimes = (toTime: (aheadMs: number) => Date) =>
  Object.fromEntries(Object.entries(WAITING_TIMES).map(([name, { aheadMs }]) => [name, toTime(aheadMs)]));

test("what a clock a day ahead made due is due now, and its claims end when one that begins now does", async () => {
  await insertWork(1, TOMORROW);
  expect(await bringWaitingTimesForward(store, NOW)).toBe(Object.keys(WAITING_TIMES).length);
  expect(await readTimes(1)).toEqual(mapTimes((aheadMs) => new Date(NOW.getTime() + aheadMs)));
});

test("what is due stays as it is", async () => {
  await insertWork(2, NOW);
  expect(await bringWaitingTimesForward(store, NOW)).toBe(0);
  expect(await readTimes(2)).toEqual(mapTimes(() => NOW));
});

test("a claim that has begun a moment later stays", async () => {
  const leasedUntil = new Date(NOW.getTime() + INTENT_LEASE_MS + seconds(1));
  await insertWork(3, leasedUntil);
  await bringWaitingTimesForward(store, NOW);
  expect(await readTimes(3)).toMatchObject({ "billingIntents.leasedUntil": leasedUntil });
});

test("work that is done keeps its times", async () => {
  await insertWork(4, TOMORROW);
  await store.update(mailEntity, { id: buildRow("mails", 4).id }, { status: "sent" });
  await store.update(
    webhookDeliveryEntity,
    { id: buildRow("webhookDeliveries", 4).id },
    { status: "failed" },
  );
  await store.update(billingIntentEntity, { id: buildRow("billingIntents", 4).id }, { status: "done" });
  await store.update(meterEventEntity, { id: buildRow("meterEvents", 4).id }, { status: "sent" });
  await bringWaitingTimesForward(store, NOW);
  expect(await readTimes(4)).toMatchObject({
    ...{ "mails.dueAt": TOMORROW, "webhookDeliveries.dueAt": TOMORROW },
    ...{ "billingIntents.leasedUntil": TOMORROW, "meterEvents.leasedUntil": TOMORROW },
  });
});
