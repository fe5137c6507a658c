/** What `npm run upgrade` does to a clone, on a product of a few files. */
import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readCloneVersion, writeCloneVersion } from "../lib/clone-version.mjs";
import { openGit } from "./git.mjs";
import {
  commit,
  createTiny,
  FOUNDERS_PAGE,
  loseHistory,
  nameFounder,
  read,
  readState,
  run,
  type RunOptions,
  type Tiny,
} from "./tiny-product";

let tiny: Tiny;
beforeEach(() => {
  tiny = createTiny();
});
afterEach(() => tiny.remove());

const getCommit = (name: string) => openGit(tiny.product)("rev-parse", name);
const listUnmerged = () => openGit(tiny.clone)("diff", "--name-only", "--diff-filter=U");
const finish = () => commit(tiny.clone, {}, "Take it");

test("a clone takes the newest version, after the codemods, and notes it in the commit of the merge", async () => {
  commit(tiny.clone, FOUNDERS_PAGE, "Projects");
  const { code, output, questions } = await run(tiny);
  expect([code, questions]).toEqual([0, []]);
  expect(output).toContain("Merged without a conflict.");
  expect(output).toContain("0.2.0: Restart twice.");
  const git = openGit(tiny.clone);
  expect(git("log", "-1", "--format=%s")).toBe("Apply the codemods of 0.2.0 before the merge");
  expect(git("show", "--name-only", "--format=", "HEAD")).toBe("app/product/projects/page.tsx");
  expect(read(tiny.clone, "app/product/projects/page.tsx")).toContain('from "~/ui/kit/press"');
  expect([read(tiny.clone, "app/ui/button.ts"), read(tiny.clone, "package-lock.json")]).toEqual([
    null,
    read(tiny.product, "package-lock.json"),
  ]);
  finish();
  expect(readCloneVersion(tiny.clone)).toEqual({ version: "0.2.0", commit: getCommit("v0.2.0") });
  expect(git("show", "--name-only", "--format=", "-m", "--first-parent", "HEAD")).toContain(
    "app/product/version.json",
  );
  expect(git("remote", "get-url", "groundwork")).toBe(tiny.product);
  expect((await run(tiny)).output).toContain("has version 0.2.0");
});

test("a conflict is listed by whose file it is, and what else changed is merged", async () => {
  const mine = (text: string | null) => (text ?? "").replace('"one"', '"mine"');
  commit(
    tiny.clone,
    {
      ...FOUNDERS_PAGE,
      "app/page.ts": mine(read(tiny.clone, "app/page.ts")),
      "README.md": "# Mine\n",
    },
    "Mine",
  );
  commit(tiny.product, { "app/product/names.ts": "export const NAMES = [] as const;\n" }, "Names");
  const { code, output } = await run(tiny, ["main"]);
  expect(code).toBe(0);
  expect(output).toMatch(/Conflicts in your own files[^]*app\/product\/names.ts: both changed it/);
  expect(output).toMatch(
    /Conflicts in files of the product that you changed:\s+app\/page.ts: both changed it/,
  );
  expect(listUnmerged()).toBe("app/page.ts\napp/product/names.ts");
  expect(read(tiny.clone, "README.md")).toBe("# Mine\n");
  // Only the line that both have changed, not the import that the codemod has written.
  expect(read(tiny.clone, "app/page.ts")?.split("<<<<<<<")[0]).toContain('from "~/ui/kit/press"');
  expect(read(tiny.clone, "app/page.ts")).toMatch(
    /<{7}[^]*"mine"[^]*\|{7}[^]*"one"[^]*={7}[^]*"two"[^]*>{7}/,
  );
});

test("a dry run says the same and changes nothing", async () => {
  commit(tiny.clone, { ...FOUNDERS_PAGE, "app/page.ts": "export const page = 3;\n" }, "Mine");
  const before = readState(tiny.clone);
  const { code, output } = await run(tiny, ["--dry-run"]);
  expect([code, readState(tiny.clone)]).toEqual([0, before]);
  expect(output).toContain("app/page.ts: both changed it");
  expect(output).toContain("app/product/projects/page.tsx");
  expect(output).toContain("Restart twice.");
});

test("a clone without history is asked, joins the product's, and merges as one with history", async () => {
  commit(tiny.clone, { ...FOUNDERS_PAGE, "README.md": "# Mine\n" }, "Mine");
  loseHistory(tiny.clone);
  const { output, questions } = await run(tiny, [], { answer: "yes" });
  expect(questions.join()).toMatch(/likeliest commit .*First.*: 1 of its 10 files differ/);
  expect(output).toContain("Merged without a conflict.");
  const git = openGit(tiny.clone);
  const join = git("rev-parse", "HEAD^");
  expect(git("diff", "--stat", `${join}^1`, join)).toBe("");
  expect(git("rev-parse", `${join}^2`)).toBe(getCommit("v0.1.0"));
  finish();
  // What a colleague clones after a push knows the history, too.
  openGit(tiny.folder)("clone", "--quiet", tiny.clone, "colleague");
  expect(openGit(`${tiny.folder}/colleague`)("merge-base", "HEAD", getCommit("v0.2.0"))).toBe(
    getCommit("v0.2.0"),
  );
});

test("a clone that noted a commit of its own, or none, is asked as well", async () => {
  loseHistory(tiny.clone);
  for (const noted of [openGit(tiny.clone)("rev-parse", "HEAD"), null]) {
    writeCloneVersion({ version: "0.1.0", commit: noted }, tiny.clone);
    commit(tiny.clone, { "README.md": `# ${noted}\n` }, "Brand");
    const { code, questions } = await run(tiny, ["--dry-run"], { answer: "yes" });
    expect([code, questions.join()]).toEqual([0, expect.stringContaining("(First)")]);
  }
});

