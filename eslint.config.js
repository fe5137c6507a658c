/** The patterns that the code must not contain. Every other rule is oxlint's, in .oxlintrc.json. docs/decisions/0060 */
import parser from "@typescript-eslint/parser";
import { defineConfig } from "eslint/config";

const PLAIN_JS = ["**/*.{js,mjs,cjs}"];
const BROWSER_JS = ["sandbox/browser/**/*.js", "public/**/*.js"];
const NODE_GLOBALS =
  "Buffer console clearInterval clearTimeout fetch performance process setInterval setTimeout URL".split(" ");
const COMMANDS = ["scripts/**", "tests/**", "**/*.test.{ts,tsx}", "*.config.{js,ts}", ".*.cjs"];

const RAW_HTML = {
  selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
  message: "Raw HTML can inject scripts: render text as text.",
};

/** Patterns that are forbidden everywhere. Some areas below forbid more. */
const NEVER = [
  RAW_HTML,
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: "Use node:crypto (or crypto.getRandomValues): Math.random can be guessed.",
  },
  {
    selector: "ExportAllDeclaration",
    message: "No barrels: import from the file that owns the name.",
  },
];

const RAW_SQL = [
  {
    selector: "CallExpression[callee.property.name=/^(literal|query)$/][callee.object.name!='z']",
    message: "Queries are made in app/models/store only.",
  },
  {
    selector: "TemplateElement[value.raw=/^\\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM)\\s/]",
    message: "Queries are made in app/models/store only.",
  },
];

/** Arrays, and hashes of node:crypto, also have methods of these names, with other arguments. */
const TABLES = [
  {
    selector: [
      "CallExpression[callee.property.name=/^(find|findOne|insert|remove|count|countBy)$/][arguments.0.type='Literal']",
      "CallExpression[callee.property.name='update'][arguments.length=3]",
    ].join(),
    message: "Only app/models names a table: call, or add, a function of the entity's model.",
  },
];

const ENVIRONMENT = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: "The environment is read in app/config.server.ts only.",
  },
];

/** server.ts runs before the settings are read, and must know whether it runs in production. */
const ENVIRONMENT_BUT_NODE_ENV = [
  {
    selector:
      ":not(MemberExpression[property.name='NODE_ENV']) > MemberExpression[object.name='process'][property.name='env']",
    message: "server.ts reads NODE_ENV only; everything else is read in app/config.server.ts.",
  },
];

export default defineConfig(
  { ignores: ["build/**", "data/**", ".cache/**", "tests/boundaries/fixture/**", "*.timestamp-*.mjs"] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "off" } },
  {
    files: ["**/*.{ts,tsx,js,mjs,cjs}"],
    languageOptions: { parser },
    rules: {
      "no-restricted-syntax": ["error", ...NEVER, ...RAW_SQL, ...ENVIRONMENT],
      // noInlineConfig above is for ESLint only.
      "no-warning-comments": ["error", { terms: ["oxlint-disable", "eslint-disable"], location: "anywhere" }],
    },
  },
  {
    files: ["app/services/**", "app/http/**", "app/routes/**"],
    rules: { "no-restricted-syntax": ["error", ...NEVER, ...RAW_SQL, ...ENVIRONMENT, ...TABLES] },
  },
  {
    files: ["app/models/store/**", "migrations/**"],
    rules: { "no-restricted-syntax": ["error", ...NEVER, ...ENVIRONMENT] },
  },
  // They write the built style sheet, which React would escape, and what is inside of an icon, by its name alone.
  {
    files: ["app/ui/style-sheet.tsx", "app/ui/kit/icon.tsx"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...NEVER.filter((pattern) => pattern !== RAW_HTML),
        ...RAW_SQL,
        ...ENVIRONMENT,
      ],
    },
  },
  { files: ["app/config.server.ts"], rules: { "no-restricted-syntax": ["error", ...NEVER, ...RAW_SQL] } },
  {
    files: ["server.ts"],
    rules: { "no-restricted-syntax": ["error", ...NEVER, ...RAW_SQL, ...ENVIRONMENT_BUT_NODE_ENV] },
  },
  { files: COMMANDS, rules: { "no-restricted-syntax": ["error", ...NEVER] } },
  {
    files: PLAIN_JS,
    languageOptions: {
      globals: toReadonlyGlobals(NODE_GLOBALS),
    },
    rules: { "no-undef": "error" },
  },
  {
    files: ["**/*.cjs"],
    languageOptions: {
      sourceType: "commonjs",
      globals: toReadonlyGlobals(["module", "require", "__dirname"]),
    },
  },
  {
    files: BROWSER_JS,
    languageOptions: {
      sourceType: "script",
      globals: toReadonlyGlobals(["window", "document", "URLSearchParams"]),
    },
  },
  // stripe.js loads these files with import().
  { files: ["sandbox/browser/!(stripe).js"], languageOptions: { sourceType: "module" } },
);

function toReadonlyGlobals(names) {
  return Object.fromEntries(names.map((name) => [name, "readonly"]));
}
