/** What is and is not acceptable in text that people send. */

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

/** Text from an address line, made safe to show: no control or direction marks, at most `max` characters. */
export function shownText(text: string, max: number): string {
  const plain = Array.from(text.replace(BIDI_MARKS, "")).filter(
    (character) => !hasControlCharacter(character),
  );
  return plain.slice(0, max).join("");
}
