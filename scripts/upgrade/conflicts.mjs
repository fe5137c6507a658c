/** The conflicts of a merge, by whose file it is, and what to do with each. */
import { toNames } from "./git.mjs";

export const LOCKFILE = "package-lock.json";
export const MANIFEST = "package.json";

/** Which sides of a conflict have the file. The first one is their common ancestor's. */
const KINDS = {
  123: "both changed it",
  23: "both added it",
  12: "you changed it, the product removed or moved it",
  13: "you removed or moved it, the product changed it",
  1: "both moved it",
  2: "you moved it here",
  3: "the product moved it here",
};

/** @typedef {{ path: string, owner: "yours" | "product" | "lock", kind: string }} Conflict */

/** @returns {Conflict[]} */
export function listConflicts(git) {
  const stages = new Map();
  for (const entry of toNames(git("ls-files", "--unmerged", "-z"))) {
    const [about = "", path = ""] = entry.split("\t");
    stages.set(path, `${stages.get(path) ?? ""}${about.split(" ")[2]}`);
  }
  return [...stages].map(([path, sides]) => ({ path, owner: getOwner(path), kind: KINDS[sides] }));
}

function getOwner(path) {
  if (path === LOCKFILE) return "lock";
  return /^(app\/product|migrations\/own)\//.test(path) ? "yours" : "product";
}

/** The lines that tell the founder what is in conflict. */
export function describeConflicts(conflicts) {
  return Object.entries(ADVICE).flatMap(([owner, { title, advice }]) => {
    const theirs = conflicts.filter((conflict) => conflict.owner === owner);
    if (theirs.length === 0) return [];
    return [
      "",
      title,
      ...theirs.map(({ path, kind }) => `  ${path}: ${kind}`),
      ...advice.map((line) => `  -> ${line}`),
      ...(theirs.some(({ kind }) => kind.includes("moved")) ? [`  -> ${MOVED}`] : []),
    ];
  });
}

const MOVED =
  "Removed or moved by the product: git rm <file>, and your change goes to where it moved. To keep it: git add <file>";

const ADVICE = {
  yours: {
    title: "Conflicts in your own files (app/product, migrations/own):",
    advice: ["Keep your lines, add what is new of the product's, then: git add <file>"],
  },
  product: {
    title: "Conflicts in files of the product that you changed:",
    advice: [
      "The product's text, then your change put into it again: git checkout --theirs <file>, edit, git add <file>",
      "A change that app/product can hold (a text, a field, a page, an entity) moves there, and does not come back.",
    ],
  },
  lock: {
    title: "package-lock.json:",
    advice: ["It is never merged by hand: the product's is taken, and your packages are added again by npm."],
  },
};
