/**
 * package.json merged by its entries, where a merge by lines finds a conflict: a package of the founder's stands next to one of which
 * the product takes a newer version.
 */
import { MANIFEST } from "./conflicts.mjs";
import { readAt } from "./git.mjs";

/** Resolves a conflict in package.json, unless both sides have changed the same entry. Then it stays as it is. */
export function resolveManifest(git) {
  // The three sides of a conflict. https://git-scm.com/docs/git-merge#_true_merge
  const [base, own, product] = [":1", ":2", ":3"].map((stage) => readAt(git, stage, MANIFEST));
  if (!base || !own || !product) return;
  const merged = mergeEntries(...[base, own, product].map((text) => parse(text)));
  if (merged === CONFLICT) return;
  const blob = git.write(`${JSON.stringify(merged, null, 2)}\n`);
  git("update-index", "--cacheinfo", `100644,${blob},${MANIFEST}`);
  git("checkout-index", "--force", "--", MANIFEST);
}

const CONFLICT = Symbol("conflict");

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return CONFLICT;
  }
}

/** What has changed on one side only. Entries have the product's order, and the founder's follow; npm sorts packages by name. */
function mergeEntries(base, own, product) {
  if (isEqual(own, base) || isEqual(own, product)) return product;
  if (isEqual(product, base)) return own;
  if (![own, product].every(isObject)) return CONFLICT;
  const names = [...new Set([...Object.keys(product), ...Object.keys(own)])];
  const merged = names
    .map((name) => [name, mergeEntries(isObject(base) ? base[name] : undefined, own[name], product[name])])
    .filter(([, value]) => value !== undefined);
  if (merged.some(([, value]) => value === CONFLICT)) return CONFLICT;
  const isSorted = isInOrder(Object.keys(product)) && isInOrder(Object.keys(own));
  return Object.fromEntries(isSorted ? merged.toSorted(([one], [other]) => (one < other ? -1 : 1)) : merged);
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const isInOrder = (names) => names.every((name, place) => place === 0 || (names[place - 1] ?? "") < name);
