/** The rules of text from users: names, passwords, emails, and text from a URL. */
import { NAME_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./limits";

const LINE_BREAKS_AND_TAB = new Set([0x09, 0x0a, 0x0d]);
/** Characters that change the reading direction of what follows: they can disguise text. */
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Whether the text has a control character (C0, DEL, C1). `multiline` allows line breaks and tabs. */
export function hasControlCharacter(text: string, { multiline = false } = {}): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
    if (isControl && !(multiline && LINE_BREAKS_AND_TAB.has(code))) return true;
  }
  return false;
}

/** Normalizes a name for searching by prefix: without case, cut to the column's length. */
export function toSearchKey(name: string): string {
  return name.toLowerCase().slice(0, NAME_MAX_LENGTH);
}

/** The first word of a user's name. */
export function getFirstName(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? "";
}

/** Returns the texts that begin with `prefix` as a range in code point order. `prefix` must not be empty. */
export function toPrefixRange(prefix: string): { gte: string; lt: string } {
  return { gte: prefix, lt: `${prefix}\u{10ffff}` };
}

/** Makes text from a URL safe to show: no control or direction characters, at most `max` characters. */
export function toDisplayText(text: string, max: number): string {
  const plain = Array.from(text.replace(BIDI_MARKS, "")).filter(
    (character) => !hasControlCharacter(character),
  );
  return plain.slice(0, max).join("");
}

/** The beginning of a longer text, with an ellipsis. */
export function shortenText(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}

/** A new password needs one of these. */
export const SPECIAL_CHARACTER = /[!@#$%^&*(),.?":{}|<>]/;

/**
 * Whether a password meets each rule, for the list that shows the rules while the user types. The maximum length is left
 * out, because no user needs to know it in advance.
 */
export function checkPasswordRules(password: string): { length: boolean; special: boolean } {
  return { length: password.length >= PASSWORD_MIN_LENGTH, special: SPECIAL_CHARACTER.test(password) };
}

/**
 * Returns the email that rate limits and free trials count by: without its tag, because name+1@ and name+2@ arrive in
 * name@'s mailbox.
 */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf("@");
  const tag = email.indexOf("+");
  return tag > 0 && tag < at ? email.slice(0, tag) + email.slice(at) : email;
}
