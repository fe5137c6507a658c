/** For tests: a product of a few files with two versions, and clones of it. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { getRunFolder } from "../../tests/support/run-folder";
import { openGit } from "./git.mjs";
import { upgrade } from "./upgrade.mjs";

const MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Null removes the file. */
export type Files = Record<string, string | null>;

const toPackage = (version: string, beta: string) =>
  `${JSON.stringify({ name: "tiny", version, dependencies: { beta } }, null, 2)}\n`;
const toLock = (version: string) =>
  `${JSON.stringify({ name: "tiny", version, lockfileVersion: 3, requires: true, packages: { "": { name: "tiny", version } } }, null, 2)}\n`;

/** As long as files are that git is to recognise when they move. */
const filler = (topic: string) =>
  Array.from({ length: 12 }, (_, line) => `// ${topic}, line ${line}`).join("\n");

const FIRST: Files = {
  ".gitignore": "node_modules\n.cache/\ndata/\n",
  "package.json": toPackage("0.1.0", "1.0.0"),
  "package-lock.json": toLock("0.1.0"),
  "CHANGELOG.md":
    "# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n\n### Added\n\n- The product.\n",
  "README.md": "# Tiny\n",
  "app/ui/button.ts": `export const Button = 1;\n${filler("button")}\n`,
  "app/page.ts": `import { Button } from "~/ui/button";\n${filler("page")}\nexport const page = [Button, "one"];\n`,
  "app/product/names.ts": "export const NAMES = [];\n",
  "migrations/own/index.ts": "export const OWN = [];\n",
};

const SECOND: Files = {
  "package.json": toPackage("0.2.0", "2.0.0"),
  "package-lock.json": toLock("0.2.0"),
  "CHANGELOG.md":
    "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-01\n\n### Changed\n\n- A button moved.\n\n### What you must do\n\n- Restart\n  twice.\n\n## [0.1.0] - 2026-01-01\n\n### Added\n\n- The product.\n",
  "app/ui/button.ts": null,
  "app/ui/kit/press.ts": `export const Button = 1;\n${filler("button")}\n`,
  "app/page.ts": `import { Button } from "~/ui/kit/press";\n${filler("page")}\nexport const page = [Button, "two"];\n`,
  "upgrades/0.2.0.mjs":
    'export default (tree) => tree.renameFile("app/ui/button.ts", "app/ui/kit/press.ts");\n',
};

/** What a founder adds, which imports what moves. */
export const FOUNDERS_PAGE: Files = {
  "app/product/names.ts": 'export const NAMES = ["projects"];\n',
  "app/product/projects/page.tsx":
    'import { Button } from "~/ui/button";\n\nexport const projects = Button;\n',
};

export interface Tiny {
  folder: string;
  product: string;
  clone: string;
  remove(): void;
}

/** A product that has 0.1.0 and 0.2.0, and a clone of the first, made anew from a copy for each test. */
export function createTiny(): Tiny {
  template ??= createTemplate();
  const folder = mkdtempSync(join(tmpdir(), "groundwork-upgrade-"));
  cpSync(template, folder, { recursive: true });
  const clone = join(folder, "clone");
  symlinkSync(MODULES, join(clone, "node_modules"));
  return {
    folder,
    clone,
    product: join(folder, "product"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What `createTiny` copies. */
let template: string | undefined;

/** Returns its folder, which ends with the run of the tests. */
function createTemplate(): string {
  const folder = mkdtempSync(join(getRunFolder() ?? tmpdir(), "groundwork-upgrade-template-"));
  const product = join(folder, "product");
  initialize(product);
  commit(product, FIRST, "First");
  openGit(product)("tag", "v0.1.0");
  openGit(folder)("clone", "--quiet", "--template=", product, "clone");
  nameFounder(join(folder, "clone"));
  openGit(join(folder, "clone"))("remote", "remove", "origin");
  commit(product, SECOND, "Second");
  openGit(product)("tag", "v0.2.0");
  return folder;
}

/** A repository with one commit of what a clone holds, as a zip file or a template button makes it. */
export function loseHistory(clone: string): void {
  rmSync(join(clone, ".git"), { recursive: true });
  initialize(clone);
  commit(clone, {}, "My product");
}

function initialize(folder: string): void {
  mkdirSync(folder, { recursive: true });
  openGit(folder)("init", "--quiet", "--template=", "--initial-branch=main");
  nameFounder(folder);
}

/** Maintenance takes longer than what is tested. */
const SETTINGS = `[user]
	name = Founder
	email = founder@example.com
[commit]
	gpgsign = false
[gc]
	auto = 0
[maintenance]
	auto = false
`;

export function nameFounder(folder: string): void {
  appendFileSync(join(folder, ".git", "config"), SETTINGS);
}

export function write(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    if (text === null) rmSync(file);
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}

/** Writes the files and commits them. Returns the commit. */
export function commit(folder: string, files: Files, message: string): string {
  write(folder, files);
  const git = openGit(folder);
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", `--message=${message}`);
  return git("rev-parse", "HEAD");
}

export const read = (folder: string, path: string): string | null =>
  existsSync(join(folder, path)) ? readFileSync(join(folder, path), "utf8") : null;

export interface RunOptions {
  answer?: string;
  runNpm?: Parameters<typeof upgrade>[0]["runNpm"];
}

/** Runs the command in a clone, from the product next to it. */
export async function run(
  { clone, product }: Pick<Tiny, "clone" | "product">,
  words: readonly string[] = [],
  { answer = "", runNpm }: RunOptions = {},
): Promise<{ code: number; output: string; questions: string[] }> {
  const lines: string[] = [];
  const questions: string[] = [];
  const code = await upgrade({
    root: clone,
    words: words.includes("--from") ? [...words] : [...words, "--from", product],
    print: (line) => void lines.push(line),
    ask: (question) => {
      questions.push(question);
      return Promise.resolve(answer);
    },
    runNpm: runNpm ?? (() => Promise.resolve({ code: 0, output: "", seconds: 0 })),
  });
  return { code, output: lines.join("\n"), questions };
}

/** What must be the same after a refusal: the commits of all branches, the files, the settings. */
export function readState(clone: string): Record<string, string> {
  const git = openGit(clone);
  return {
    branches: git.try("for-each-ref", "refs/heads", "refs/tags").output,
    head: git.try("rev-parse", "HEAD").output,
    status: git.try("status", "--porcelain", "--ignored").output,
    config: git.try("config", "--local", "--list").output,
    worktrees: git("worktree", "list"),
  };
}
