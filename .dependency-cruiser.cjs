/** The walls of the house: who may import whom. Made from one table; ARCHITECTURE.md shows the same table in words. */

/** The layers of app/ and what each may import of the others. A layer may always import itself, unless said below. */
const MAY_IMPORT = {
  routes: ["http", "services", "ui", "domain", "i18n"],
  http: ["services", "domain", "i18n"],
  services: ["models", "gateways", "domain", "i18n"],
  models: ["domain"],
  gateways: ["domain", "i18n"],
  ui: ["domain", "i18n"],
  domain: [],
  i18n: ["domain"],
};

/**
 * The capabilities of app/services/, the lowest first: each may import those before it. The files beside these folders
 * (the list of operations, the cleanup) may import all of them, and none may import such a file.
 */
const CAPABILITIES = [
  "platform",
  "people",
  "identity",
  "profile",
  "team",
  "sign-in",
  "billing",
  "closing",
  "support",
];

/** Where each layer lies: a folder, and for routes also the files that Remix wants beside it. */
const WHERE = Object.fromEntries(Object.keys(MAY_IMPORT).map((layer) => [layer, `^app/${layer}/`]));
WHERE.routes = "^app/(routes/|root[.]tsx$|entry[.]client[.]|routes[.]ts$)";

/**
 * Single files that stand outside the layers, and who may import them. boot puts the rest together and entry.server
 * hands it to server.ts, so these two may import all.
 */
const SINGLE_FILES = {
  "config.server.ts": ["http", "services", "models/store", "gateways"],
  "log.server.ts": ["http", "services", "models/store", "gateways"],
  "boot.server.ts": ["entry.server.tsx"],
};

/** Packages that belong to one place. Everything else in the project reaches them through it. */
const PACKAGES = {
  sequelize: ["app/models/store/", "migrations/", "tests/stores/"],
  umzug: ["app/models/store/", "migrations/", "tests/stores/"],
  mongodb: ["app/models/store/", "tests/stores/"],
  stripe: ["app/gateways/payments/", "sandbox/", "tests/"],
  express: ["server.ts", "app/http/", "sandbox/", "scripts/bench/", "tests/"],
  react: [
    "app/ui/",
    "app/routes/",
    "app/root.tsx",
    "app/entry.",
    "app/gateways/mail/",
    "scripts/bench/",
    "tests/",
  ],
};

/** Tests sit beside what they test and may reach for anything. */
const TEST = "\\.test\\.tsx?$";
const PACKAGE = "node_modules/";

const layerRules = Object.entries(MAY_IMPORT).map(([layer, allowed]) => ({
  name: `${layer}-imports-only-${allowed.join("-") || "itself"}`,
  comment: `${layer} may import ${allowed.join(", ") || "nothing else of app/"}.`,
  severity: "error",
  from: { path: WHERE[layer], pathNot: TEST },
  to: {
    path: "^(app|sandbox|server)",
    pathNot: [WHERE[layer], ...allowed.map((name) => WHERE[name]), ...singleFilesFor(layer)],
  },
}));

const capabilityRules = CAPABILITIES.map((capability, place) => ({
  name: `${capability}-imports-no-higher-capability`,
  comment: `${capability} may import ${CAPABILITIES.slice(0, place).join(", ") || "no other capability"}.`,
  severity: "error",
  from: { path: `^app/services/${capability}/`, pathNot: TEST },
  to: {
    path: "^app/services/",
    pathNot: CAPABILITIES.slice(0, place + 1).map((name) => `^app/services/${name}/`),
  },
}));

const singleFileRules = Object.entries(SINGLE_FILES).map(([file, places]) => ({
  name: `${file.split(".")[0]}-only-from-its-readers`,
  comment: `app/${file} is read by ${places.join(", ")} and the entry points only.`,
  severity: "error",
  from: {
    path: "^(app|sandbox|migrations)/",
    pathNot: [
      TEST,
      "^app/(config|log|boot)[.]server[.]ts$",
      ...places.map((place) => `^app/${escaped(place)}(/|$)`),
    ],
  },
  to: { path: `^app/${escaped(file)}$` },
}));

