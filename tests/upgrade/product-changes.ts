/** The next version of the product, for as long as today's has no change of each kind since the base: three commits on its side. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTree } from "../../scripts/upgrade/codemod-tree.mjs";
import { change, commitAll, HAND_CHANGED, renewStatements, runNode } from "./founder";

/** After every version that the product has. */
const VERSION = "99.0.0";
const RENAMED = { from: "app/ui/form/post-form.tsx", to: "app/ui/form/button-form.tsx" };
export const NEW_TABLE = "played_notes";
export const NEW_TEXT = "When we answer, you get an email.";
/** Where the statements of the product's migrations are compared with those that were reviewed. */
const RECORDED = ["conformance", "oracle", "sql-server"].map((name) => `tests/stores/${name}.test.ts`);
export const DUTY = "Translate the text help:answer into the languages that you have added.";

/** Makes them in a repository of the product. Returns the last commit. */
export async function changeProduct(folder: string): Promise<string> {
  addMigration(folder);
  await runNode(folder, "node_modules/oxfmt/bin/oxfmt", "migrations");
  await renewStatements(folder, ...RECORDED);
  commitAll(folder, "Add a table");
  await renameFile(folder);
  commitAll(folder, "Rename a form, with its codemod");
  changePage(folder);
  return commitAll(folder, "Say on the help page how we answer");
}

function addMigration(folder: string): void {
  const taken = readdirSync(join(folder, "migrations")).filter((name) => /^\d{4}-/.test(name));
  const name = `${String(taken.length + 1).padStart(4, "0")}-played-notes`;
  writeFileSync(
    join(folder, "migrations", `${name}.ts`),
    `/** A table of the next version. */
import { date, string } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const playedNotes: Migration = {
  name: "${name}",

  up: (schema) =>
    schema.createTable("${NEW_TABLE}", { columns: { id: string(36), user_id: string(36), created_at: date() } }),
  down: (schema) => schema.dropTable("${NEW_TABLE}"),
};
`,
  );
  change(folder, "migrations/index.ts", (text) =>
    text
      .replace("\n\n/** The product's", `\nimport { playedNotes } from "./${name}";\n\n/** The product's`)
      .replace("\n];\n\n/** Both series", "\n  playedNotes,\n];\n\n/** Both series"),
  );
}

async function renameFile(folder: string): Promise<void> {
  const { from, to } = RENAMED;
  await openTree(folder).renameFile(from, to);
  const codemod = `/** The form of a button alone is named after it. */\nexport default (tree) => tree.renameFile("${from}", "${to}");\n`;
  openTree(folder).write(`upgrades/${VERSION}.mjs`, codemod);
}

function changePage(folder: string): void {
  change(folder, HAND_CHANGED, (text) =>
    text
      .replace("items-start gap-4 lg:grid-cols-2", "items-start gap-4 xl:grid-cols-2")
      .replace('{t("description")}', '{t("description")} {t("answer")}'),
  );
  for (const [locale, answer] of [
    ["en", NEW_TEXT],
    ["es", "Cuando respondamos, recibirás un correo."],
  ])
    change(folder, `app/i18n/${locale}/help.json`, (text) =>
      text.replace('  "submit"', `  "answer": "${answer}",\n  "submit"`),
    );
  change(folder, "CHANGELOG.md", (text) =>
    text.replace(/^## \[?Unreleased\]?\n/m, (heading) => `${heading}\n### What you must do\n\n- ${DUTY}\n`),
  );
}
