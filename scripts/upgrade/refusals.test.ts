/** What `npm run upgrade` refuses, each with a sentence that says what to do, and the clone as it was. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openGit } from "./git.mjs";
import { commit, createTiny, loseHistory, readState, run, write, type Tiny } from "./tiny-product";

let tiny: Tiny;
beforeEach(() => {
  tiny = createTiny();
});
afterEach(() => tiny.remove());

/** Runs it, and expects a refusal that changes nothing. Returns what it says. */
async function refuse(...words: string[]): Promise<string> {
  const before = readState(tiny.clone);
  const { code, output } = await run(tiny, words);
  expect({ code, ...readState(tiny.clone) }).toEqual({ code: 1, ...before });
  return output;
}

test("changes that are not committed", async () => {
  write(tiny.clone, { "README.md": "# Mine\n" });
  expect(await refuse()).toContain("git stash");
});

test("a file that git does not know", async () => {
  write(tiny.clone, { "notes.txt": "mine" });
  expect(await refuse()).toContain("not committed");
});

test("a merge that is under way", async () => {
  await run(tiny);
  expect(await refuse()).toContain("git merge --abort");
});

test("a folder without git, and a repository without a commit", async () => {
  rmSync(join(tiny.clone, ".git"), { recursive: true });
  const { code, output } = await run(tiny);
  expect([code, output]).toEqual([1, expect.stringContaining("git init && git add --all")]);
  openGit(tiny.clone)("init", "--quiet");
  expect((await run(tiny)).output).toContain("no commit yet");
});

test("no branch that could take the update", async () => {
  openGit(tiny.clone)("checkout", "--quiet", "--detach");
  expect(await refuse()).toContain("git switch main");
});

test("a version, a branch and a commit that the product does not have", async () => {
  expect(await refuse("0.9.0")).toContain('"0.9.0". Its versions: 0.2.0, 0.1.0.');
  expect(await refuse("next")).toContain('"next"');
  const own = commit(tiny.clone, { "mine.ts": "1" }, "Mine");
  expect(await refuse(own)).toContain(own);
});

test("an option or a second version that it does not know", async () => {
  expect(await refuse("--force")).toContain("Unknown option '--force'");
  expect(await refuse("0.2.0", "0.1.0")).toContain("Name one version");
});

test("a product that cannot be reached, without the password of its URL", async () => {
  const refusal = await refuse("--from", "https://me:secret@127.0.0.1:9/product.git");
  expect(refusal).toContain("Check the network and the address");
  expect(refusal).toContain("https://127.0.0.1:9/product.git");
  expect(refusal).not.toContain("secret");
});

test("no setting names the product's repository", async () => {
  const lines: string[] = [];
  const { upgrade } = await import("./upgrade.mjs");
  const ask = () => Promise.resolve("");
  const code = await upgrade({ root: tiny.clone, words: [], ask, print: (line) => void lines.push(line) });
  expect([code, lines.join()]).toEqual([1, expect.stringContaining("--from <URL>")]);
});

test("a version file that names a commit which the product does not have, or that is damaged", async () => {
  const file = "app/product/version.json";
  commit(tiny.clone, { [file]: `{ "version": "0.1.0", "commit": "${"ab".repeat(20)}" }` }, "Wrong");
  expect(await refuse()).toContain("which app/product/version.json names");
  commit(tiny.clone, { [file]: "{" }, "Damaged");
  expect(await refuse()).toContain("Correct or delete it");
});

test("a lost history without an answer names the likeliest commit", async () => {
  loseHistory(tiny.clone);
  const refusal = await refuse();
  const first = openGit(tiny.product)("rev-parse", "v0.1.0");
  expect(refusal).toContain(`npm run upgrade -- --base ${first.slice(0, 12)}`);
});

test("a repository that is unlike every commit of the product", async () => {
  const others = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`other/${at}.ts`, String(at)]));
  write(tiny.clone, others);
  loseHistory(tiny.clone);
  expect(await refuse()).toContain("No commit of the product is like this clone");
});

test("a codemod that fails", async () => {
  const failing = 'export default () => { throw new Error("no page is there"); };\n';
  commit(tiny.product, { "upgrades/0.3.0.mjs": failing }, "Third");
  expect(await refuse("main")).toContain("upgrades/0.3.0.mjs failed: no page is there.");
});

test("a merge that git cannot make", async () => {
  openGit(tiny.clone)("config", "merge.verifySignatures", "true");
  expect(await refuse()).toContain("Git cannot merge 0.2.0");
});
