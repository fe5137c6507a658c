/** The rules of the code that a machine can check: strict and type-checked, every rule an error, no exceptions in the code. */
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const TESTS = ["**/*.test.{ts,tsx}", "tests/**"];
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

export default tseslint.config(
  {
    ignores: [
      ...["build/**", "data/**", "node_modules/**", ".cache/**"],
      ...["tests/boundaries/fixture/**", "*.timestamp-*.mjs"],
      // Compiled by its own test, with types that the test generates.
      "tests/typed-client/**",
    ],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "off" } },
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // `== null` is the only useful loose comparison: null or undefined.
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-alert": "error",
      "no-console": "error",
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-param-reassign": "error",
      "no-return-assign": "error",
      "no-unneeded-ternary": "error",
      "no-useless-rename": "error",
      "object-shorthand": "error",
      "prefer-template": "error",
      "no-restricted-syntax": ["error", ...NEVER, ...RAW_SQL, ...ENVIRONMENT],

      complexity: ["error", 15],
      "max-depth": ["error", 3],
      "max-lines": ["error", 300],
      "max-lines-per-function": ["error", { max: 45, skipBlankLines: true, skipComments: true }],
      "max-params": "off",
      "@typescript-eslint/max-params": ["error", { max: 3 }],

      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-import-type-side-effects": "error",
      // React allows an async event handler: its failures reach the central error handler.
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      // Remix's control flow throws responses: a redirect, or data with a status.
      "@typescript-eslint/only-throw-error": [
        "error",
        {
          allow: [
            { from: "lib", name: "Response" },
            { from: "package", package: "@remix-run/server-runtime", name: "TypedResponse" },
            { from: "package", package: "@remix-run/router", name: "DataWithResponseInit" },
          ],
        },
      ],
      // An interface may require a Promise where the simplest implementation has nothing to await.
      "@typescript-eslint/require-await": "off",
      // The rule protects `this` in methods; the code has no classes, and no `this`.
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/consistent-type-definitions": "off",
      // The code has no classes but errors, and no enums: both rules compared the types of every value with nothing to find.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
    },
  },
  {
    files: ["**/*.tsx"],
    rules: { "max-lines-per-function": ["error", { max: 120, skipBlankLines: true, skipComments: true }] },
  },
  // Migrations, fixtures and tables are long, but not nested.
  {
    files: ["migrations/**", "sandbox/**", "scripts/**"],
    rules: { "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  // Where components and hooks are. The rules compile each file with React's compiler, which takes a while.
  {
    files: ["app/**/*.tsx", "app/ui/**/*.ts"],
    plugins: { "react-hooks": reactHooks },
    rules: {
      ...toErrors(reactHooks.configs.flat.recommended.rules),
      // The rule concerns React's compiler, which is not used here.
      "react-hooks/incompatible-library": "off",
    },
  },
  // React renders a component that threw a promise again when the promise resolves.
  {
    files: ["app/ui/use-texts.ts"],
    rules: {
      "@typescript-eslint/only-throw-error": ["error", { allow: [{ from: "lib", name: "Promise" }] }],
    },
  },
  // Remix calls handleRequest with five arguments, and Express recognizes an error handler by its four.
  {
    files: ["app/entry.server.tsx", "app/http/middleware/errors.ts"],
    rules: { "@typescript-eslint/max-params": "off" },
  },
  { files: ["app/ui/**"], rules: { "no-console": ["error", { allow: ["warn", "error"] }] } },
  {
    files: ["app/services/**", "app/http/**", "app/routes/**"],
    rules: { "no-restricted-syntax": ["error", ...NEVER, ...RAW_SQL, ...ENVIRONMENT, ...TABLES] },
  },
  {
    files: ["app/models/store/**", "migrations/**"],
    rules: { "no-restricted-syntax": ["error", ...NEVER, ...ENVIRONMENT] },
  },
  // It writes the built style sheet, which React would escape.
  {
    files: ["app/ui/style-sheet.tsx"],
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
  { files: ["scripts/**"], rules: { "no-console": "off" } },
  {
    files: TESTS,
    // A describe block may be long: it only groups tests.
    rules: { "max-lines-per-function": "off" },
  },
  {
    files: PLAIN_JS,
    extends: [tseslint.configs.disableTypeChecked],
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
    rules: { "@typescript-eslint/no-require-imports": "off" },
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

/** Turns the warnings of a preset into errors, because warnings can be ignored. */
function toErrors(rules) {
  return Object.fromEntries(Object.keys(rules).map((name) => [name, "error"]));
}

function toReadonlyGlobals(names) {
  return Object.fromEntries(names.map((name) => [name, "readonly"]));
}
