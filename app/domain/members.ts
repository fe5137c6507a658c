/** The list of an account's members and invitations: its orders and filters. */
import type { SortDirection, SearchPosition } from "./paging";
import type { Role } from "./roles";

/** By the names of the fields in the API. */
export const MEMBER_SORTS = [
  "name",
  "permission",
  "status",
  "last_login",
  "2fa_enabled",
  "date_created",
] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

/** Registered members have not verified their email. An invitation is expired when its link no longer works. */
export const MEMBER_STATUSES = ["invited", "registered", "verified", "expired"] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** The choice from the list, whatever page of it. */
export interface MemberFilter {
  search: string;
  status?: MemberStatus;
  permission?: Role;
}

/** An order and a position in the list. Without an order: the oldest first, or the order of the searched text. */
export interface MemberQuery extends MemberFilter, SearchPosition {
  sort?: MemberSort;
  direction?: SortDirection;
}

/** The actions on several rows of the list at once: the first two on invitations, the others on members. */
export const MEMBER_ACTIONS = ["resend", "revoke", "role", "remove"] as const;
export type MemberAction = (typeof MEMBER_ACTIONS)[number];

/**
 * The state of an email that is entered into the form of invitations. `invited`: its invitation is sent again.
 */
export const INVITEE_STATES = ["new", "invited", "member", "malformed"] as const;
export type InviteeState = (typeof INVITEE_STATES)[number];

/** The places of a plan, for members and open invitations. */
export interface Places {
  used: number;
  /** Null without a limit. */
  limit: number | null;
}

/** How many names a message lists before "and 3 more", and how much of each: the message travels in a cookie of 4 kB. */
export const NAMES_IN_MESSAGE = 3;
export const NAME_IN_MESSAGE_MAX_LENGTH = 30;
/** How much of each invited email a message has, for the same reason. */
export const EMAIL_IN_MESSAGE_MAX_LENGTH = 60;
