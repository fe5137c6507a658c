/** How lists are sorted by a text, and searched for one. */

/** Compares as a dictionary does: "Ángela" next to "Angela", "key 2" before "key 10". */
export function compareTexts(one: string, other: string): number {
  return COLLATOR.compare(one, other);
}

const COLLATOR = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Whether a text contains what the reader searches for, ignoring case and accents. */
export function containsText(text: string, wanted: string): boolean {
  return removeDiacritics(text).includes(removeDiacritics(wanted));
}

function removeDiacritics(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
