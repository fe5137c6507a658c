/**
 * How often something may be tried, and by whom the tries are counted. Security: brute force and rate limits. Of a list
 * the caller's address comes first: whoever is refused by it uses up nobody's tries, and fills no memory with names.
 */
export interface RateLimit {
  name: string;
  tries: number;
  seconds: number;
  /** What the tries are counted by: the caller's address, the mail address in the input, or both together. */
  by: "address" | "email" | "address+email" | "user";
  /** Whether a try that succeeds counts too. */
  counts: "all" | "failures";
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Guessing one person's password, from one place and from many; and one password on many people. */
export const PASSWORD_LIMITS: readonly RateLimit[] = [
  { name: "password-address", tries: 100, seconds: DAY, by: "address", counts: "failures" },
  { name: "password-here", tries: 10, seconds: 3 * MINUTE, by: "address+email", counts: "failures" },
  { name: "password-email", tries: 20, seconds: HOUR, by: "email", counts: "failures" },
];

/** Each sign-up sends a mail and costs a hash. */
export const SIGN_UP_LIMITS: readonly RateLimit[] = [
  { name: "sign-up-address", tries: 60, seconds: HOUR, by: "address", counts: "all" },
  { name: "sign-up-email", tries: 5, seconds: HOUR, by: "email", counts: "all" },
];

export const VERIFY_MAIL_LIMITS: readonly RateLimit[] = [
  { name: "verify-mail-address", tries: 20, seconds: HOUR, by: "address", counts: "all" },
  { name: "verify-mail-user", tries: 3, seconds: 15 * MINUTE, by: "user", counts: "all" },
];

/** Asking for a mail with a link to an address that may be anybody's: nobody's mailbox is flooded. */
export const MAGIC_MAIL_LIMITS: readonly RateLimit[] = [
  { name: "magic-mail-address", tries: 20, seconds: HOUR, by: "address", counts: "all" },
  { name: "magic-mail-email", tries: 3, seconds: 15 * MINUTE, by: "email", counts: "all" },
];

export const RESET_MAIL_LIMITS: readonly RateLimit[] = [
  { name: "reset-mail-address", tries: 20, seconds: HOUR, by: "address", counts: "all" },
  { name: "reset-mail-email", tries: 3, seconds: 15 * MINUTE, by: "email", counts: "all" },
];

/** Invitations to one address, whichever accounts send them. */
export const INVITE_MAIL_LIMIT: RateLimit = {
  name: "invite-mail-email",
  tries: 3,
  seconds: 15 * MINUTE,
  by: "email",
  counts: "all",
};

/** Changing one's address: `email` is the new one. */
export const EMAIL_CHANGE_LIMITS: readonly RateLimit[] = [
  { name: "email-change-address", tries: 20, seconds: HOUR, by: "address", counts: "all" },
  { name: "email-change-user", tries: 5, seconds: HOUR, by: "user", counts: "all" },
  { name: "email-change-email", tries: 3, seconds: 15 * MINUTE, by: "email", counts: "all" },
];

export const TOKEN_LIMITS: readonly RateLimit[] = [
  { name: "token-address", tries: 60, seconds: HOUR, by: "address", counts: "failures" },
];

/** Guessing the code of a sign-in, over however many sign-ins: counted for whom the sign-in is. */
export const CODE_LIMIT: RateLimit = {
  name: "code-user",
  tries: 20,
  seconds: HOUR,
  by: "user",
  counts: "failures",
};

/** Giving the password again, by somebody signed in. */
export const PROOF_LIMITS: readonly RateLimit[] = [
  { name: "proof-user", tries: 10, seconds: 15 * MINUTE, by: "user", counts: "failures" },
];

/** Each picture is decoded. */
export const AVATAR_LIMIT: RateLimit = {
  name: "avatar-user",
  tries: 10,
  seconds: HOUR,
  by: "user",
  counts: "all",
};
/** A master asking to act as somebody: each try that goes on sends a mail. */
export const IMPERSONATION_LIMITS: readonly RateLimit[] = [
  { name: "impersonation-user", tries: 60, seconds: HOUR, by: "user", counts: "all" },
];

/** Offering an account to one of its admins, who gets a mail. */
export const OWNERSHIP_LIMITS: readonly RateLimit[] = [
  { name: "ownership-user", tries: 5, seconds: HOUR, by: "user", counts: "all" },
];

/** Reads everything there is about a person. */
export const EXPORT_LIMITS: readonly RateLimit[] = [
  { name: "export-user", tries: 10, seconds: HOUR, by: "user", counts: "all" },
];

export const SUPPORT_LIMITS: readonly RateLimit[] = [
  { name: "support-user", tries: 5, seconds: HOUR, by: "user", counts: "all" },
];

export const EVENT_LIMITS: readonly RateLimit[] = [
  { name: "event-user", tries: 60, seconds: MINUTE, by: "user", counts: "all" },
];

export const PLAN_LIMITS: readonly RateLimit[] = [
  { name: "plan-user", tries: 30, seconds: HOUR, by: "user", counts: "all" },
];
