/**
 * Applies rate limits to operations: which limits a call is counted against, by what it is counted, and what the log
 * says about failed attempts.
 */
import { AppError, type FailedAttempt } from "~/domain/errors";
import { toMailbox } from "~/domain/text";
import { WRITE_LIMITS, type LimitUse, type RateLimit } from "~/domain/rate-limits";
import type { App } from "../app.server";
import type { Viewer } from "../viewer.server";
import { findKnownDevice, type KnownDevice } from "./known-devices.server";
import { consumeAll, refundAll, type LimitHit } from "./limiter.server";

/** The part of an operation's context that limits need. */
interface LimitedCall {
  app: App;
  viewer: Viewer | null;
  ip: string;
  deviceHash: string | null;
  /** Collects what the call consumes, by the limit's name, for the headers of its answer. */
  limitUses?: Map<string, LimitUse>;
}

interface CallLimits {
  limits: readonly RateLimit[];
  /** The operation's input. Its `email`, if any, is what limits by email count. */
  input: unknown;
  context: LimitedCall;
}

/** The limits of one call. A write without a limit that counts every attempt has the default ones as well. */
export function listLimits(
  { method, limits = [] }: { method: string; limits?: readonly RateLimit[] },
  viewer: Viewer | null,
): readonly RateLimit[] {
  if (method === "GET" || limits.some(({ counts }) => counts === "all")) return limits;
  // Without a user only the IP counts, and many users may share one.
  return [...WRITE_LIMITS.filter(({ by }) => by === "ip" || viewer !== null), ...limits];
}

/**
 * Consumes an attempt of each limit, then runs. After success, the limits that count only failures get their attempt
 * back. `runOperation` does this for every operation; an operation does it for limits that apply to only some of its
 * calls. Throws too_many.
 */
export async function runWithinLimits<T>(call: CallLimits, run: () => Promise<T>): Promise<T> {
  const { app, limitUses } = call.context;
  const attempts = await consumeLimits(call);
  const result = await run();
  const refunded = attempts.filter(({ limit }) => limit.counts === "failures");
  await refundAll(app.limiter, refunded);
  for (const { limit } of refunded) limitUses?.delete(limit.name);
  return result;
}

/** Consumes an attempt of every limit, or of none. Returns what was consumed. Throws too_many. */
export async function consumeLimits({ limits, input, context }: CallLimits): Promise<LimitHit[]> {
  const email = findEmail(input);
  const device = await findKnownDevice(context, email ?? "");
  const attempts = limits.map((limit) => ({
    limit,
    subject: toLimitSubject(limit, { context, device, mailbox: toMailbox(email ?? "") }),
  }));
  const uses = await consumeAll(context.app.limiter, attempts);
  for (const use of uses) context.limitUses?.set(use.limit.name, use);
  return attempts;
}

/** Logs a failure that was a failed attempt, without emails and secrets. Other failures are not logged here. */
export function logFailedAttempt(
  failure: unknown,
  attempt: { operation: string; input: unknown },
  { app, viewer, ip: network }: LimitedCall,
): void {
  if (!(failure instanceof AppError) || !failure.detail.failedAttempt) return;
  const { event, limit, userId = viewer?.user.id } = failure.detail.failedAttempt;
  app.metrics.countFailedAttempt(event);
  const email = findEmail(attempt.input);
  const about = {
    limit,
    userId,
    emailHash: email === null ? undefined : app.secrets.sign("log", email).slice(0, EMAIL_HASH_LENGTH),
  };
  app.log.warn({ event, operation: attempt.operation, ...about, network }, LOG_MESSAGES[event]);
}

/** Enough of a keyed hash to distinguish emails. Without the key, it cannot be checked against a guessed email. */
const EMAIL_HASH_LENGTH = 22;

const LOG_MESSAGES: Record<FailedAttempt["event"], string> = {
  too_many_tries: "Too many attempts: a rate limit rejected the request.",
  wrong_password: "A sign-in failed: the email and password do not match.",
  wrong_passkey: "A passkey was refused.",
  wrong_code: "A code of the second factor was incorrect.",
  wrong_reauthentication: "The password or code that was asked for again was incorrect.",
};

/** The one email that the input is about; null without one, and for a list of invited emails. */
function findEmail(input: unknown): string | null {
  const { email } = (input ?? {}) as { email?: unknown };
  return typeof email === "string" ? email : null;
}

/**
 * A known device of the email's owner has a counter of its own, apart from strangers who use the same email or IP. Where
 * successful attempts count too, all of the owner's devices share one, because each sign-in can create another device.
 */
function toLimitSubject(
  limit: RateLimit,
  { context, device, mailbox }: { context: LimitedCall; device: KnownDevice | null; mailbox: string },
): string {
  if (device !== null && limit.by !== "user")
    return `device ${limit.counts === "failures" ? device.id : device.userId}`;
  switch (limit.by) {
    case "ip":
      return context.ip;
    case "email":
      return mailbox;
    case "ip+email":
      return `${context.ip} ${mailbox}`;
    case "user":
      return toCallerId(context);
  }
}

/** A program with an API key has limits of its own, so that it cannot use up those of the member who made the key. */
function toCallerId({ viewer, ip }: LimitedCall): string {
  if (viewer?.key) return `key ${viewer.key.id}`;
  return viewer?.user.id ?? ip;
}
