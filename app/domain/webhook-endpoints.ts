/** The account's own webhooks: the events, and endpoints and deliveries as responses and pages show them. */

/** The events that an endpoint can subscribe to. Each has a name under webhooks:event. */
export const ACCOUNT_EVENTS = [
  "user.joined",
  "user.removed",
  "user.role_changed",
  "plan.changed",
  "invoice.paid",
  "invoice.payment_failed",
  "key.created",
  "key.rotated",
  "key.revoked",
  "key.deleted",
] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];

/** Sent by a button, whatever the endpoint subscribes to. */
export const TEST_EVENT = "webhook.test";
export type SentEvent = AccountEvent | typeof TEST_EVENT;

interface UserData {
  id: string;
  name: string;
  email: string;
  role: string;
}
interface InvoiceData {
  id: string;
  number: string | null;
  /** In minor units. */
  amount_due: number;
  total: number;
  currency: string;
}
interface KeyData {
  id: string;
  name: string;
}

/** The `data` of each event. */
export interface AccountEventData {
  "user.joined": UserData;
  /** `reason`: an admin removed the user, or the user left. */
  "user.removed": UserData & { reason: "removed" | "left" };
  "user.role_changed": UserData & { previous_role: string };
  "plan.changed": { plan: string; previous_plan: string | null };
  "invoice.paid": InvoiceData;
  "invoice.payment_failed": InvoiceData;
  "key.created": KeyData;
  "key.rotated": KeyData;
  "key.revoked": KeyData;
  /** Those that one call has deleted. */
  "key.deleted": { keys: KeyData[] };
  "webhook.test": { endpoint: string };
}

/** Events that are also sent while the subscription has lapsed: they tell what happens to it. */
const SENT_WHEN_LAPSED: readonly string[] = [
  "plan.changed",
  "invoice.paid",
  "invoice.payment_failed",
] satisfies AccountEvent[];

export function isSentWhenLapsed(type: string): boolean {
  return SENT_WHEN_LAPSED.includes(type);
}

/** `off`: a member turned it off. `disabled`: its deliveries have failed for too long. */
export const ENDPOINT_STATUSES = ["active", "failing", "off", "disabled"] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

export interface EndpointView {
  id: string;
  url: string;
  description: string;
  events: AccountEvent[];
  active: boolean;
  status: EndpointStatus;
  /** Since when every delivery has failed. ISO 8601. */
  failing_since: string | null;
  /** Until when the secret before the last rotation signs as well. ISO 8601. */
  overlap_ends_at: string | null;
  created_at: string;
}

/** `held`: its endpoint was turned off while it waited. It waits again when the endpoint is turned on. */
export const DELIVERY_STATUSES = ["waiting", "held", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why the last attempt failed. Each has a sentence under webhooks:failure. */
export const DELIVERY_FAILURES = [
  "status",
  "redirect",
  "timeout",
  "unreachable",
  "private",
  "local",
  "lapsed",
  "off",
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

export interface DeliveryView {
  id: string;
  /** The `webhook-id` header, by which a receiver recognizes a repeated delivery. */
  event: string;
  type: string;
  status: DeliveryStatus;
  attempts: number;
  failure: DeliveryFailure | null;
  /** The HTTP status of the last response. */
  response_status: number | null;
  /** The beginning of the last response. */
  response_excerpt: string | null;
  duration_ms: number | null;
  created_at: string;
  /** When the next attempt is due; null when there is none. */
  next_attempt_at: string | null;
  delivered_at: string | null;
}

/** The same text for the same events, in whatever order they were chosen. */
export function formatEvents(events: readonly AccountEvent[]): string {
  return ACCOUNT_EVENTS.filter((event) => events.includes(event)).join(" ");
}

/** A type as a part of a text's key, which dots would divide: "user_joined". */
export function toEventText<Type extends SentEvent>(type: Type) {
  return type.replace(".", "_") as Type extends `${infer Subject}.${infer Act}` ? `${Subject}_${Act}` : never;
}

/** Endpoints of one account, whatever its plan: each event is stored once for each of them. */
export const WEBHOOK_ENDPOINTS_MAX = 5;
export const WEBHOOK_DESCRIPTION_MAX_LENGTH = 100;
