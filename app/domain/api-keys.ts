/** API keys as responses and pages show them. */
import type { KeyScope } from "./key-scopes";

/** The beginning of every key, by which people and secret scanners recognize one. */
export const KEY_PREFIX = "gw_live_";

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
