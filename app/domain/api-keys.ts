/** API keys as responses and pages show them. */
import type { KeyScope } from "./key-scopes";
import { days } from "./limits";

/**
 * The beginning of every key, by which people and secret scanners recognize one. It says which payments the product took when the key
 * was made, and nothing else: a key of either kind works in both (docs/decisions/0097-keys-say-which-payments-they-began-with.md).
 */
export const KEY_PREFIXES = { live: "gw_live_", test: "gw_test_" } as const;
export type KeyMode = keyof typeof KEY_PREFIXES;

/** `orphaned`: the member who is responsible for the key has left, or may no longer use keys. */
export const KEY_STATUSES = ["active", "revoked", "expired", "orphaned"] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

export interface ApiKeyView {
  id: string;
  name: string;
  /** The beginning and the end of the key, to recognize it: "gw_live_Ab12…Wx90". */
  key: string;
  scope: KeyScope[];
  /** False once the key is revoked. */
  active: boolean;
  status: KeyStatus;
  /** The IPs and networks that may use the key; none: all of them. */
  allowed_ips: string[];
  /** ISO 8601; null for a key that does not expire. */
  expires_at: string | null;
  /** Until when the secret before the last rotation still works. ISO 8601. */
  overlap_ends_at: string | null;
  /** ISO 8601; null before the first call. */
  last_used_at: string | null;
  last_used_ip: string | null;
  created_at: string;
  /** The name of the member the key acts as; null when they have left. */
  created_by: string | null;
}

/** The calls of one key in the last days, one entry for each day. */
export interface KeyUsageView {
  total: number;
  days: { date: string; calls: number }[];
}

/** Keys of one account, revoked ones included: the list is one page. */
export const KEYS_MAX = 100;
export const KEY_NAME_MAX_LENGTH = 100;
/** How long the previous secret may work after a rotation: not at all, an hour, a day, a week. */
export const KEY_OVERLAP_HOURS = [0, 1, 24, 168] as const;
export const KEY_OVERLAP_HOURS_DEFAULT = 24;
/** The mail about a key's end is sent this long before. */
export const KEY_EXPIRY_WARNED_BEFORE_MS = days(7);
/** Days that the chart of a key's calls shows. */
export const KEY_USAGE_DAYS = 30;
