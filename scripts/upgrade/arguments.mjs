/** The words after `npm run upgrade --`. */
import { parseArgs } from "node:util";
import { UpgradeRefusal } from "./refusal.mjs";

export const USAGE = [
  "npm run upgrade -- [VERSION | COMMIT | BRANCH] [--from URL] [--base COMMIT] [--dry-run]",
  "npm run upgrade -- --migrations",
].join("\n       ");

const OPTIONS = /** @type {const} */ ({
  from: { type: "string" },
  base: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  migrations: { type: "boolean", default: false },
});

/**
 * `target` is what to take (the newest version without it), `from` where the product is, `base` the product's commit that the
 * clone stands on. Throws UpgradeRefusal for what it does not know.
 *
 * @param {string[]} words
 */
export function parseWords(words) {
  const { values, positionals } = parse(words);
  if (positionals.length > 1)
    throw new UpgradeRefusal(`Name one version, commit or branch, not ${positionals.length}: ${USAGE}`);
  const [target] = positionals;
  if ([target, values.from, values.base].some((value) => value === "" || value?.startsWith("-")))
    throw new UpgradeRefusal(`A version, URL or commit does not begin with "-": ${USAGE}`);
  return {
    target,
    from: values.from,
    base: values.base,
    isDryRun: values["dry-run"],
    onlyMigrations: values.migrations,
  };
}

function parse(words) {
  try {
    return parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    throw new UpgradeRefusal(`${cause.message.split(". ")[0]}. ${USAGE}`, cause);
  }
}
