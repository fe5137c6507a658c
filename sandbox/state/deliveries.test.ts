// The queue of webhooks: limited, and safe to change while one of them is being sent.
import { expect, test } from "vitest";
import { dropDeliveries, findNextDelivery, queueDelivery, recordSending, removeDelivery } from "./deliveries";
import { emptyState } from "./state";

test("the oldest of more than two thousand waiting deliveries is dropped", () => {
  const state = emptyState();
  for (let index = 0; index < 2005; index += 1) queueDelivery(state, `evt_${index}`);
  expect(state.deliveries).toHaveLength(2000);
  expect(findNextDelivery(state)?.eventId).toBe("evt_5");
});

test("a delivery that was dropped while it was sent removes no other", () => {
  const state = emptyState();
  for (const id of ["evt_1", "evt_2"]) queueDelivery(state, id);
  const sending = findNextDelivery(state);
  if (!sending) throw new Error("nothing waits");
  expect(dropDeliveries(state, "evt_1")).toBe(1);
  removeDelivery(state, sending);
  expect(state.deliveries.map(({ eventId }) => eventId)).toEqual(["evt_2"]);
});

test("a held queue has no next delivery", () => {
  const state = emptyState();
  queueDelivery(state, "evt_1");
  state.controls.isHeld = true;
  expect(findNextDelivery(state)).toBeNull();
});

test("the attempts of a thousand events are remembered, and an accepted event stays accepted", () => {
  const state = emptyState();
  for (let index = 0; index < 1001; index += 1)
    recordSending(state, `evt_${index}`, { status: 200, isAccepted: true, now: 7 });
  recordSending(state, "evt_1000", { status: null, isAccepted: false, now: 9 });
  expect(Object.keys(state.controls.sent)).toHaveLength(1000);
  expect(state.controls.sent.evt_1000).toEqual({ attempts: 2, lastStatus: null, deliveredAt: 7 });
});