test("a clone of the last commit alone merges as one with the whole history", async () => {
  rmSync(tiny.clone, { recursive: true });
  const depth = ["--depth=1", "--branch=v0.1.0"];
  openGit(tiny.folder)("clone", "--quiet", ...depth, `file://${tiny.product}`, "clone");
  openGit(tiny.clone)("switch", "--quiet", "--create", "main");
  nameFounder(tiny.clone);
  commit(tiny.clone, { "README.md": "# Mine\n" }, "Mine");
  const { output } = await run(tiny);
  expect(output).toContain("Merged without a conflict.");
  expect(output).not.toContain("joins the product's history");
});

test("a clone whose last update was squashed joins it again, and does not merge it twice", async () => {
  await run(tiny);
  const base = openGit(tiny.clone)("rev-parse", "HEAD");
  finish();
  const git = openGit(tiny.clone);
  git("reset", "--soft", base);
  commit(tiny.clone, {}, "Squashed");
  const page = (read(tiny.product, "app/page.ts") ?? "").replace('"two"', '"three"');
  commit(tiny.product, { "app/page.ts": page }, "Third");
  const { output } = await run(tiny, ["main"]);
  expect(output).toContain("A commit joins the product's history");
  expect(output).toContain("Merged without a conflict.");
  expect(read(tiny.clone, "app/page.ts")).toContain('"three"');
});

test("the codemods of every version after the clone's run, oldest first, and those before do not", async () => {
  const append = (word: string) =>
    `export default (tree) => tree.change(/^app.product.log.ts$/, (text) => text + "// ${word}\\n");\n`;
  const codemods = {
    "upgrades/0.1.0.mjs": append("first"),
    "upgrades/0.10.0.mjs": append("tenth"),
    "upgrades/0.9.0.mjs": append("ninth"),
  };
  commit(tiny.product, codemods, "Later");
  commit(tiny.clone, { "app/product/log.ts": "// log\n" }, "Log");
  writeCloneVersion({ version: "0.1.0", commit: getCommit("v0.1.0") }, tiny.clone);
  commit(tiny.clone, {}, "Version");
  await run(tiny, ["main"]);
  expect(read(tiny.clone, "app/product/log.ts")).toBe("// log\n// ninth\n// tenth\n");
});

/** package.json with packages of a founder's. */
const withPackages = (packages: string) =>
  (read(tiny.clone, "package.json") ?? "").replace(/"dependencies": {/, `"dependencies": {\n    ${packages}`);

test("the lockfile is renewed for packages of the founder's, and stays the product's without a network", async () => {
  const changeLock = (folder: string, by: string) =>
    (read(folder, "package-lock.json") ?? "").replace('"requires": true', `"requires": ${by}`);
  const lock = changeLock(tiny.product, "1");
  const own = {
    // Next to what the product changes, with a name of its own.
    "package.json": withPackages('"alpha": "1.0.0",').replace('"name": "tiny"', '"name": "mine"'),
    "package-lock.json": changeLock(tiny.clone, "false"),
  };
  commit(tiny.clone, own, "A package");
  commit(tiny.product, { "package-lock.json": lock }, "Lock");
  const calls: unknown[] = [];
  const runNpm: RunOptions["runNpm"] = (words: unknown) => {
    calls.push(words);
    return Promise.resolve({ code: 1, output: "npm error code ENOTFOUND\n", seconds: 0 });
  };
  const { output } = await run(tiny, ["main"], { runNpm });
  expect(calls).toEqual([expect.arrayContaining(["--package-lock-only", "--ignore-scripts"])]);
  expect(output).toContain("package-lock.json is not renewed, because npm could not (code ENOTFOUND)");
  expect([listUnmerged(), read(tiny.clone, "package-lock.json")]).toEqual(["", lock]);
  expect(JSON.parse(read(tiny.clone, "package.json") ?? "")).toMatchObject({
    name: "mine",
    version: "0.2.0",
    dependencies: { alpha: "1.0.0", beta: "2.0.0" },
  });
});

test("package.json in which both changed one entry is a conflict, and the lockfile waits for it", async () => {
  const other = (read(tiny.clone, "package.json") ?? "").replace('"beta": "1.0.0"', '"beta": "1.5.0"');
  commit(tiny.clone, { "package.json": other }, "Another");
  const { output } = await run(tiny);
  expect(listUnmerged()).toBe("package.json");
  expect(output).toContain("package-lock.json waits for package.json");
});

test("a clone with a brand keeps its own README, and gets the product's new one in docs/groundwork", async () => {
  const own = { "README.md": "# Mine\n", "CHANGELOG.md": "# Mine\n" };
  const moved = { "docs/groundwork/README.md": "# Tiny\n", "docs/groundwork/CHANGELOG.md": "# Changelog\n" };
  commit(tiny.clone, { ...own, ...moved }, "A brand");
  commit(tiny.product, { "README.md": "# Tiny, second edition\n\n[Speed](docs/speed.md)\n" }, "README");
  const { code, output } = await run(tiny, ["main"]);
  expect([code, listUnmerged()]).toEqual([0, ""]);
  expect(output).toContain("Merged without a conflict.");
  expect([read(tiny.clone, "README.md"), read(tiny.clone, "CHANGELOG.md")]).toEqual(["# Mine\n", "# Mine\n"]);
  expect(read(tiny.clone, "docs/groundwork/README.md")).toBe(
    "# Tiny, second edition\n\n[Speed](../speed.md)\n",
  );
  expect(read(tiny.clone, "docs/groundwork/CHANGELOG.md")).toContain("## [0.2.0]");
});
