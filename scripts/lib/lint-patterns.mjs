/**
 * A plugin of oxlint: ESLint's no-restricted-syntax, which takes patterns, under a name for each kind of pattern. An area of
 * the code can turn off one kind then; .oxlintrc.json has the patterns. docs/decisions/0102
 */
import plugin from "oxlint-plugin-eslint";

const KINDS = ["everywhere", "raw-html", "raw-sql", "environment", "wakes"];
const rule = plugin.rules["no-restricted-syntax"];

export default { meta: { name: "pattern" }, rules: Object.fromEntries(KINDS.map((kind) => [kind, rule])) };
