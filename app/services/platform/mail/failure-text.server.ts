/** Why a mail was not sent, in words that may be stored and logged: without its links, addresses and texts. */

const MAX_LENGTH = 500;
/** Shorter values are left: cutting "Pro" out of every word would leave nothing readable. */
const SHORTEST_VALUE = 4;

/** The error's code and message; what came from the mail (its recipient, the values in `payload`) is cut out. */
export function toFailureText(cause: unknown, mail: { recipient: string; payload: string }): string {
  const text =
    cause instanceof Error ? [getErrorCode(cause), cause.message].filter(Boolean).join(": ") : String(cause);
  const values = [mail.recipient, ...listPayloadValues(mail.payload)].filter(
    (value) => value.length >= SHORTEST_VALUE,
  );
  return values
    .reduce((left, value) => left.replaceAll(value, "[…]"), text)
    .replace(/\b[a-z][a-z+]+:\/\/\S+/gi, "[link]")
    .replace(/[^\s<>"',;:]+@[^\s<>"',;:]+/g, "[address]")
    .replace(/\b[a-z]{3}_[\w-]{16,}/g, "[token]")
    .replace(/\s+/g, " ")
    .slice(0, MAX_LENGTH);
}

function getErrorCode(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

function listPayloadValues(payload: string): string[] {
  try {
    return Object.values(JSON.parse(payload) as object).filter((value) => typeof value === "string");
  } catch {
    // Not opened, so nothing of it can be in the message.
    return [];
  }
}
