/** The commit of the product that a clone stands on. */
import { readCloneVersion } from "../lib/clone-version.mjs";
import { isAncestor, pipeLines, toLines } from "./git.mjs";
import { findProductCommit, readVersion } from "./product-source.mjs";
import { UpgradeRefusal } from "./refusal.mjs";

/** With more files that differ, the likeliest commit is a guess that says nothing. */
const DIFFERING_MAX_SHARE = 0.5;

/** Files of the founder's own differ in any clone. */
const NOT_COMPARED = [":(exclude)app/product", ":(exclude)migrations/own"];

/**
 * The commit by `--base`, by app/product/version.json, by the common history, or else the likeliest one, once the founder has
 * said that it is right. `isJoined` says whether the clone's history has it. Throws UpgradeRefusal when it is not found.
 *
 * @param {import("./git.mjs").Git} git
 * @param {{ given?: string, main: string, target: string, ask: (question: string) => Promise<string> }} options
 * @returns {Promise<{ commit: string, version: string, isJoined: boolean }>}
 */
export async function getBase(git, { given, main, target, ask }) {
  const noted = readNoted(git.cwd);
  const named = given ?? noted?.commit ?? null;
  const commit =
    named === null || isFounders(git, named)
      ? await findUnnamed(git, { like: named ?? "HEAD", main, target, ask })
      : findProductCommit(git, named);
  if (!commit)
    throw new UpgradeRefusal(
      `The product has no commit ${named}, which ${given ? "--base" : "app/product/version.json"} names. Is it fetched from the right address (--from)? Nothing was changed.`,
    );
  const version = (given ? undefined : noted?.version) ?? readVersion(git, commit);
  return { commit, version, isJoined: isAncestor(git, commit, "HEAD") };
}

/** Where the history was lost before the commit was noted, it is the founder's own: the files that it has are the product's still. */
const isFounders = (git, commit) => !findProductCommit(git, commit) && isAncestor(git, commit, "HEAD");

function readNoted(root) {
  try {
    return readCloneVersion(root);
  } catch (cause) {
    throw new UpgradeRefusal(`${cause.message} Nothing was changed.`, cause);
  }
}

async function findUnnamed(git, { like, main, target, ask }) {
  const common = git.try("merge-base", "HEAD", target);
  if (common.ok) return common.output;
  const likeliest = await findLikeliest(git, { like, heads: [main, target] });
  if (!likeliest)
    throw new UpgradeRefusal(
      "No commit of the product is like this clone. If you know which one it was made from: npm run upgrade -- --base <commit>. Nothing was changed.",
    );
  const { commit, differing, files } = likeliest;
  const about = git("show", "--no-patch", "--date=short", "--format=%h of %ad (%s)", commit);
  const found = `The likeliest commit that this clone was made from is ${about}: ${differing} of its ${files} files differ outside of app/product and migrations/own.`;
  const answer = await ask(`${found} Is it this one? (yes, or no)`);
  if (/^y(es)?$/i.test(answer.trim())) return commit;
  throw new UpgradeRefusal(
    `${found} If it is this one: npm run upgrade -- --base ${commit.slice(0, 12)}. Nothing was changed.`,
  );
}

/**
 * The commit of these histories from which the fewest files of the commit `like` differ, the newest of equals; null when even that is
 * unlike it.
 */
export async function findLikeliest(git, { like, heads }) {
  const trees = new Map();
  for (const line of toLines(git("log", "--reverse", "--format=%T %H", ...heads))) {
    const [tree, commit] = line.split(" ");
    trees.set(tree, commit);
  }
  const own = git("rev-parse", `${like}^{tree}`);
  const counts = await countDiffering(git, [...trees.keys()], own);
  const files = toLines(git("ls-tree", "-r", "--name-only", like)).length;
  const [tree, differing] = [...counts].reduce((best, next) => (next[1] <= best[1] ? next : best));
  return differing > files * DIFFERING_MAX_SHARE ? null : { commit: trees.get(tree), differing, files };
}

/** How many files differ between each of these trees and one other, by one process of git. */
async function countDiffering(git, trees, other) {
  const counts = new Map();
  let current = "";
  await pipeLines(
    git,
    ["diff-tree", "--stdin", "-r", "--no-renames", "--name-only", "--", ".", ...NOT_COMPARED],
    {
      lines: trees.map((tree) => `${tree} ${other}`),
      onLine(line) {
        const [, tree] = /^([0-9a-f]{40,64}) [0-9a-f]{40,64}$/.exec(line) ?? [];
        if (tree) current = tree;
        counts.set(current, tree ? 0 : (counts.get(current) ?? 0) + 1);
      },
    },
  );
  return counts;
}
