/** When a caller who has tried too often may try again, in words. */
import { toMessage, type KeyedMessage } from "./messages";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** One plain sentence: a number of seconds below two minutes, then of minutes, then of hours, rounded up. */
export function toRetryMessage(seconds: number): KeyedMessage {
  const count = Math.max(1, Math.ceil(seconds));
  if (count < 2 * MINUTE) return toMessage("errors:rate_limited.seconds", { count });
  if (count < 2 * HOUR) return toMessage("errors:rate_limited.minutes", { count: Math.ceil(count / MINUTE) });
  return toMessage("errors:rate_limited.hours", { count: Math.ceil(count / HOUR) });
}
