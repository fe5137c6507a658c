/** Who gets the places for deliveries: no receiver and no account has them all, and everyone has a turn. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EndpointState } from "~/models/webhook-endpoint.server";
import { WEBHOOK_TIMEOUT_MS } from "~/gateways/webhooks/post-webhook";
import {
  createDeliveryPlaces,
  type DeliveryPlaces,
  type Receiver,
  ACCOUNT_WEBHOOKS_AT_ONCE,
  WEBHOOK_SLOW_AFTER_MS,
  WEBHOOKS_AT_ONCE,
} from "./delivery-places.server";

const HALF = WEBHOOKS_AT_ONCE / 2;

let places: DeliveryPlaces;
const freed = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  freed.mockReset();
  places = createDeliveryPlaces(freed);
});
afterEach(() => vi.useRealTimers());

/** The endpoints of `accounts` accounts, `each` of them. */
function makeReceivers(
  name: string,
  { accounts = 1, each = 1, state }: { accounts?: number; each?: number; state: EndpointState },
): Receiver[] {
  return Array.from({ length: accounts * each }, (_, index) => {
    const accountId = `${name}${Math.floor(index / each)}`;
    return { id: `${accountId}-${index % each}`, accountId, state };
  });
}

/** Starts what may start, and returns it in this order with what gives each place back. */
function fill(due: readonly Receiver[], claimed: readonly Receiver[] = []) {
  const started: { receiver: Receiver; end: () => void }[] = [];
  for (;;) {
    const receiver = places.choose({ due, claimed });
    if (!receiver) return started;
    started.push({ receiver, end: places.take(receiver) });
  }
}

const listIds = (started: ReturnType<typeof fill>) => started.map(({ receiver }) => receiver.id);

test("accounts have their turns: each has one delivery before any has a second one", () => {
  const due = [
    ...makeReceivers("many", { each: 5, state: "working" }),
    ...makeReceivers("few", { accounts: 3, state: "working" }),
  ];
  expect(listIds(fill(due))).toEqual(["many0-0", "few0-0", "few1-0", "few2-0", "many0-1"]);
});

test("a place that becomes free goes to an account without a delivery, and of those to the one served longest ago", () => {
  const due = makeReceivers("a", { accounts: WEBHOOKS_AT_ONCE, each: 2, state: "working" });
  const started = fill(due);
  expect(started).toHaveLength(WEBHOOKS_AT_ONCE);
  for (const place of [7, 3]) started[place]?.end();
  expect(listIds(fill(due))).toEqual(["a3-1", "a7-1"]);
  for (const place of [0, 1]) started[place]?.end();
  const newcomer = makeReceivers("new", { state: "working" });
  expect(listIds(fill([...due, ...newcomer]))).toEqual(["new0-0", "a0-1"]);
});

test("an account has two deliveries at a time, also when its endpoints are deleted and registered again", () => {
  const state = "unproven";
  expect(fill(makeReceivers("a", { each: 5, state }))).toHaveLength(ACCOUNT_WEBHOOKS_AT_ONCE);
  // Other ids of the same account, and no claimed row of the previous ones.
  const again = makeReceivers("a", { each: 5, state }).map((one) => ({ ...one, id: `again-${one.id}` }));
  expect(fill(again)).toEqual([]);
});

test("what other processes deliver to counts for the account and for the endpoint", () => {
  const due = makeReceivers("a", { each: 5, state: "working" });
  const claimed = makeReceivers("a", { each: 1, state: "working" });
  expect(listIds(fill(due, claimed))).toEqual(["a0-1"]);
});

test.each(["failing", "unproven"] satisfies EndpointState[])(
  "endpoints that are %s have half of the places, however many accounts they are of",
  (state) => {
    expect(fill(makeReceivers("silent", { accounts: 40, each: 5, state }))).toHaveLength(HALF);
    expect(fill(makeReceivers("honest", { accounts: 40, state: "working" }))).toHaveLength(HALF);
  },
);

test("an endpoint that works is behind one at most that does not, also when it was served last", () => {
  const honest = makeReceivers("honest", { state: "working" });
  fill(honest)[0]?.end();
  const due = [...makeReceivers("silent", { accounts: 5, state: "unproven" }), ...honest];
  expect(listIds(fill(due)).slice(0, 3)).toEqual(["silent0-0", "honest0-0", "silent1-0"]);
});

test("an account's failing endpoint leaves a place for the others of the account", () => {
  const failing = makeReceivers("a", { each: 3, state: "failing" });
  const others = makeReceivers("a", { each: 5, state: "unproven" }).slice(3);
  expect(listIds(fill([...failing, ...others]))).toEqual(["a0-0", "a0-3"]);
});

test("a delivery that takes over a second no longer keeps a place from those that work", () => {
  const due = makeReceivers("a", { accounts: 100, state: "working" });
  expect(fill(due)).toHaveLength(WEBHOOKS_AT_ONCE);
  vi.advanceTimersByTime(WEBHOOK_SLOW_AFTER_MS - 1);
  expect(fill(due)).toEqual([]);
  expect(freed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(freed).toHaveBeenCalled();
  expect(fill(due)).toHaveLength(HALF);
  expect(fill(makeReceivers("new", { accounts: 5, state: "unproven" }))).toEqual([]);
});

test("receivers that all become slow keep a process at sixty deliveries", () => {
  const due = makeReceivers("a", { accounts: 1000, state: "working" });
  let running: { end: () => void; until: number }[] = [];
  let most = 0;
  for (let at = 0; at < 4 * WEBHOOK_TIMEOUT_MS; at += WEBHOOK_SLOW_AFTER_MS) {
    for (const { end } of running.filter(({ until }) => until <= at)) end();
    running = running.filter(({ until }) => until > at);
    running.push(...fill(due).map(({ end }) => ({ end, until: at + WEBHOOK_TIMEOUT_MS })));
    most = Math.max(most, running.length);
    vi.advanceTimersByTime(WEBHOOK_SLOW_AFTER_MS);
  }
  expect(most).toBe(
    WEBHOOKS_AT_ONCE + (HALF * (WEBHOOK_TIMEOUT_MS - WEBHOOK_SLOW_AFTER_MS)) / WEBHOOK_SLOW_AFTER_MS,
  );
});
