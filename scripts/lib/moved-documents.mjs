/** The documents of the product's root, which a brand replaces by the founder's own and moves to docs/groundwork/. */
import { posix } from "node:path";

/** Where they are in a clone that has a brand. */
export const PRODUCT_DOCUMENTS_FOLDER = "docs/groundwork";

export const MOVED_DOCUMENTS = /** @type {const} */ (["README.md", "CHANGELOG.md", "LICENSE", "AGENTS.md"]);

/**
 * Returns the text of a document as it is in docs/groundwork/: its links lead where they led before.
 * @param {string} text
 */
export function toMovedText(text) {
  return text.replace(/(?<=\]\()[^)#\s]+(?=[^)]*\))/g, (target) => {
    const stays = /^[a-z]+:/i.test(target) || MOVED_DOCUMENTS.some((name) => name === target);
    return stays ? target : posix.relative(PRODUCT_DOCUMENTS_FOLDER, target);
  });
}
