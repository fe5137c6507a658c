/** `npm run upgrade`: takes a version of the product into a clone. docs/upgrading.md tells it to founders. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { VERSION_FILE, writeCloneVersion } from "../lib/clone-version.mjs";
import { parseWords } from "./arguments.mjs";
import { getBase } from "./base.mjs";
import { listDuties } from "./changelog.mjs";
import { listCodemods } from "./codemods.mjs";
import { findCommit, isAncestor, openGit, readAt } from "./git.mjs";
import { renewLockfile } from "./lockfile.mjs";
import { tryMigrations } from "./migrations.mjs";
import { fetchProduct, findUrl, getTarget, keepRemote } from "./product-source.mjs";
import { UpgradeRefusal } from "./refusal.mjs";
import { merge, rehearse, WITHOUT_HOOKS } from "./rehearsal.mjs";
import { formatPlan, formatResult } from "./report.mjs";

/**
 * Runs the command in a folder, and returns its exit code: 1 when it refuses, 0 also when the merge waits for conflicts to be
 * resolved.
 *
 * @param {{ root: string, words: string[], print?: (line: string) => void, ask?: (question: string) => Promise<string>, runNpm?: typeof import("../lib/run.mjs").runNpm }} command
 */
export async function upgrade({ root, words, print = console.log, ask = askAtTerminal, runNpm }) {
  try {
    const options = parseWords(words);
    if (options.onlyMigrations) return await showMigrations(root, print);
    const git = openGit(root);
    requireCleanTree(git);
    const plan = await preparePlan(git, { options, ask });
    if (isAncestor(git, plan.target.commit, "HEAD")) {
      print(`This clone has version ${plan.target.version} (${plan.target.commit.slice(0, 8)}) already.`);
      return 0;
    }
    const rehearsal = await rehearse(git, plan);
    if (options.isDryRun) print(formatPlan({ ...plan, ...rehearsal }).join("\n"));
    else print((await apply(git, { ...plan, ...rehearsal, runNpm })).join("\n"));
    return 0;
  } catch (error) {
    if (!(error instanceof UpgradeRefusal)) throw error;
    print(error.message);
    return 1;
  }
}

async function showMigrations(root, print) {
  const { lines, hasFailed } = await tryMigrations(root);
  print(lines.join("\n"));
  return hasFailed ? 1 : 0;
}

/** Without a terminal there is no one to answer, and the answer is empty. */
async function askAtTerminal(question) {
  if (!process.stdin.isTTY) return "";
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(`${question} `);
  } finally {
    terminal.close();
  }
}

function requireCleanTree(git) {
  const top = git.try("rev-parse", "--show-prefix");
  if (!top.ok || top.output !== "")
    throw new UpgradeRefusal(
      "This folder is no git repository of its own, so nothing can be merged. Run here: git init && git add --all && git commit --message='My product'",
    );
  if (!findCommit(git, "HEAD"))
    throw new UpgradeRefusal(
      "This repository has no commit yet. Run: git add --all && git commit --message='My product'",
    );
  if (existsSync(resolve(git.cwd, git("rev-parse", "--git-path", "MERGE_HEAD"))))
    throw new UpgradeRefusal(
      "A merge is under way. Finish it (git commit) or give it up (git merge --abort), and run this again.",
    );
  if (git("status", "--porcelain", "--untracked-files=normal") !== "")
    throw new UpgradeRefusal(
      "There are changes that are not committed (git status). Commit them or put them away (git stash --include-untracked), and run this again. Nothing was changed.",
    );
  if (!git.try("symbolic-ref", "--quiet", "HEAD").ok)
    throw new UpgradeRefusal(
      "HEAD is on no branch. Switch to the one that takes the update (git switch main).",
    );
  const identity = git.try("var", "GIT_COMMITTER_IDENT");
  if (!identity.ok)
    throw new UpgradeRefusal(
      "Git does not know your name for commits. Set it: git config user.name … and git config user.email …",
    );
}

async function preparePlan(git, { options, ask }) {
  const url = await findUrl(git, { from: options.from, ask });
  const main = fetchProduct(git, url);
  const target = getTarget(git, options.target, main);
  const base = await getBase(git, { given: options.base, main, target: target.commit, ask });
  const changelogs = [target.commit, base.commit].map((commit) => readAt(git, commit, "CHANGELOG.md"));
  return {
    url,
    base,
    target,
    codemods: listCodemods(git, { target: target.commit, version: base.version }),
    duties: listDuties(...changelogs),
  };
}

/** Changes the clone: from here on, what fails takes everything back. */
async function apply(git, { runNpm, ...plan }) {
  const before = git("rev-parse", "HEAD");
  try {
    git(...WITHOUT_HOOKS, "merge", "--ff-only", "--quiet", plan.prepared);
    const conflicts = merge(git, plan);
    const lockfile = await renewLockfile(git, {
      before: plan.prepared,
      target: plan.target.commit,
      conflicts,
      runNpm,
    });
    writeCloneVersion(plan.target, git.cwd);
    git("add", "--force", "--", VERSION_FILE);
    keepRemote(git, plan.url);
    const { lines: migrations } = await tryMigrations(git.cwd, { hasConflicts: conflicts.length > 0 });
    return formatResult({ ...plan, before, conflicts, lockfile, migrations });
  } catch (error) {
    git("reset", "--hard", "--quiet", before);
    throw error;
  }
}
