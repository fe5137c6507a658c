/**
 * How often something may be tried, and by whom the tries are counted. Security: brute force and rate limits. Of a list
 * the caller's address comes first: whoever is refused by it uses up nobody's tries, and fills no memory with names.
 *
 * A known device of the email's owner is outside the limits by address and by email: it is counted by itself, with the
 * same numbers; where attempts that succeed count too, all known devices of the owner are counted together. So a stranger can use up an email's limits, and the owner still signs in where they did before. A
 * stranger gets 20 guesses an hour by sign-in and 20 by sign-up at one email's password, from however many addresses.
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
  { name: "sign-up-here", tries: 5, seconds: HOUR, by: "address+email", counts: "all" },
  { name: "sign-up-email", tries: 20, seconds: HOUR, by: "email", counts: "all" },
];

export const VERIFY_MAIL_LIMITS: readonly RateLimit[] = [
  { name: "verify-mail-address", tries: 20, seconds: HOUR, by: "address", counts: "all" },
  { name: "verify-mail-user", tries: 3, seconds: 15 * MINUTE, by: "user", counts: "all" },
];

/**
 * Asking for a mail with a link to an email that may be anyone's. One address alone (12 an hour) cannot reach the cap of
 * the email, which bounds what many addresses together can send to one mailbox.
 */
export const MAGIC_MAIL_LIMITS: readonly RateLimit[] = [
  { name: "magic-mail-address", tries: 20, seconds: HOUR, by: "address", counts: "all" },
  { name: "magic-mail-here", tries: 3, seconds: 15 * MINUTE, by: "address+email", counts: "all" },
  { name: "magic-mail-email", tries: 20, seconds: HOUR, by: "email", counts: "all" },
];

export const RESET_MAIL_LIMITS: readonly RateLimit[] = [
  { name: "reset-mail-address", tries: 20, seconds: HOUR, by: "address", counts: "all" },
  { name: "reset-mail-here", tries: 3, seconds: 15 * MINUTE, by: "address+email", counts: "all" },
  { name: "reset-mail-email", tries: 20, seconds: HOUR, by: "email", counts: "all" },
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
  { name: "email-change-here", tries: 3, seconds: 15 * MINUTE, by: "address+email", counts: "all" },
  { name: "email-change-email", tries: 20, seconds: HOUR, by: "email", counts: "all" },
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

/** The same on a device that the user has signed in with before. */
export const KNOWN_DEVICE_CODE_LIMIT: RateLimit = {
  name: "code-device",
  tries: 20,
  seconds: HOUR,
  by: "email",
  counts: "failures",
};

/** Giving the password again to confirm an act on a credential. */
export const REAUTHENTICATION_LIMITS: readonly RateLimit[] = [
  { name: "reauthentication-user", tries: 10, seconds: 15 * MINUTE, by: "user", counts: "failures" },
];

/** Each picture is read whole and decoded. */
export const AVATAR_LIMITS: readonly RateLimit[] = [
  { name: "avatar-address", tries: 60, seconds: HOUR, by: "address", counts: "all" },
  { name: "avatar-user", tries: 10, seconds: HOUR, by: "user", counts: "all" },
];

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

/** Coming back from a network: its API is asked, and a one-time token is written. */
export const SOCIAL_RETURN_LIMITS: readonly RateLimit[] = [
  { name: "social-return-address", tries: 300, seconds: HOUR, by: "address", counts: "all" },
];

export const PLAN_LIMITS: readonly RateLimit[] = [
  { name: "plan-user", tries: 30, seconds: HOUR, by: "user", counts: "all" },
];

/**
 * Every write whose own limits do not count each try: no user fills the database, however patiently, and no network
 * does with many users. Far more than anyone does by hand, and than a company signs in within an hour.
 */
export const WRITE_LIMITS: readonly RateLimit[] = [
  { name: "write-address", tries: 6000, seconds: HOUR, by: "address", counts: "all" },
  { name: "write-user", tries: 600, seconds: HOUR, by: "user", counts: "all" },
];

/** Calls of browsers to the payment sandbox, which writes its whole state to the disk after each of them. */
export const PAYMENT_SANDBOX_LIMIT: RateLimit = {
  name: "payment-sandbox-address",
  tries: 120,
  seconds: MINUTE,
  by: "address",
  counts: "all",
};

/** Pages of the networks' sandbox, which keeps every permission for a while. */
export const SOCIAL_SANDBOX_LIMIT: RateLimit = {
  name: "social-sandbox-address",
  tries: 240,
  seconds: MINUTE,
  by: "address",
  counts: "all",
};
