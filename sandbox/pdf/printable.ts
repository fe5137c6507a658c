/** Text that the typeface of an invoice can show: Western European letters only. */

/** The font has these beyond Latin-1. */
const EXTRA = "€‚„…ˆ‹Œ‘’“”•–—˜™›œ";

/** Replaces every other character: spaces by a plain one, accents that are not in the font by none, the rest by `?`. */
export function toPrintable(text: string): string {
  return Array.from(text.normalize("NFC"), toPrintableCharacter).join("");
}

function toPrintableCharacter(character: string): string {
  if (/\s/.test(character)) return " ";
  if (/[\u0020-\u007e\u00a1-\u00ff]/.test(character) || EXTRA.includes(character)) return character;
  const plain = character.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return /^[\u0020-\u007e]+$/.test(plain) ? plain : "?";
}
