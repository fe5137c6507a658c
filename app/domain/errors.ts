/** The product's errors and the HTTP status of each. A status is chosen only here. */
import type { KeyedMessage, Message } from "./messages";
import type { LimitUse } from "./rate-limits";
import type { SetupLevel } from "./setup";

const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  plan_needed: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  refused: 409,
  too_large: 413,
  unsupported_type: 415,
  key_reused: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;

/** `refused`: the payment provider does not accept the call, for a reason that the product does not know. */
type ErrorCode = keyof typeof STATUS;

/** A failed attempt that operators watch for in the log: many of them are an attack. */
export interface FailedAttempt {
  event: "too_many_tries" | "wrong_password" | "wrong_code" | "wrong_passkey" | "wrong_reauthentication";
  userId?: string;
  /** With too_many_tries: the name of the limit. */
  limit?: string;
}

/** A finding of a test of setup. */
export interface ErrorFinding {
  level: SetupLevel;
  message: KeyedMessage;
  /** The field that was tested; undefined when it is no single one. */
  field?: string;
}

export interface ErrorDetail {
  /** The form field that the message belongs to. */
  inputError?: string;
  /** Every error of the input, by field. */
  errors?: Record<string, Message[]>;
  /** With conflict, from `requireAsShown`: what the form shows from now on, by field. */
  shown?: Readonly<Record<string, string>>;
  /** With plan_needed: the plan that would allow the request. */
  plan?: string;
  /** With invalid, from a step of setup: why nothing was saved. */
  findings?: readonly ErrorFinding[];
  /** With method_not_allowed: the methods that the path has. */
  allow?: readonly string[];
  /** With too_many and unavailable: when the caller may try again. */
  retryAfterSeconds?: number;
  /** With too_many: the limit that is exceeded. Else a limit that the failure has consumed. */
  limitUse?: LimitUse;
  /** For the log only: what was attempted, and for which user when that is not the caller. */
  failedAttempt?: FailedAttempt;
  /** For the log only: the payment provider's code for a card or payment that was declined. */
  declineCode?: string;
  cause?: unknown;
}

/** An error whose message the user sees. `messageKey` is a translation key, never the text of a library. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly messageKey: KeyedMessage;
  readonly detail: ErrorDetail;

  constructor(code: ErrorCode, messageKey: KeyedMessage, detail: ErrorDetail = {}) {
    super(`${code}: ${messageKey}`, { cause: detail.cause });
    this.name = "AppError";
    this.code = code;
    this.messageKey = messageKey;
    this.detail = detail;
  }

  get status(): number {
    return STATUS[this.code];
  }
}
