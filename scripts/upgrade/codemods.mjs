/** Runs the codemods of the versions that a clone has not had, in a copy of it, before the merge. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isInRange } from "../lib/versions.mjs";
import { openGit, readAt, toLines, toNames } from "./git.mjs";
import { UpgradeRefusal } from "./refusal.mjs";

const CODEMOD = /^upgrades\/(\d+\.\d+\.\d+)\.mjs$/;
const HELPERS = "scripts/upgrade/codemod-tree.mjs";

/**
 * The codemods of the target after the clone's version, oldest first. The version that is not yet released is among them: its
 * codemod stands in the main branch.
 *
 * @returns {{ version: string, path: string }[]}
 */
export function listCodemods(git, { target, version }) {
  return toLines(git("ls-tree", "--name-only", target, "upgrades/"))
    .flatMap((path) => {
      const [, of] = CODEMOD.exec(path) ?? [];
      return of && isInRange(of, `>${version}`) ? [{ version: of, path }] : [];
    })
    .toSorted((one, other) => (isInRange(one.version, `<${other.version}`) ? -1 : 1));
}

/**
 * Runs them in the work tree `folder`, which has HEAD. Only files that the founder has written or changed since `base` stay changed:
 * those of the product come with the merge, which would find two changes in them otherwise. Returns the paths that changed.
 * Throws UpgradeRefusal when one fails.
 */
export async function runCodemods(folder, { codemods, target, base, code }) {
  if (codemods.length === 0) return [];
  const git = openGit(folder);
  const { openTree } = await loadHelpers(git, { target, code });
  const tree = openTree(folder);
  for (const codemod of codemods) await runCodemod(git, codemod, { target, code, tree });
  git("add", "--all");
  keepFoundersOnly(git, { base, renamed: tree.renamed });
  return toNames(git("diff", "--cached", "--name-only", "--no-renames", "-z", "HEAD"));
}

/** A codemod may need what the helpers of the clone's version do not have yet. */
async function loadHelpers(git, { target, code }) {
  const file = join(code, HELPERS);
  if (!extract(git, { target, path: HELPERS, code }))
    copyFileSync(fileURLToPath(new URL("codemod-tree.mjs", import.meta.url)), createFolderFor(file));
  return import(pathToFileURL(file).href);
}

async function runCodemod(git, { path }, { target, code, tree }) {
  try {
    extract(git, { target, path, code });
    const { default: change } = await import(pathToFileURL(join(code, path)).href);
    await change(tree);
  } catch (cause) {
    throw new UpgradeRefusal(
      `The codemod ${path} failed: ${cause.message}. Nothing was changed. Correct what it names, or take a version before it.`,
      cause,
    );
  }
}

function extract(git, { target, path, code }) {
  const text = readAt(git, target, path);
  if (text === null) return false;
  writeFileSync(createFolderFor(join(code, path)), text);
  return true;
}

function createFolderFor(file) {
  mkdirSync(dirname(file), { recursive: true });
  return file;
}

function keepFoundersOnly(git, { base, renamed }) {
  const [own, product] = ["HEAD", base].map((commit) => readBlobs(git, commit));
  const isProducts = (path) => own.has(path) && own.get(path) === product.get(path);
  const changed = toNames(git("diff", "--cached", "--name-only", "--no-renames", "-z", "HEAD"));
  const restored = changed.filter(isProducts);
  const made = changed.filter((path) => !own.has(path) && isProducts(renamed.get(path) ?? ""));
  if (made.length > 0) git("rm", "--quiet", "--force", "--", ...made);
  if (restored.length > 0) git("checkout", "--quiet", "HEAD", "--", ...restored);
}

/** The blob of each file, by its path. */
function readBlobs(git, commit) {
  return new Map(
    toNames(git("ls-tree", "-r", "-z", commit)).map((line) => {
      const [entry = "", path = ""] = line.split("\t");
      return [path, entry.split(" ")[2]];
    }),
  );
}
