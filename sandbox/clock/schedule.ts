/** The change that is due next, and when: the next one that time alone causes. Times in seconds. */
import { isEnded } from "../billing/cancel";
import { findSubscription } from "../billing/settle";
import { listObjects, type Ledger } from "../ledger";
import type { Invoice, Subscription } from "../objects";
import { retryInvoice } from "./collect";
import {
  announceTrialEnd,
  endPeriod,
  expirePendingUpdate,
  expireSubscription,
  finalize,
  getPeriodEnd,
} from "./transitions";

const HOUR_SECONDS = 3600;
/** How long the first invoice can be paid. */
const INCOMPLETE_SECONDS = 23 * HOUR_SECONDS;
const TRIAL_NOTICE_SECONDS = 3 * 24 * HOUR_SECONDS;

export interface DueChange {
  at: number;
  /** For messages: the object and what happens to it. */
  name: string;
  apply(ledger: Ledger): void;
  /** A jump of the clock waits until the product has received its events. */
  isHeard?: boolean;
}

/** Returns the earliest change that is due by `until`; null when there is none. */
export function findNextChange(ledger: Ledger, until: number): DueChange | null {
  let next: DueChange | null = null;
  for (const subscription of listObjects(ledger, "subscription")) {
    if (isEnded(subscription)) continue;
    for (const due of listSubscriptionChanges(ledger, subscription)) next = pickEarlier(next, due);
  }
  for (const invoice of listObjects(ledger, "invoice")) {
    const due = findFinalization(ledger, invoice) ?? findRetry(ledger, invoice);
    if (due) next = pickEarlier(next, due);
  }
  return next && next.at <= until ? next : null;
}

/** Of two changes at the same time, the first one is applied first. */
function pickEarlier(first: DueChange | null, second: DueChange): DueChange {
  return first && first.at <= second.at ? first : second;
}

function listSubscriptionChanges(ledger: Ledger, subscription: Subscription): DueChange[] {
  const { id, created, pending_update: pending, status } = subscription;
  if (status === "incomplete") {
    const apply = (then: Ledger) => expireSubscription(then, subscription);
    return [{ at: created + INCOMPLETE_SECONDS, name: `${id} expires`, apply }];
  }
  const changes = [findTrialNotice(ledger, subscription)];
  const end = getPeriodEnd(subscription);
  if (pending) {
    const at = Math.min(pending.expires_at, end ?? Infinity);
    const apply = (then: Ledger) => expirePendingUpdate(then, subscription);
    changes.push({ at, name: `${id} loses its pending update`, apply, isHeard: true });
  }
  if (end !== null) {
    const apply = (then: Ledger) => endPeriod(then, subscription);
    changes.push({ at: end, name: `${id} ends its period`, apply });
  }
  return changes.filter((due) => due !== null);
}

/** A trial shorter than the notice is announced when it begins. */
function findTrialNotice(ledger: Ledger, subscription: Subscription): DueChange | null {
  const { id, status, trial_end: end, trial_start: start } = subscription;
  if (status !== "trialing" || end === null || ledger.state.announcedTrials[id] === end) return null;
  return {
    at: Math.max(start ?? 0, end - TRIAL_NOTICE_SECONDS),
    name: `${id} announces the end of its trial`,
    apply: (then) => announceTrialEnd(then, subscription),
  };
}

function findFinalization(ledger: Ledger, invoice: Invoice): DueChange | null {
  const { id, automatically_finalizes_at: at, status } = invoice;
  const subscription = status === "draft" ? findSubscription(ledger, invoice) : null;
  if (!subscription || at === null) return null;
  return { at, name: `${id} becomes final`, apply: (then) => finalize(then, { subscription, invoice }) };
}

function findRetry(ledger: Ledger, invoice: Invoice): DueChange | null {
  const { id, next_payment_attempt: at, status } = invoice;
  if (status !== "open" || at === null) return null;
  const subscription = findSubscription(ledger, invoice);
  if (!subscription || isEnded(subscription)) return null;
  return {
    at,
    name: `${id} is charged again`,
    apply: (then) => retryInvoice(then, { subscription, invoice }),
  };
}
