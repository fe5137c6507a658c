/**
 * Which endpoint is delivered to next. The places of a process go to the accounts in turn, and neither the servers that do not
 * answer nor one account can have them all.
 */
import { keepLatest } from "~/domain/keep-latest";
import type { EndpointState } from "~/models/webhook-endpoint.server";
import { seconds } from "~/domain/limits";

/** Places for the deliveries that one process makes at the same time. Endpoints that do not work have at most half. */
export const WEBHOOKS_AT_ONCE = 20;
/** Deliveries of one account at the same time. Its endpoints that fail have at most half. */
export const ACCOUNT_WEBHOOKS_AT_ONCE = 2;
/** A delivery that takes longer uses a place of those that do not work, for as long as it lasts. */
export const WEBHOOK_SLOW_AFTER_MS = seconds(1);
/** Accounts and endpoints whose last turn a process remembers. */
const WEBHOOK_TURNS_REMEMBERED = 10_000;

/** An endpoint that something is delivered to, or is to be. */
export interface Receiver {
  id: string;
  accountId: string;
  state: EndpointState;
}

export interface DeliveryPlaces {
  /** Whether any delivery may start. */
  hasAny(): boolean;
  /** The endpoint whose turn it is; undefined when nothing of `due` may start. `claimed` is what all processes deliver to. */
  choose(work: { due: Iterable<Receiver>; claimed: readonly Receiver[] }): Receiver | undefined;
  /** Gives the endpoint a place, and its account's turn to the others. Returns what gives the place back. */
  take(receiver: Receiver): () => void;
}

interface Place extends Receiver {
  /** Whether it did not work before, or takes long now. */
  isSlow: boolean;
}

/** `onFree` is called when a delivery has become slow, so that another one may start next to it. */
export function createDeliveryPlaces(onFree: () => void): DeliveryPlaces {
  /** By endpoint. */
  const places = new Map<string, Place>();
  const turns = createTurns();
  let wasLastSlow = false;

  return {
    hasAny: () => hasPlace([...places.values()], "working"),
    choose({ due, claimed }) {
      const running = [...places.values(), ...claimed.filter(({ id }) => !places.has(id))];
      const byAccount = groupByAccount(running);
      const getOwn = ({ accountId }: Receiver) => byAccount.get(accountId) ?? [];
      const mayStart = createRule([...places.values()], getOwn);
      const startable = [...due].filter(mayStart);
      const working = startable.filter(({ state }) => state === "working");
      // A start waits for the database: one that works is never behind more than one that does not.
      const next = wasLastSlow && working.length > 0 ? working : startable;
      return turns.findNext(next, (receiver) => getOwn(receiver).length);
    },
    take(receiver) {
      turns.end(receiver);
      const place = { ...receiver, isSlow: receiver.state !== "working" };
      wasLastSlow = place.isSlow;
      places.set(receiver.id, place);
      const becomeSlow = () => {
        place.isSlow = true;
        onFree();
      };
      const timer = place.isSlow ? undefined : setTimeout(becomeSlow, WEBHOOK_SLOW_AFTER_MS);
      return () => {
        clearTimeout(timer);
        places.delete(receiver.id);
      };
    },
  };
}

function groupByAccount(receivers: readonly Receiver[]): Map<string, Receiver[]> {
  const groups = new Map<string, Receiver[]>();
  for (const one of receivers) groups.set(one.accountId, [...(groups.get(one.accountId) ?? []), one]);
  return groups;
}

/** One delivery at a time to an endpoint, while this process and the account have a place for it. */
function createRule(places: readonly Place[], getOwn: (receiver: Receiver) => readonly Receiver[]) {
  const hasPlaceFor = {
    working: hasPlace(places, "working"),
    unproven: hasPlace(places, "unproven"),
    failing: hasPlace(places, "failing"),
  };
  return (receiver: Receiver): boolean => {
    const own = getOwn(receiver);
    const isRunning = own.some(({ id }) => id === receiver.id);
    return !isRunning && hasPlaceFor[receiver.state] && hasPlaceOfAccount(own, receiver);
  };
}

/**
 * The slow have at most half of the places, because their deliveries may last until the time limit. A delivery that becomes
 * slow no longer uses the others' half, so a place of it is free within WEBHOOK_SLOW_AFTER_MS at the latest.
 */
function hasPlace(places: readonly Place[], state: EndpointState): boolean {
  const half = WEBHOOKS_AT_ONCE / 2;
  const slow = places.filter(({ isSlow }) => isSlow).length;
  const used = places.length - slow + Math.min(slow, half);
  return used < WEBHOOKS_AT_ONCE && (state === "working" || slow < half);
}

/** An account's failing endpoints leave half of its own places to the others. */
function hasPlaceOfAccount(own: readonly Receiver[], { state }: Receiver): boolean {
  if (own.length >= ACCOUNT_WEBHOOKS_AT_ONCE) return false;
  const failing = own.filter((one) => one.state === "failing").length;
  return state !== "failing" || failing < ACCOUNT_WEBHOOKS_AT_ONCE / 2;
}

/**
 * An account with fewer deliveries at this moment is next, and of several the one that was served longest ago; of its endpoints
 * also the one that was.
 */
function createTurns() {
  /** The number of the last turn of accounts and endpoints, the earliest first. */
  const last = new Map<string, number>();
  let count = 0;
  const record = (id: string): void => {
    last.delete(id);
    // A forgotten id counts as never served.
    keepLatest(last, [id, count], WEBHOOK_TURNS_REMEMBERED);
  };
  const getLast = (id: string): number => last.get(id) ?? 0;
  return {
    findNext(receivers: readonly Receiver[], countRunning: (receiver: Receiver) => number) {
      const isBefore = (one: Receiver, other: Receiver): boolean =>
        (countRunning(one) - countRunning(other) ||
          getLast(one.accountId) - getLast(other.accountId) ||
          getLast(one.id) - getLast(other.id)) < 0;
      let next = receivers[0];
      for (const one of receivers) if (next && isBefore(one, next)) next = one;
      return next;
    },
    end({ id, accountId }: Receiver): void {
      count += 1;
      record(accountId);
      record(id);
    },
  };
}
