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

/** Code that has an entity can query its table. */
const ENTITIES = {
  patterns: [
    {
      regex: "/models/",
      importNamePattern: "Entit(y|ies)$|ENTITIES$",
      message: "Only app/models queries a table: call, or add, a function of the entity's model.",
    },
  ],
};

/** What a transaction queues wakes its job when it commits. docs/decisions/0085 */
const WAKES = {
  selector: "CallExpression[callee.property.name='wake']",
  message: "The function of the model that queues the work calls store.notify, and the commit wakes the job.",
};
/** What runs the jobs, and mission control, where an operator runs one. */
const MAY_WAKE = [
  "app/services/platform/{jobs,tracing}/**",
  "app/services/platform/workers.server.ts",
  "app/services/{,master/}jobs.server.ts",
];

const ENVIRONMENT = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: "The environment is read in app/config/config.server.ts only.",
  },
];

/** server.ts runs before the settings are read, and must know whether it runs in production. */
const ENVIRONMENT_BUT_NODE_ENV = [
  {
    selector:
      ":not(MemberExpression[property.name='NODE_ENV']) > MemberExpression[object.name='process'][property.name='env']",
    message: "server.ts reads NODE_ENV only; everything else is read in app/config/config.server.ts.",
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
    ignores: ["**/*.test.*", "app/services/backup/**"],
    rules: { "no-restricted-imports": ["error", ENTITIES] },
  },
  {
    files: ["app/{models,services,http,routes}/**"],
    ignores: MAY_WAKE,
    rules: { "no-restricted-syntax": ["error", ...NEVER, ...RAW_SQL, ...ENVIRONMENT, WAKES] },
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
  {
    files: ["app/config/config.server.ts"],
    rules: { "no-restricted-syntax": ["error", ...NEVER, ...RAW_SQL] },
  },
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
