/** The documents of a clone that has a brand: README.md and its like are the founder's, and the product's are in docs/groundwork/. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MOVED_DOCUMENTS, PRODUCT_DOCUMENTS_FOLDER, toMovedText } from "../lib/moved-documents.mjs";
import { readAt } from "./git.mjs";

/**
 * Keeps the founder's in an open merge, whatever it has made of them, and takes the product's of this commit to where they are.
 * Nothing in a clone without a brand.
 */
export function updateDocuments(git, { commit }) {
  if (readAt(git, "HEAD", `${PRODUCT_DOCUMENTS_FOLDER}/README.md`) === null) return;
  for (const name of MOVED_DOCUMENTS) {
    if (readAt(git, "HEAD", name) !== null) git("checkout", "--quiet", "HEAD", "--", name);
    const text = readAt(git, commit, name);
    if (text === null) continue;
    const path = `${PRODUCT_DOCUMENTS_FOLDER}/${name}`;
    mkdirSync(dirname(join(git.cwd, path)), { recursive: true });
    writeFileSync(join(git.cwd, path), `${toMovedText(text)}\n`);
    git("add", "--", path);
  }
}
