/**
 * How often an operation may be attempted, and what the attempts are counted by. In each list the caller's IP
 * comes first: a caller whom it rejects consumes no other limit and stores no names in memory.
 *
 * A known device of the email's owner is not subject to the limits by IP and by email. It has a counter of
 * its own with the same numbers; where successful attempts count too, all known devices of the owner share
 * one counter. So a stranger can exhaust an email's limits, and the owner still signs in where they did
 * before. A stranger gets 20 guesses an hour by sign-in and 20 by sign-up at the password of one email, from
 * any number of IPs.
 */
export interface RateLimit {
  name: string;
  attempts: number;
  seconds: number;
  /** The key of the count: the caller's IP, the email in the input, or both together. */
  by: "ip" | "email" | "ip+email" | "user";
  /** Whether a successful attempt counts too. */
  counts: "all" | "failures";
}

/** The remainder of a limit after an attempt. */
export interface LimitUse {
  limit: RateLimit;
  /** How many attempts are left. */
  remaining: number;
  /** When the count starts again. */
  resetSeconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Against guessing one user's password from one IP or from many, and one password for many users. */
export const PASSWORD_LIMITS: readonly RateLimit[] = [
  { name: "password-address", attempts: 100, seconds: DAY, by: "ip", counts: "failures" },
  { name: "password-here", attempts: 10, seconds: 3 * MINUTE, by: "ip+email", counts: "failures" },
  { name: "password-email", attempts: 20, seconds: HOUR, by: "email", counts: "failures" },
];

/** Each sign-up sends a mail and costs a hash. */
export const SIGN_UP_LIMITS: readonly RateLimit[] = [
  { name: "sign-up-address", attempts: 60, seconds: HOUR, by: "ip", counts: "all" },
  { name: "sign-up-here", attempts: 5, seconds: HOUR, by: "ip+email", counts: "all" },
  { name: "sign-up-email", attempts: 20, seconds: HOUR, by: "email", counts: "all" },
];

/** Calls with an API key that does not exist. A key has 256 bits: this keeps the log and the database quiet. */
export const BAD_KEY_LIMIT: RateLimit = {
  name: "bad-key-address",
  attempts: 60,
  seconds: MINUTE,
  by: "ip",
  counts: "failures",
};

export const VERIFY_MAIL_LIMITS: readonly RateLimit[] = [
  { name: "verify-mail-address", attempts: 20, seconds: HOUR, by: "ip", counts: "all" },
  { name: "verify-mail-user", attempts: 3, seconds: 15 * MINUTE, by: "user", counts: "all" },
];

/** Requesting a link that signs in, and one that sets a new password: the same for both, and each counts alone. */
export const MAGIC_MAIL_LIMITS = createLinkMailLimits("magic-mail");
export const RESET_MAIL_LIMITS = createLinkMailLimits("reset-mail");

/**
 * Requesting a mail with a link for any email. One IP alone (12 an hour) cannot reach the limit of the email,
 * which bounds what many IPs together can send to one mailbox.
 */
function createLinkMailLimits(name: string): readonly RateLimit[] {
  return [
    { name: `${name}-address`, attempts: 20, seconds: HOUR, by: "ip", counts: "all" },
    { name: `${name}-here`, attempts: 3, seconds: 15 * MINUTE, by: "ip+email", counts: "all" },
    { name: `${name}-email`, attempts: 20, seconds: HOUR, by: "email", counts: "all" },
  ];
}

/** Invitations to one email, whichever accounts send them. */
export const INVITE_MAIL_LIMIT: RateLimit = {
  name: "invite-mail-email",
  attempts: 3,
  seconds: 15 * MINUTE,
  by: "email",
  counts: "all",
};

/** Changing the user's email: `email` is the new one. */
export const EMAIL_CHANGE_LIMITS: readonly RateLimit[] = [
  { name: "email-change-address", attempts: 20, seconds: HOUR, by: "ip", counts: "all" },
  { name: "email-change-user", attempts: 5, seconds: HOUR, by: "user", counts: "all" },
  { name: "email-change-here", attempts: 3, seconds: 15 * MINUTE, by: "ip+email", counts: "all" },
  { name: "email-change-email", attempts: 20, seconds: HOUR, by: "email", counts: "all" },
];

export const TOKEN_LIMITS: readonly RateLimit[] = [
  { name: "token-address", attempts: 60, seconds: HOUR, by: "ip", counts: "failures" },
];

/** Every sign-in page of a browser that knows passkeys asks for a challenge. It costs a signature, and stores nothing. */
export const PASSKEY_OPTIONS_LIMITS: readonly RateLimit[] = [
  { name: "passkey-options-address", attempts: 600, seconds: HOUR, by: "ip", counts: "all" },
];

/** Against guessing the second-factor code, over any number of sign-ins: counted by the user who signs in. */
export const CODE_LIMIT: RateLimit = {
  name: "code-user",
  attempts: 20,
  seconds: HOUR,
  by: "user",
  counts: "failures",
};

/** The same on a device that the user has signed in with before. */
export const KNOWN_DEVICE_CODE_LIMIT: RateLimit = {
  name: "code-device",
  attempts: 20,
  seconds: HOUR,
  by: "email",
  counts: "failures",
};

/** Wrong tokens of setup. The right one is refused as well when they are used up. */
export const SETUP_TOKEN_LIMIT: RateLimit = {
  name: "setup-token-address",
  attempts: 5,
  seconds: 15 * MINUTE,
  by: "ip",
  counts: "failures",
};

/** Entering the password again before a change of a credential. */
export const REAUTHENTICATION_LIMITS: readonly RateLimit[] = [
  { name: "reauthentication-user", attempts: 10, seconds: 15 * MINUTE, by: "user", counts: "failures" },
];

/** Each avatar is read completely and decoded. */
export const AVATAR_LIMITS: readonly RateLimit[] = [
  { name: "avatar-address", attempts: 60, seconds: HOUR, by: "ip", counts: "all" },
  { name: "avatar-user", attempts: 10, seconds: HOUR, by: "user", counts: "all" },
];

/** A master's request to act as a user. Each accepted request sends a mail. */
export const IMPERSONATION_LIMITS: readonly RateLimit[] = [
  { name: "impersonation-user", attempts: 60, seconds: HOUR, by: "user", counts: "all" },
];

/** Offering an account to one of its admins, who gets a mail. */
export const OWNERSHIP_LIMITS: readonly RateLimit[] = [
  { name: "ownership-user", attempts: 5, seconds: HOUR, by: "user", counts: "all" },
];

/** An export reads all data of a user. */
export const EXPORT_LIMITS: readonly RateLimit[] = [
  { name: "export-user", attempts: 10, seconds: HOUR, by: "user", counts: "all" },
];

/** An export reads the whole list of an account's members. */
export const MEMBERS_EXPORT_LIMITS: readonly RateLimit[] = [
  { name: "members-export-user", attempts: 20, seconds: HOUR, by: "user", counts: "all" },
];

export const SUPPORT_LIMITS: readonly RateLimit[] = [
  { name: "support-user", attempts: 5, seconds: HOUR, by: "user", counts: "all" },
];

export const FEEDBACK_LIMITS: readonly RateLimit[] = [
  { name: "feedback-user", attempts: 10, seconds: HOUR, by: "user", counts: "all" },
];

export const EVENT_LIMITS: readonly RateLimit[] = [
  { name: "event-user", attempts: 60, seconds: MINUTE, by: "user", counts: "all" },
];

/** The callback of an identity provider: it calls the provider's API and writes a one-time token. */
export const IDENTITY_PROVIDER_RETURN_LIMITS: readonly RateLimit[] = [
  { name: "social-return-address", attempts: 300, seconds: HOUR, by: "ip", counts: "all" },
];

/** Against guessing promotion codes and trying stolen cards, with one user or with many. */
export const PLAN_LIMITS: readonly RateLimit[] = [
  { name: "plan-address", attempts: 120, seconds: HOUR, by: "ip", counts: "failures" },
  { name: "plan-user", attempts: 30, seconds: HOUR, by: "user", counts: "all" },
];

/** A preview asks the payment provider, and can be used to guess promotion codes. */
export const PREVIEW_LIMITS: readonly RateLimit[] = [
  { name: "preview-address", attempts: 600, seconds: HOUR, by: "ip", counts: "all" },
  { name: "preview-user", attempts: 120, seconds: HOUR, by: "user", counts: "all" },
];

/** Reading them asks the payment provider twice. */
export const BILLING_DETAILS_READ_LIMITS: readonly RateLimit[] = [
  { name: "billing-details-read-address", attempts: 600, seconds: HOUR, by: "ip", counts: "all" },
  { name: "billing-details-read-user", attempts: 120, seconds: HOUR, by: "user", counts: "all" },
];

/** Each change makes several calls to the payment provider. */
export const BILLING_DETAILS_LIMITS: readonly RateLimit[] = [
  { name: "billing-details-user", attempts: 30, seconds: HOUR, by: "user", counts: "all" },
];

/** A master's replays of the payment provider's events. */
export const REPLAY_LIMITS: readonly RateLimit[] = [
  { name: "replay-user", attempts: 300, seconds: HOUR, by: "user", counts: "all" },
];

/** A master's retries of jobs that failed. */
export const MAIL_RETRY_LIMITS: readonly RateLimit[] = [
  { name: "mail-retry-user", attempts: 60, seconds: HOUR, by: "user", counts: "all" },
];

/** Each answer is a mail. */
export const FEEDBACK_ANSWER_LIMITS: readonly RateLimit[] = [
  { name: "feedback-answer-user", attempts: 60, seconds: HOUR, by: "user", counts: "all" },
];

export const JOB_RETRY_LIMITS: readonly RateLimit[] = [
  { name: "job-retry-user", attempts: 60, seconds: HOUR, by: "user", counts: "all" },
];

/** A master's acts on a user or an account, other than money. Some of them send mails. */
export const MASTER_ACT_LIMITS: readonly RateLimit[] = [
  { name: "master-act-user", attempts: 60, seconds: HOUR, by: "user", counts: "all" },
];

/** A master's refunds and credits. */
export const REFUND_LIMITS: readonly RateLimit[] = [
  { name: "refund-user", attempts: 60, seconds: HOUR, by: "user", counts: "all" },
];

/** Test events and replays: each makes this server send a request to one that the user has named. */
export const WEBHOOK_SEND_LIMITS: readonly RateLimit[] = [
  { name: "webhook-send-user", attempts: 60, seconds: HOUR, by: "user", counts: "all" },
];

/**
 * Every write whose own limits do not count each attempt: neither one user over a long time, nor one IP with
 * many users, can fill the database. The numbers are far above what a user does by hand, and what a company's
 * sign-ins within an hour need.
 */
export const WRITE_LIMITS: readonly RateLimit[] = [
  { name: "write-address", attempts: 6000, seconds: HOUR, by: "ip", counts: "all" },
  { name: "write-user", attempts: 600, seconds: HOUR, by: "user", counts: "all" },
];

/** Browsers' calls to the payment sandbox, which writes its whole state to disk after each of them. */
export const PAYMENT_SANDBOX_LIMIT: RateLimit = {
  name: "payment-sandbox-address",
  attempts: 120,
  seconds: MINUTE,
  by: "ip",
  counts: "all",
};

/** Texts sent to this installation as if they were its own challenges. Each costs a signature. */
export const INSTALLATION_LIMIT: RateLimit = {
  name: "installation-address",
  attempts: 60,
  seconds: MINUTE,
  by: "ip",
  counts: "failures",
};

/** Pages of the social sandbox, which stores every authorization for a while. */
export const IDENTITY_SANDBOX_LIMIT: RateLimit = {
  name: "social-sandbox-address",
  attempts: 240,
  seconds: MINUTE,
  by: "ip",
  counts: "all",
};