const packageRules = Object.entries(PACKAGES).map(([name, places]) => ({
  name: `${name}-only-in-its-place`,
  comment: `Only ${places.join(", ")} may import ${name}.`,
  severity: "error",
  from: { pathNot: [PACKAGE, TEST, ...places.map((place) => `^${escaped(place)}`)] },
  to: { path: `(^|${PACKAGE})${name}(/|$)` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...capabilityRules,
    ...singleFileRules,
    ...packageRules,
    {
      name: "routes-do-not-import-each-other",
      comment: "A route is an address. What two of them share is a screen (ui) or an operation (services).",
      severity: "error",
      from: { path: "^app/routes/", pathNot: TEST },
      to: { path: "^app/(routes/|root\\.tsx$|entry\\.)" },
    },
    {
      name: "migrations-belong-to-the-store",
      comment: "Only app/models/store runs the migrations.",
      severity: "error",
      from: { path: "^(app|sandbox|server)", pathNot: [TEST, "^app/models/store/"] },
      to: { path: "^migrations/" },
    },
    {
      name: "migrations-know-the-store-only",
      comment: "A migration changes tables. It must still run when the product has moved on.",
      severity: "error",
      from: { path: "^migrations/", pathNot: TEST },
      to: { path: "^(app|sandbox|server)", pathNot: "^app/models/store/" },
    },
    {
      name: "domain-imports-zod-only",
      comment: "Facts and pure rules run in the browser too: no package but zod, nothing of Node.",
      severity: "error",
      from: { path: WHERE.domain, pathNot: TEST },
      to: { dependencyTypesNot: ["local", "aliased"], pathNot: `${PACKAGE}zod/` },
    },
    {
      name: "ui-needs-no-node",
      comment: "Node's own modules do not exist in the browser.",
      severity: "error",
      from: { path: WHERE.ui, pathNot: TEST },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "sandbox-stands-alone",
      comment: "The local payment provider is another company's server: it knows nothing of the product.",
      severity: "error",
      from: { path: "^sandbox/", pathNot: TEST },
      to: { path: "^(app|migrations|server)" },
    },
    {
      name: "tests-are-not-shipped",
      comment: "What runs in production does not import tests or their helpers.",
      severity: "error",
      from: { path: "^(app|sandbox|migrations|server)", pathNot: TEST },
      to: { path: `^tests/|${TEST}` },
    },
    {
      name: "development-packages-are-not-shipped",
      comment: "An installation without development packages must run.",
      severity: "error",
      from: { path: "^(app|sandbox|migrations|server)", pathNot: TEST },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: `${PACKAGE}@types/` },
    },
    {
      name: "no-package-that-is-not-declared",
      comment: "A package that another one brings along can be gone tomorrow: declare it in package.json.",
      severity: "error",
      from: { pathNot: PACKAGE },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-import-that-leads-nowhere",
      comment: "The file or package is not there. (What is built is there after the build.)",
      severity: "error",
      from: { pathNot: PACKAGE },
      to: { couldNotResolve: true, pathNot: "/build/|^[.]/server/index[.]js$" },
    },
    {
      name: "no-circles",
      comment: "Two files that import each other are one file, or hide a third.",
      severity: "error",
      from: { pathNot: PACKAGE },
      // Erased when it is compiled: the store's type names every entity's row, and an entity's functions take the store.
      to: { circular: true, viaOnly: { pathNot: "^app/models/store/entities[.]ts$" } },
    },
    {
      name: "no-circles-at-run-time",
      comment:
        "Two files that wait for each other to be loaded: which of them is whole depends on who is asked first.",
      severity: "error",
      from: { pathNot: PACKAGE },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-drawer-for-everything",
      comment: "A file is named after what it owns, in the words of the domain.",
      severity: "error",
      from: {},
      to: { path: "^app/.*(/utils?|/misc|/helpers?|/common)(/|[.]tsx?$)" },
    },
  ],
  options: {
    doNotFollow: { path: PACKAGE },
    exclude: { path: "^build/|[.](css|json|svg|woff2)([?]|$)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};

function singleFilesFor(layer) {
  return Object.entries(SINGLE_FILES)
    .filter(([, places]) => places.some((place) => place.split("/")[0] === layer))
    .map(([file]) => `^app/${escaped(file)}$`);
}

function escaped(text) {
  return text.replaceAll(".", "\\.");
}
