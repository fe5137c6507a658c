/** The queue of events that wait for their delivery to the webhook. It is changed in place, also during a delivery. */
import type { Delivery, State } from "./state";

/** Waiting events are never deleted, so a queue that is held for long must have its own limit. */
const DELIVERIES_KEPT = 2000;
const SENT_KEPT = 1000;

/** Queues an event. The oldest delivery is dropped when too many wait. */
export function queueDelivery({ deliveries }: State, eventId: string): void {
  deliveries.push({ eventId, attempts: 0 });
  if (deliveries.length > DELIVERIES_KEPT) deliveries.shift();
}

/** Returns the delivery that is next; null when none waits, or while deliveries are held. */
export function findNextDelivery({ deliveries, controls }: State): Delivery | null {
  return controls.isHeld ? null : (deliveries[0] ?? null);
}

/** Removes one delivery. It may have been dropped, or have changed its place, while it was sent. */
export function removeDelivery({ deliveries }: State, delivery: Delivery): void {
  const index = deliveries.indexOf(delivery);
  if (index !== -1) deliveries.splice(index, 1);
}

/** Drops all deliveries, or those of one event. Returns how many. */
export function dropDeliveries({ deliveries }: State, eventId: string | null): number {
  const kept = eventId === null ? [] : deliveries.filter((delivery) => delivery.eventId !== eventId);
  const dropped = deliveries.length - kept.length;
  deliveries.splice(0, deliveries.length, ...kept);
  return dropped;
}

/** Records one attempt to send an event. Only the latest events are remembered. */
export function recordSending(
  { controls: { sent } }: State,
  eventId: string,
  { status, isAccepted, now }: { status: number | null; isAccepted: boolean; now: number },
): void {
  const before = sent[eventId];
  sent[eventId] = {
    attempts: (before?.attempts ?? 0) + 1,
    lastStatus: status,
    deliveredAt: isAccepted ? now : (before?.deliveredAt ?? null),
  };
  const ids = Object.keys(sent);
  for (const id of ids.slice(0, Math.max(0, ids.length - SENT_KEPT))) Reflect.deleteProperty(sent, id);
}
