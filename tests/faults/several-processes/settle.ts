/** After the load: everything that is still to be done becomes due now, and is waited for. */
import { setTimeout as wait } from "node:timers/promises";
import { providerEventEntity } from "~/models/provider-event.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { webhookDeliveryEntity } from "~/models/webhook-delivery.server";
import { mailEntity } from "~/models/mail.server";
import { MAIL_CLAIM_MS } from "~/domain/limits";
import { INTENT_LEASE_MS } from "../../../app/domain/payments";
import { SEAT_CLAIM_MS } from "../../../app/services/billing/sync/seats.server";
import { WEBHOOK_CLAIM_MS } from "../../../app/models/webhook-delivery.server";
import type { Fault } from "./faults";
import type { LoadStage } from "./stage";

const SETTLED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 250;

/** The work that waits to be done, by its name, with how many of it. */
export type Waiting = Record<string, number>;

/** Ends the claims from before the faults, as if their time had passed, and returns what is not done in time. */
export async function settle(stage: LoadStage, faults: readonly Fault[]): Promise<Waiting> {
  const deadline = Date.now() + SETTLED_WITHIN_MS;
  const faultAt = Math.max(...faults.filter(({ excuses }) => excuses !== null).map(({ endedAt }) => endedAt));
  await endClaims(stage, faultAt);
  for (;;) {
    const waiting = await countWaiting(stage);
    if (Object.keys(waiting).length === 0 || Date.now() > deadline) return waiting;
    await wait(LOOK_EVERY_MS);
  }
}

/** A process that was not killed has finished since what it had claimed before the last fault. */
async function endClaims({ store }: LoadStage, faultAt: number): Promise<void> {
  const past = new Date(Date.now() - 1000);
  const before = (claimMs: number) => ({ lt: new Date(faultAt + claimMs) });
  const waiting = "waiting" as const;
  await store.update(
    mailEntity,
    { status: waiting, lockedUntil: before(MAIL_CLAIM_MS) },
    { lockedUntil: past },
  );
  const sending = { status: waiting, lockedUntil: before(WEBHOOK_CLAIM_MS) };
  await store.update(webhookDeliveryEntity, sending, { lockedUntil: past });
  await store.update(billingIntentEntity, { leasedUntil: before(INTENT_LEASE_MS) }, { leasedUntil: past });
  await store.update(subscriptionEntity, { seatsDueAt: before(SEAT_CLAIM_MS) }, { seatsDueAt: past });
}

async function countWaiting({ store }: LoadStage): Promise<Waiting> {
  const counts = {
    mails: await store.count(mailEntity, { status: "waiting" }),
    "webhooks to accounts": await store.count(webhookDeliveryEntity, { status: "waiting" }),
    "comparisons of seats": await store.count(subscriptionEntity, { seatsDueAt: { gt: new Date(0) } }),
    "billing intents": await store.count(billingIntentEntity, { status: { in: ["started", "unanswered"] } }),
    "events of the provider": await store.count(providerEventEntity, { status: { not: "applied" } }),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
