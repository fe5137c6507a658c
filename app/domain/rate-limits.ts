/** How often something may be tried, and by whom the tries are counted. Security: brute force and rate limits. */
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
  { name: "password-here", tries: 10, seconds: 3 * MINUTE, by: "address+email", counts: "failures" },
  { name: "password-email", tries: 20, seconds: HOUR, by: "email", counts: "failures" },
  { name: "password-address", tries: 100, seconds: DAY, by: "address", counts: "failures" },
];

/** Each sign-up sends a mail and costs a hash. */
export const SIGN_UP_LIMITS: readonly RateLimit[] = [
  { name: "sign-up-email", tries: 5, seconds: HOUR, by: "email", counts: "all" },
  { name: "sign-up-address", tries: 60, seconds: HOUR, by: "address", counts: "all" },
];

export const VERIFY_MAIL_LIMITS: readonly RateLimit[] = [
  { name: "verify-mail-user", tries: 3, seconds: 15 * MINUTE, by: "user", counts: "all" },
  { name: "verify-mail-address", tries: 20, seconds: HOUR, by: "address", counts: "all" },
];

export const TOKEN_LIMITS: readonly RateLimit[] = [
  { name: "token-address", tries: 60, seconds: HOUR, by: "address", counts: "failures" },
];

export const SUPPORT_LIMITS: readonly RateLimit[] = [
  { name: "support-user", tries: 5, seconds: HOUR, by: "user", counts: "all" },
];

export const PLAN_LIMITS: readonly RateLimit[] = [
  { name: "plan-user", tries: 30, seconds: HOUR, by: "user", counts: "all" },
];
