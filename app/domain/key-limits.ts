/** The numbers of API keys, each with its unit and its reason. The others are in limits.ts. */
import { days, minutes } from "./limits";

/** Keys of one account, revoked ones included: the list is one page. */
export const KEYS_MAX = 100;
export const KEY_NAME_MAX_LENGTH = 100;
/** Entries of the list of allowed IPs: offices, servers, and some to spare. */
export const KEY_IPS_MAX = 20;
/** Characters of an IPv6 network in its longest spelling. */
export const KEY_IP_MAX_LENGTH = 43;
/** What the form of a new key suggests. A key that never expires is a choice, not the default. */
export const KEY_LIFE_SUGGESTED_DAYS = 90;
/** In years from now: a later date is a typing error. */
export const KEY_LIFE_MAX_YEARS = 10;
/** How long the former secret may work after a rotation: not at all, an hour, a day, a week. */
export const KEY_OVERLAP_HOURS = [0, 1, 24, 168] as const;
export const KEY_OVERLAP_HOURS_DEFAULT = 24;
/** The mail about a key's end is sent this long before. */
export const KEY_EXPIRY_WARNED_BEFORE_MS = days(7);
/** How often keys that expire soon are looked for. */
export const KEY_EXPIRY_CHECK_MS = minutes(60);
export const KEY_EXPIRY_BATCH = 50;
/** The time of the last use and the calls of a key are written at most this often, because a call must not cost a write. */
export const KEY_USE_EVERY_MS = minutes(1);
/** The first call of a key is written this soon. */
export const KEY_USE_FIRST_AFTER_MS = 500;
/** Keys that one transaction stores. */
export const KEY_USE_BATCH = 50;
/** Days that the chart of a key's calls shows. */
export const KEY_USAGE_DAYS = 30;
/** An expired secret is kept this long, so that the answer can say why it no longer works. */
export const KEY_SECRET_KEPT_MS = days(30);
