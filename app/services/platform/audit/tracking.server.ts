/** Records tracked events: what users do with the product, for the people who build it. */
import type { AuditAction } from "~/domain/audit-actions";
import type { OperationEvent } from "~/domain/events";
import { createEvent } from "~/models/event.server";
import type { Store } from "~/models/store/store";
import type { App } from "../app.server";

export interface TrackedEvent {
  name: OperationEvent;
  accountId: string;
  userId: string;
  metadata?: Record<string, unknown>;
}

/** Records an event. `store` is the transaction that causes it, if there is one. */
export function trackEvent(store: Store, event: TrackedEvent): Promise<void> {
  return createEvent(store, event);
}

/** The same outside of a transaction. A lost event is logged, and does not fail what has happened already. */
export async function trackEventAfter(
  { store, log }: Pick<App, "store" | "log">,
  event: TrackedEvent,
): Promise<void> {
  try {
    await trackEvent(store, event);
  } catch (cause) {
    log.warn({ err: cause, event: event.name }, "usage event lost");
  }
}

/** The actions of the account's log that are tracked events too. */
const AUDITED: Partial<Record<AuditAction, OperationEvent>> = {
  account_created: "signed_up",
  card_changed: "card_changed",
  invited: "invited",
  joined: "joined",
  key_created: "key_created",
  two_factor_on: "two_factor_on",
};

/** Records the tracked event of an entry of the account's log, if it has one. What a master does for a user is none. */
export async function trackAuditedEvent(
  store: Store,
  audit: { action: AuditAction; accountId: string; actorId: string; impersonatorId: string | null },
): Promise<void> {
  const name = AUDITED[audit.action];
  if (!name || audit.impersonatorId !== null) return;
  await trackEvent(store, { name, accountId: audit.accountId, userId: audit.actorId });
}
