/** The data that the sandbox's rules work on: its rows, its clock, and the events to deliver. */
import { createMissingReferenceError, createNotFoundError, SandboxError } from "./http/errors";
import { queueDelivery } from "./state/deliveries";
import { createId, ID_PREFIXES } from "./state/ids";
import type { Kind, Row, State } from "./state/state";

const EVENTS_KEPT = 1000;
/** The limit for each kind that is not deleted automatically. The whole file is written after each change. */
const ROWS_KEPT = 10_000;
/** Kinds whose oldest objects are deleted for new ones. */
const FORGOTTEN = { event: true, token: true, "v2.core.event": true };

export interface Ledger {
  state: State;
  /** The sandbox's time, in whole seconds. */
  now(): number;
  /** The request that causes the current changes; null for changes by the sandbox itself. */
  cause: { requestId: string; idempotencyKey: string | null } | null;
  apiVersion: string;
  /** Whether a webhook is configured. Events are queued for delivery only then. */
  hasWebhook(): boolean;
  /** Whether an endpoint for thin events is configured. */
  hasThinWebhook(): boolean;
  /** The absolute URL of the PDF with this token. */
  toPdfUrl(token: string): string;
}

/**
 * Throws 429 when no more objects can be stored. Called before a request that creates objects starts, so that none
 * is half done.
 */
export function requireRoom(ledger: Ledger): void {
  const kind = findFullKind(ledger);
  if (kind === null) return;
  throw new SandboxError(429, {
    type: "invalid_request_error",
    code: "rate_limit",
    message: `The payment sandbox is full: it keeps ${ROWS_KEPT} objects of the kind ${kind}. Remove its file to start afresh.`,
  });
}

/** Returns the kind of which no more objects can be stored; null while there is room for every kind. */
export function findFullKind({ state }: Ledger): string | null {
  const full = Object.entries(state.tables).find(
    ([kind, table]) => !(kind in FORGOTTEN) && Object.keys(table).length >= ROWS_KEPT,
  );
  return full ? full[0] : null;
}

/** Inserts a new object into its table. */
export function insert<K extends Kind>(ledger: Ledger, kind: K, row: Row<K>): void {
  const table: Record<string, Row<K>> = ledger.state.tables[kind];
  table[row.id] = row;
}

export function find<K extends Kind>(ledger: Ledger, kind: K, id: string): Row<K> | null {
  const table: Record<string, Row<K>> = ledger.state.tables[kind];
  return Object.hasOwn(table, id) ? (table[id] ?? null) : null;
}

/** Returns the object that a path names. Throws 404 resource_missing. */
export function get<K extends Kind>(ledger: Ledger, kind: K, id: string): Row<K> {
  const row = find(ledger, kind, id);
  if (!row) throw createNotFoundError(kind, id);
  return row;
}

/** Returns the object that a parameter names. Throws 400 resource_missing with the parameter's name. */
export function getReferenced<K extends Kind>(
  ledger: Ledger,
  kind: K,
  { id, param }: { id: string; param: string },
): Row<K> {
  const row = find(ledger, kind, id);
  if (!row) throw createMissingReferenceError(kind, id, param);
  return row;
}

/** Lists every object of a kind, oldest first. */
export function listObjects<K extends Kind>(ledger: Ledger, kind: K): Row<K>[] {
  const table: Record<string, Row<K>> = ledger.state.tables[kind];
  return Object.values(table);
}

/**
 * Changes an object in place and emits `event` with the previous values (null: no event). Without a change there is
 * no event.
 */
export function change<T extends { id: string; object: string }>(
  ledger: Ledger,
  row: T,
  { event, to }: { event: string | null; to: Partial<T> },
): void {
  const before: Record<string, unknown> = {};
  for (const key of Object.keys(to) as (keyof T & string)[]) {
    if (JSON.stringify(row[key]) !== JSON.stringify(to[key])) before[key] = structuredClone(row[key]);
  }
  if (Object.keys(before).length === 0) return;
  Object.assign(row, to);
  if (event !== null) queueWebhook(ledger, event, { object: row, before });
}

/** Records an event with the object's current state, and queues it for the webhook. */
export function queueWebhook(
  ledger: Ledger,
  type: string,
  { object, before }: { object: { id: string; object: string }; before?: Record<string, unknown> },
): void {
  const id = createId(ID_PREFIXES.event);
  insert(ledger, "event", {
    id,
    object: "event",
    api_version: ledger.apiVersion,
    created: ledger.now(),
    data: { object: structuredClone(object), ...(before && { previous_attributes: before }) },
    livemode: false,
    pending_webhooks: ledger.hasWebhook() ? 1 : 0,
    request: { id: ledger.cause?.requestId ?? null, idempotency_key: ledger.cause?.idempotencyKey ?? null },
    type,
  });
  if (ledger.hasWebhook()) {
    queueDelivery(ledger.state, id);
    if (ledger.state.controls.sendsTwice) queueDelivery(ledger.state, id);
  }
  deleteOldEvents(ledger);
}

/** The provider keeps events for 30 days. A file that is written completely each time needs a lower limit. */
function deleteOldEvents(ledger: Ledger): void {
  deleteOld(ledger, ledger.state.tables.event);
}

/** The same for thin events. */
export function deleteOldThinEvents(ledger: Ledger): void {
  deleteOld(ledger, ledger.state.tables["v2.core.event"]);
}

function deleteOld(ledger: Ledger, events: Record<string, unknown>): void {
  const ids = Object.keys(events);
  if (ids.length <= EVENTS_KEPT) return;
  const waiting = new Set(ledger.state.deliveries.map((delivery) => delivery.eventId));
  for (const id of ids.slice(0, ids.length - EVENTS_KEPT)) {
    if (!waiting.has(id)) Reflect.deleteProperty(events, id);
  }
}
