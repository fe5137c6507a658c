/**
 * A founder's product in a clone: a brand, two entities with their pages, calls, jobs, mails and migrations, a field of users, a
 * language, a README of their own, and one page of the product that they changed by hand.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runNode as runScript } from "../../scripts/lib/run.mjs";
import { openGit } from "../../scripts/upgrade/git.mjs";
import { addTwin, addTwinTexts, mergeTexts, toTwin, type Texts } from "./twin";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The page of the product that founder and product change in the same line. */
export const HAND_CHANGED = "app/routes/dashboard/help.tsx";
/** A language whose texts are copied from Spanish. */
export const LANGUAGE = "pt";
const COPIED = "es";

/** Clones the product at the commit, and gives the clone the packages of this folder. */
export function cloneAt(from: string, folder: string, commit: string): void {
  openGit(dirname(folder))("clone", "--quiet", "--no-checkout", from, folder);
  const git = openGit(folder);
  git("checkout", "--quiet", "-B", "main", commit);
  nameFounder(folder);
  linkPackages(folder);
}

export function nameFounder(folder: string): void {
  const git = openGit(folder);
  git("config", "user.name", "Founder");
  git("config", "user.email", "founder@example.com");
  git("config", "commit.gpgsign", "false");
}

/** A folder of links, which is enough for scripts: what git ignores is a folder of this name. */
function linkPackages(folder: string): void {
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (name !== ".vite" && name !== ".cache")
      symlinkSync(join(ROOT, "node_modules", name), join(packages, name));
}

/** Packages of the clone's own, as `npm ci` would install them: what npm checks, and what Vite serves, must not be links. */
export function copyPackages(folder: string): void {
  const packages = join(folder, "node_modules");
  rmSync(packages, { recursive: true });
  cpSync(join(ROOT, "node_modules"), packages, { recursive: true, verbatimSymlinks: true });
}

/** Makes the founder's product, and commits it. Returns the commit. */
export async function buildProduct(folder: string): Promise<string> {
  await runNode(folder, "scripts/brand.mjs", "--name", "Acme Projects", "--accent", "#0a7f5a");
  addEntities(folder);
  addField(folder);
  addLanguage(folder);
  change(folder, "README.md", (text) => `${text}\nWe plan projects with it.\n`);
  change(folder, HAND_CHANGED, changeByHand);
  await renewStatements(folder, ...OWN_STATEMENTS);
  await runNode(folder, "node_modules/oxfmt/bin/oxfmt", "app/product", OWN_MIGRATIONS);
  return commitAll(folder, "Acme Projects");
}

/** What has the statements of own tables, and of the product's tables with own columns. */
export const OWN_STATEMENTS = ["own-statements", "conformance"].map((name) => `tests/stores/${name}.test.ts`);

/** The part of `npm run statements` that a change needs. */
export const renewStatements = (folder: string, ...files: string[]) =>
  runNode(folder, "node_modules/vitest/vitest.mjs", "run", "--update", "--project", "stores", ...files);

/** Runs a program of the clone. Throws with the end of its output when it fails. */
export async function runNode(folder: string, script: string, ...args: string[]): Promise<string> {
  const how = { cwd: folder, show: false, env: { INIT_CWD: folder } };
  const { code, output } = (await runScript(join(folder, script), args, how)) as {
    code: number;
    output: string;
  };
  if (code !== 0) throw new Error(output.trimEnd().split("\n").slice(-60).join("\n"));
  return output;
}

/** The founder wants more room between the cards. */
export const changeByHand = (text: string) => text.replace("items-start gap-4", "items-start gap-8");

export function commitAll(folder: string, message: string): string {
  const git = openGit(folder);
  git("add", "--all");
  git("commit", "--quiet", `--message=${message}`);
  return git("rev-parse", "HEAD");
}

/** Throws when nothing changes: the product has moved on, and the play with it. */
export function change(folder: string, path: string, by: (text: string) => string): void {
  const text = readFileSync(join(folder, path), "utf8");
  const changed = by(text);
  if (changed === text) throw new Error(`${path} has nothing to change as the play wants to`);
  writeFileSync(join(folder, path), changed);
}

