/** The update in a work tree of its own, so that a codemod or a merge that fails leaves the clone as it is. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runCodemods } from "./codemods.mjs";
import { listConflicts } from "./conflicts.mjs";
import { updateDocuments } from "./documents.mjs";
import { openGit } from "./git.mjs";
import { resolveManifest } from "./manifest.mjs";
import { UpgradeRefusal } from "./refusal.mjs";

/** Below the clone, so that codemods find its packages; git ignores it. */
const CACHE = ".cache";

/** Hooks of the clone are for the founder's own commits. */
export const WITHOUT_HOOKS = ["-c", "core.hooksPath=/dev/null"];

/** Conflicts show what both sides had before, besides what each has now. */
const MERGE = ["-c", "merge.conflictStyle=diff3", "merge", "--no-ff", "--no-commit", "--no-stat", "--quiet"];

/**
 * Makes the commits that go before the merge, and tries the merge. Returns the last of those commits, with what the codemods have
 * changed and the conflicts that the merge will have. Throws UpgradeRefusal.
 *
 * @param {import("./git.mjs").Git} git
 * @param {{ base: { commit: string, version: string, isJoined: boolean }, target: { commit: string, version: string }, codemods: { version: string, path: string }[] }} plan
 */
export async function rehearse(git, { base, target, codemods }) {
  mkdirSync(join(git.cwd, CACHE), { recursive: true });
  const folder = mkdtempSync(join(git.cwd, CACHE, "upgrade-"));
  const tree = join(folder, "tree");
  try {
    const joined = base.isJoined ? git("rev-parse", "HEAD") : commitJoin(git, base);
    git(...WITHOUT_HOOKS, "worktree", "add", "--quiet", "--detach", tree, joined);
    const inTree = openGit(tree);
    const changed = await runCodemods(tree, {
      codemods,
      target: target.commit,
      base: git("merge-base", joined, target.commit),
      code: join(folder, "code"),
    });
    const prepared = changed.length === 0 ? joined : commitCodemods(inTree, { codemods, joined });
    inTree("reset", "--hard", "--quiet", prepared);
    return { prepared, changed, conflicts: merge(inTree, { target, base }) };
  } finally {
    git.try("worktree", "remove", "--force", tree);
    rmSync(folder, { recursive: true, force: true });
    git.try("worktree", "prune");
  }
}

/** Merges the target into what is checked out, and leaves the merge open. Returns the conflicts; throws when git cannot merge. */
export function merge(git, { target, base }) {
  const message = `Take version ${target.version} of the product (${target.commit.slice(0, 8)}), after ${base.version}`;
  const { code, error, output } = git.try(...WITHOUT_HOOKS, ...MERGE, "-m", message, target.commit);
  if (code !== 0) resolveManifest(git);
  if (code === 0 || isUnderWay(git)) updateDocuments(git, target);
  const conflicts = listConflicts(git);
  if (code === 0 || isUnderWay(git)) return conflicts;
  throw new UpgradeRefusal(
    `Git cannot merge ${target.version} (${(error || output).split("\n")[0]}). Nothing was changed.`,
  );
}

const isUnderWay = (git) => git.try("rev-parse", "--verify", "--quiet", "MERGE_HEAD").ok;

/**
 * A commit that changes no file, and has the product's commit as its second parent: so the merge knows what both have in common, in
 * every copy of the repository.
 */
function commitJoin(git, { commit, version }) {
  const message = [
    `Join the history of the product at ${version} (${commit.slice(0, 8)})`,
    "",
    "This repository was made from that commit without its history. No file changes: from here on git knows what both have in",
    "common, so that an update only merges what either has changed since.",
  ];
  return git("commit-tree", "HEAD^{tree}", "-p", "HEAD", "-p", commit, "-m", message.join("\n"));
}

function commitCodemods(git, { codemods, joined }) {
  const message = `Apply the codemods of ${codemods.map(({ version }) => version).join(", ")} before the merge`;
  return git("commit-tree", git("write-tree"), "-p", joined, "-m", message);
}
