/**
 * The program of `npm run test:upgrade`: a founder's clone of an earlier commit (docs/upgrades.json) takes today's version with three
 * more changes, once with its history and once without. The merge has no conflict but in the page that the founder changed by hand.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readCloneVersion } from "../../scripts/lib/clone-version.mjs";
import { openGit } from "../../scripts/upgrade/git.mjs";
import { upgrade } from "../../scripts/upgrade/upgrade.mjs";
import { checkDatabase, createPostgres, fillDatabase, runEveryTest } from "./checks";
import {
  buildProduct,
  change,
  changeByHand,
  cloneAt,
  commitAll,
  HAND_CHANGED,
  nameFounder,
  OWN_STATEMENTS,
  renewStatements,
  translateNewTexts,
} from "./founder";
import { changeProduct, DUTY } from "./product-changes";
import { writeResult } from "./results";
import { expectEqual, print, steps, takeStep } from "./steps";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const option = { type: "boolean", default: false } as const;
const { values } = parseArgs({ options: { keep: option, short: option } });

const folder = mkdtempSync(join(tmpdir(), "groundwork-play-"));
const product = join(folder, "product");
const clone = join(folder, "with-history");
const other = join(folder, "without-history");
/** What is committed: edits are not played. */
const commit = openGit(ROOT)("rev-parse", "HEAD");
const { base } = JSON.parse(readFileSync(join(ROOT, "docs", "upgrades.json"), "utf8")) as { base: string };

async function run(): Promise<number> {
  const postgres = await createPostgres();
  // Only a play that reached its end has passed, whatever its steps say.
  let hasPassed = false;
  try {
    await play(postgres);
    hasPassed = true;
  } catch (error) {
    if (steps.every((step) => step.hasPassed)) print(String(error instanceof Error ? error.stack : error));
  } finally {
    if ("drop" in postgres) await postgres.drop();
    if (values.keep) print(`The clones are in ${folder}.`);
    else rmSync(folder, { recursive: true, force: true });
  }
  if (!values.short) await writeResult(ROOT, { base, commit, steps, hasPassed });
  return hasPassed ? 0 : 1;
}

async function play(postgres: Awaited<ReturnType<typeof createPostgres>>): Promise<void> {
  const urls = [`sqlite:${join(clone, "data", "app.db")}`, ...("url" in postgres ? [postgres.url] : [])];
  await takeStep("the product: today's version and three changes", async () => {
    cloneAt(ROOT, product, commit);
    return (await changeProduct(product)).slice(0, 8);
  });
  await takeStep("the founder: a clone of the base with a product", async () => {
    cloneAt(product, clone, base);
    openGit(clone)("remote", "remove", "origin");
    return `${base.slice(0, 8)}, then ${(await buildProduct(clone)).slice(0, 8)}`;
  });
  cpSync(clone, other, { recursive: true, verbatimSymlinks: true });
  for (const url of urls) await takeStep(`rows in ${getKind(url)}`, () => fillDatabase(clone, url));
  if ("reason" in postgres) print(`PostgreSQL is left out: ${postgres.reason}`);
  const tree = await takeUpdate(clone, { answer: "", isJoined: true });
  for (const url of urls)
    await takeStep(`migrations on its rows, ${getKind(url)}`, () => checkDatabase(clone, url));
  await takeStep("a clone without history (rm -rf .git && git init)", async () => {
    loseHistory(other);
    return "one commit of its own";
  });
  const withoutHistory = await takeUpdate(other, { answer: "yes", isJoined: false });
  await takeStep("both clones have the same files now", async () => {
    expectEqual("the tree", withoutHistory, tree);
    return `tree ${tree.slice(0, 8)}: what follows holds for both`;
  });
  if (values.short) return;
  await takeStep("npm test", () => runEveryTest(clone));
}

const getKind = (url: string) => (url.startsWith("sqlite") ? "SQLite" : "PostgreSQL");

function loseHistory(at: string): void {
  rmSync(join(at, ".git"), { recursive: true });
  openGit(at)("init", "--quiet", "--initial-branch=main");
  nameFounder(at);
  commitAll(at, "Acme Projects");
}

/** Takes the product's version, resolves the page, and commits. Returns the tree. */
async function takeUpdate(
  at: string,
  { answer, isJoined }: { answer: string; isJoined: boolean },
): Promise<string> {
  const git = openGit(at);
  await takeStep(`npm run upgrade ${isJoined ? "with" : "without"} history`, async () => {
    const output = await callUpgrade(at, answer);
    const conflicts = git("diff", "--name-only", "--diff-filter=U").split("\n").filter(Boolean);
    expectEqual("conflicts", conflicts, [HAND_CHANGED]);
    expectEqual("the base", output.includes(`(${base.slice(0, 8)}) ->`), true);
    expectEqual("what must be done", output.includes(DUTY), true);
    expectEqual("a commit that joins the history", output.includes("joins the product's history"), !isJoined);
    if (isJoined) expectEqual("migrations on a copy", /Migrations: \d+ ran on a copy/.test(output), true);
    return `one conflict, in ${HAND_CHANGED}`;
  });
  await takeStep("the conflict is resolved, and the merge committed", async () => {
    git("checkout", "--quiet", "--theirs", HAND_CHANGED);
    change(at, HAND_CHANGED, changeByHand);
    translateNewTexts(at);
    await renewStatements(at, ...OWN_STATEMENTS);
    const commit = commitAll(at, "Take the update");
    expectEqual("parents", git("show", "--no-patch", "--format=%P", commit).split(" ").length, 2);
    return `version.json: ${JSON.stringify(readCloneVersion(at))}`;
  });
  return git("rev-parse", "HEAD^{tree}");
}

async function callUpgrade(root: string, answer: string): Promise<string> {
  const lines: string[] = [];
  const ask = () => Promise.resolve(answer);
  const words = ["main", "--from", product];
  const code = await upgrade({ root, words, ask, print: (line: string) => void lines.push(line) });
  print(lines.join("\n").replace(/^/gm, "    | "));
  if (code !== 0) throw new Error(lines.join("\n"));
  return lines.join("\n");
}

process.exitCode = await run();