/** Those that the product of that time has as its example of what a founder adds. */
function addEntities(folder: string): void {
  const seam = join(folder, "tests", "seam");
  const number = nextNumber(join(seam, OWN_MIGRATIONS));
  for (const path of readdirSync(seam, { recursive: true, encoding: "utf8" })) {
    if (!/\.(tsx?|json)$/.test(path)) continue;
    const text = readFileSync(join(seam, path), "utf8");
    const isOfOne = toTwin(path) !== path;
    write(folder, path, isOfOne ? text : (path.endsWith(".json") ? addTwinTexts : addTwin)(text));
    if (isOfOne)
      write(
        folder,
        toTwin(path).replace("0001-", `${number}-`),
        toTwin(text).replace("own/0001-", `own/${number}-`),
      );
  }
  change(folder, `${OWN_MIGRATIONS}/index.ts`, (text) => text.replace("./0001-tasks", `./${number}-tasks`));
}

const OWN_MIGRATIONS = "migrations/own";

function nextNumber(folder: string): string {
  const taken = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
  return String(taken.length + 1).padStart(4, "0");
}

function addField(folder: string): void {
  change(folder, "app/product/fields.ts", (text) =>
    text.replace(
      "OWN_USER_FIELDS = {",
      'OWN_USER_FIELDS = {\n  mobile: { kind: "phone", example: "+1 555 123 4567", autoComplete: "tel" },\n',
    ),
  );
  for (const locale of ["en", COPIED]) {
    const label = locale === "en" ? "Mobile phone" : "Teléfono móvil";
    addTexts(folder, `app/product/texts/${locale}/profile.json`, { own: { mobile: label } });
    addTexts(folder, `app/product/texts/${locale}/activity.json`, { field: { mobile: label.toLowerCase() } });
  }
  const texts = readFileSync(join(folder, "app/product/texts.ts"), "utf8");
  if (!texts.includes("profile")) change(folder, "app/product/texts.ts", addProfile);
  const number = nextNumber(join(folder, OWN_MIGRATIONS));
  write(folder, `${OWN_MIGRATIONS}/${number}-mobile.ts`, MOBILE.replace("NUMBER", number));
  change(folder, `${OWN_MIGRATIONS}/index.ts`, (text) =>
    text
      .replace("\n\nexport", `\nimport { mobile } from "./${number}-mobile";\n\nexport`)
      .replace("];", ", mobile];"),
  );
}

const addProfile = (text: string) =>
  text
    .replace(
      "import type projects",
      'import type profile from "./texts/en/profile.json";\nimport type projects',
    )
    .replace("  projects: typeof", "  profile: typeof profile;\n  projects: typeof");

const MOBILE = `/** The mobile phone of a user. */
import { nullable, string } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

const added = { columns: { mobile: nullable(string(100)) } };

export const mobile: Migration = {
  name: "own/NUMBER-mobile",

  up: (schema) => schema.addColumns("users", added),
  down: (schema) => schema.dropColumns("users", added),
};
`;

function addLanguage(folder: string): void {
  for (const texts of ["app/i18n", "app/product/texts"])
    cpSync(join(folder, texts, COPIED), join(folder, texts, LANGUAGE), { recursive: true });
  change(folder, "app/domain/locales.ts", (text) =>
    text.replace(
      /^( {2})es: (.*)$/m,
      (line) => `${line}\n${line.replace("es:", `${LANGUAGE}:`).replace("Español", "Português")}`,
    ),
  );
}

/** What CONTRIBUTING asks after an update that has new texts. */
export function translateNewTexts(folder: string): void {
  cpSync(join(folder, "app/i18n", COPIED), join(folder, "app/i18n", LANGUAGE), { recursive: true });
}

function addTexts(folder: string, path: string, texts: Texts): void {
  const file = join(folder, path);
  const present = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Texts) : {};
  write(folder, path, `${JSON.stringify(mergeTexts(present, texts), null, 2)}\n`);
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
