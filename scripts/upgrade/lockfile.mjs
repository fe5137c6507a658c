/** package-lock.json after a merge: never merged line by line, but the product's, with the founder's packages added by npm. */
import { runNpm as runOwnNpm } from "../lib/run.mjs";
import { LOCKFILE, MANIFEST } from "./conflicts.mjs";
import { toLines } from "./git.mjs";

const RENEW = [
  ...["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
  // Without a network npm would try for more than a minute.
  ...["--fetch-retries=1", "--fetch-retry-mintimeout=1000"],
];
const BY_HAND = `npm install --package-lock-only --ignore-scripts && git add ${LOCKFILE}`;

/**
 * Brings the lockfile in line with the merged package.json, and stages it. Returns what was done, in words; null where nothing had
 * to be.
 *
 * @param {import("./git.mjs").Git} git
 * @param {{ before: string, target: string, conflicts: { path: string }[], runNpm?: typeof runOwnNpm }} merge
 * @returns {Promise<string | null>}
 */
export async function renewLockfile(git, { before, target, conflicts, runNpm = runOwnNpm }) {
  const isConflicting = (path) => conflicts.some((conflict) => conflict.path === path);
  const differs = (path, commit) => !git.try("diff", "--cached", "--quiet", commit, "--", path).ok;
  if (!hasFile(git, target, LOCKFILE)) return null;
  if (!isConflicting(LOCKFILE) && !isConflicting(MANIFEST) && !differs(MANIFEST, before)) return null;
  if (isConflicting(LOCKFILE)) git("checkout", "--quiet", target, "--", LOCKFILE);
  if (isConflicting(MANIFEST))
    return `${LOCKFILE} waits for ${MANIFEST}, which has a conflict. When that is resolved: ${BY_HAND}`;
  if (!differs(MANIFEST, target)) {
    git("checkout", "--quiet", target, "--", LOCKFILE);
    return `${LOCKFILE} is the product's: you have no packages of your own.`;
  }
  const { code, output } = await runNpm(RENEW, { cwd: git.cwd, show: false });
  if (code !== 0)
    return `${LOCKFILE} is not renewed, because npm could not (${summarize(output)}). With a network: ${BY_HAND}`;
  git("add", "--", LOCKFILE);
  return `${LOCKFILE} is renewed for the merged ${MANIFEST}.`;
}

const hasFile = (git, commit, path) => git.try("cat-file", "-e", `${commit}:${path}`).ok;

/** What npm says first: a code such as ENOTFOUND, mostly. */
const summarize = (output) => (toLines(output)[0] ?? "without a reason").replace(/^npm (error|ERR!) /, "");
