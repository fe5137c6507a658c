/**
 * The times for which stored work waits: when it is due, and until when a process has claimed it. A clock that was ahead
 * has written some that lie too far in the future.
 */
import { JOB_LEASE_MS } from "~/domain/jobs";
import { MAIL_CLAIM_MS, seconds } from "~/domain/limits";
import { INTENT_LEASE_MS } from "~/domain/payments";
import { billingIntentEntity, IS_UNDECIDED } from "./billing-intent.server";
import { jobEntity } from "./job.server";
import { mailEntity } from "./mail.server";
import { METER_EVENT_LEASE_MS, meterEventEntity } from "./meter-event.server";
import type { Store } from "./store/store";
import { subscriptionEntity } from "./subscription.server";
import { WEBHOOK_CLAIM_MS, webhookDeliveryEntity } from "./webhook-delivery.server";

interface WaitingTime {
  /** Where it is brought forward to, in milliseconds from now: a due time to now, a claim to the end of one that begins now. */
  aheadMs: number;
  /** Sets the times after `latest` to `to`, in the rows whose work is not done. */
  bringForward(store: Store, times: { latest: Date; to: Date }): Promise<number>;
}

const IS_UNDELIVERED = { status: { in: ["waiting", "held"] as const } };

/** By entity and field. The due times of jobs are not here: each job has a schedule of its own. */
export const WAITING_TIMES: Readonly<Record<string, WaitingTime>> = {
  "subscriptions.seatsDueAt": {
    aheadMs: 0,
    bringForward: (store, { latest, to }) =>
      store.update(subscriptionEntity, { seatsDueAt: { gt: latest } }, { seatsDueAt: to }),
  },
  "mails.dueAt": {
    aheadMs: 0,
    bringForward: (store, { latest, to }) =>
      store.update(mailEntity, { status: "waiting", dueAt: { gt: latest } }, { dueAt: to }),
  },
  "mails.lockedUntil": {
    aheadMs: MAIL_CLAIM_MS,
    bringForward: (store, { latest, to }) =>
      store.update(mailEntity, { status: "waiting", lockedUntil: { gt: latest } }, { lockedUntil: to }),
  },
  "webhookDeliveries.dueAt": {
    aheadMs: 0,
    bringForward: (store, { latest, to }) =>
      store.update(webhookDeliveryEntity, { ...IS_UNDELIVERED, dueAt: { gt: latest } }, { dueAt: to }),
  },
  "webhookDeliveries.lockedUntil": {
    aheadMs: WEBHOOK_CLAIM_MS,
    bringForward: (store, { latest, to }) =>
      store.update(
        webhookDeliveryEntity,
        { ...IS_UNDELIVERED, lockedUntil: { gt: latest } },
        { lockedUntil: to },
      ),
  },
  "billingIntents.leasedUntil": {
    aheadMs: INTENT_LEASE_MS,
    bringForward: (store, { latest, to }) =>
      store.update(
        billingIntentEntity,
        { ...IS_UNDECIDED, leasedUntil: { gt: latest } },
        { leasedUntil: to },
      ),
  },
  "meterEvents.leasedUntil": {
    aheadMs: METER_EVENT_LEASE_MS,
    bringForward: (store, { latest, to }) =>
      store.update(meterEventEntity, { status: "open", leasedUntil: { gt: latest } }, { leasedUntil: to }),
  },
  "jobs.lockedUntil": {
    aheadMs: JOB_LEASE_MS,
    bringForward: (store, { latest, to }) =>
      store.update(jobEntity, { lockedUntil: { gt: latest } }, { lockedUntil: to }),
  },
};

/** A claim that begins while the times are brought forward ends so much later at most, and stays. */
const TOLERANCE_MS = seconds(5);

/** Brings forward what waits until later than a right clock at `at` would have written, of all accounts. Returns how many times. */
export async function bringWaitingTimesForward(store: Store, at: Date): Promise<number> {
  let count = 0;
  for (const { aheadMs, bringForward } of Object.values(WAITING_TIMES)) {
    const to = new Date(at.getTime() + aheadMs);
    count += await bringForward(store, { latest: new Date(to.getTime() + TOLERANCE_MS), to });
  }
  return count;
}
