/** Where the product comes from, what it has, and which commit of it is asked for. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isInRange } from "../lib/versions.mjs";
import { findCommit, readAt, toLines } from "./git.mjs";
import { UpgradeRefusal } from "./refusal.mjs";

export const REMOTE = "groundwork";
const BRANCHES = `refs/remotes/${REMOTE}/`;
/** Apart from the founder's own tags, which may have the same names. */
const TAGS = `${BRANCHES}tags/`;
const VERSION = /^v?(\d+\.\d+\.\d+)$/;

/**
 * The product's URL: what `--from` says, the remote of an earlier update, or what package.json names. Throws UpgradeRefusal
 * where nothing says it.
 *
 * @param {import("./git.mjs").Git} git
 * @param {{ from?: string, ask: (question: string) => Promise<string> }} options
 */
export async function findUrl(git, { from, ask }) {
  if (from !== undefined) return toUrl(from, git.cwd);
  const remote = git.try("remote", "get-url", REMOTE);
  if (remote.ok) return remote.output;
  const named =
    readRepository(git.cwd) ?? (await ask("Where is the product? The URL or path of its repository:"));
  if (named) return toUrl(named, git.cwd);
  throw new UpgradeRefusal(
    `Say where the product is: npm run upgrade -- --from <URL>. It is kept as the remote "${REMOTE}".`,
  );
}

/** A path is resolved from where the founder called npm. */
function toUrl(from, root) {
  const path = resolve(process.env.INIT_CWD ?? root, from);
  return existsSync(path) ? path : from;
}

function readRepository(root) {
  const file = join(root, "package.json");
  if (!existsSync(file)) return undefined;
  const { repository } = JSON.parse(readFileSync(file, "utf8"));
  const url = typeof repository === "string" ? repository : repository?.url;
  return url?.replace(/^git\+/, "").replace(/^github:/, "https://github.com/");
}

/**
 * Fetches the product's branches and versions, and returns its main branch's commit. Throws UpgradeRefusal when it cannot be
 * reached.
 */
export function fetchProduct(git, url) {
  const head = reach(git, url, ["ls-remote", "--symref", "--", url, "HEAD"]);
  reach(git, url, ["fetch", "--quiet", "--no-tags", "--force", "--", url, ...REFS]);
  const [, branch] = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(head) ?? [];
  const [, hash] = /^([0-9a-f]{40,64})\tHEAD$/m.exec(head) ?? [];
  const commit = (branch && findCommit(git, BRANCHES + branch)) ?? (hash && findCommit(git, hash));
  if (commit) return commit;
  throw new UpgradeRefusal(
    `There is no commit in the product at ${withoutPassword(url)}. Is the address right?`,
  );
}

const REFS = [`refs/heads/*:${BRANCHES}*`, `refs/tags/*:${TAGS}*`];

function reach(git, url, args) {
  const { ok, output, error } = git.try(...args);
  if (ok) return output;
  const reason = toLines(error).find((line) => /^(fatal|error|ssh):/.test(line)) ?? error;
  throw new UpgradeRefusal(
    `The product could not be fetched from ${withoutPassword(url)} (${withoutPassword(reason)}). Check the network and the address, and run it again. Nothing was changed.`,
  );
}

/** Tokens stand in URLs, too. */
export const withoutPassword = (text) => text.replace(/(:\/\/)[^/@\s]+@/g, "$1");

/**
 * The commit that a version, a branch or a hash stands for; without a word the newest version, or the main branch where there
 * is none. Throws UpgradeRefusal for what the product does not have.
 *
 * @returns {{ commit: string, version: string }}
 */
export function getTarget(git, word, mainCommit) {
  const versions = listVersions(git);
  const commit =
    word === undefined ? (findCommit(git, versions[0]?.ref ?? "") ?? mainCommit) : find(git, word, versions);
  if (!commit) {
    const known = versions.map(({ version }) => version).join(", ") || "none yet";
    throw new UpgradeRefusal(
      `The product has no version, branch or commit "${word}". Its versions: ${known}. Nothing was changed.`,
    );
  }
  return { commit, version: readVersion(git, commit) };
}

function find(git, word, versions) {
  const [, wanted] = VERSION.exec(word) ?? [];
  const tag = versions.find(({ version }) => version === wanted);
  if (tag) return findCommit(git, tag.ref);
  const branch = findCommit(git, BRANCHES + word);
  if (branch) return branch;
  return /^[0-9a-f]{4,64}$/.test(word) ? findProductCommit(git, word) : null;
}

/** The commit with this hash, if the product has it, or null. */
export function findProductCommit(git, hash) {
  const commit = findCommit(git, hash);
  const holds = commit && git("for-each-ref", "--count=1", "--contains", commit, BRANCHES);
  return holds ? commit : null;
}

/** The product's versions, newest first. */
function listVersions(git) {
  return toLines(git("for-each-ref", "--format=%(refname)", TAGS))
    .flatMap((ref) => {
      const [, version] = VERSION.exec(ref.slice(TAGS.length)) ?? [];
      return version ? [{ ref, version }] : [];
    })
    .toSorted((one, other) => (isInRange(one.version, `>${other.version}`) ? -1 : 1));
}

/** What package.json says at a commit. */
export function readVersion(git, commit) {
  const manifest = readAt(git, commit, "package.json");
  const version = manifest && JSON.parse(manifest).version;
  if (version) return version;
  throw new UpgradeRefusal(
    `The commit ${commit.slice(0, 8)} has no package.json with a version, so it is none of the product. Is the address right?`,
  );
}

/** Keeps the URL for the next update. */
export function keepRemote(git, url) {
  if (git.try("remote", "get-url", REMOTE).ok) git("remote", "set-url", REMOTE, url);
  else git("remote", "add", "--no-tags", REMOTE, url);
}
