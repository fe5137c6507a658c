/** What the log says of tries in vain: what, on whom, from where; no address and no secret in clear. Security 16. */
import { AppError, type FailedAttempt } from "~/domain/errors";
import type { App } from "../app.server";
import type { Viewer } from "../viewer.server";

/** Enough of a keyed hash to tell one mail address from another, and never to guess it. */
const HASH_LENGTH = 22;

const LOG_MESSAGES: Record<FailedAttempt["event"], string> = {
  too_many_tries: "Too many attempts: a rate limit rejected the request.",
  wrong_password: "A sign-in failed: the email and password do not match.",
  wrong_code: "A code of the second factor was incorrect.",
  wrong_reauthentication: "The password or code that was asked for again was incorrect.",
};

/** Who tried: the part of an operation's context that is told of. */
interface RequestSource {
  app: App;
  viewer: Viewer | null;
  ip: string;
}

/** Logs a failure that was a try in vain; any other is not for this log. */
export function logRefusal(
  failure: unknown,
  tried: { operation: string; input: unknown },
  source: RequestSource,
): void {
  if (!(failure instanceof AppError) || !failure.detail.failedAttempt) return;
  const { app, viewer, ip: network } = source;
  const { event, limit, userId = viewer?.user.id } = failure.detail.failedAttempt;
  const { email } = (tried.input ?? {}) as { email?: unknown };
  const about = {
    ...(limit && { limit }),
    ...(userId && { userId }),
    ...(typeof email === "string" && { emailHash: app.secrets.sign("log", email).slice(0, HASH_LENGTH) }),
  };
  app.log.warn({ event, operation: tried.operation, ...about, network }, LOG_MESSAGES[event]);
}
