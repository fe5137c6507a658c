/** What is and is not acceptable in text that people send. */
import { NAME_MAX_LENGTH } from "./limits";

const LINE_BREAKS_AND_TAB = new Set([0x09, 0x0a, 0x0d]);
/** Marks that turn the reading direction of what follows around: they make text look like something else. */
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Whether the text has a control character (C0, DEL, C1); `multiline` lets line breaks and tabs through. */
export function hasControlCharacter(text: string, { multiline = false } = {}): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
    if (isControl && !(multiline && LINE_BREAKS_AND_TAB.has(code))) return true;
  }
  return false;
}

/** A name as it is searched for by its beginning: without case, at most as long as the column that keeps it. */
export function searchKeyOf(name: string): string {
  return name.toLowerCase().slice(0, NAME_MAX_LENGTH);
}

/** The texts that begin with `prefix`, as a range in the order of code points; not for an empty one. */
export function prefixRange(prefix: string): { gte: string; lt: string } {
  return { gte: prefix, lt: `${prefix}\u{10ffff}` };
}

/** Text from an address line, made safe to show: no control or direction marks, at most `max` characters. */
export function shownText(text: string, max: number): string {
  const plain = Array.from(text.replace(BIDI_MARKS, "")).filter(
    (character) => !hasControlCharacter(character),
  );
  return plain.slice(0, max).join("");
}
