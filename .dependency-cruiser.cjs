/** Which layer may import which. The rules are made from one table, and ARCHITECTURE.md describes the same table. */

/** The layers of app/, and which others each may import. A layer may import itself, unless a rule below forbids it. */
const MAY_IMPORT = {
  boot: ["config", "http", "services", "models", "gateways", "crypto", "domain", "i18n"],
  routes: ["http", "services", "ui", "domain", "i18n"],
  http: ["services", "config", "crypto", "domain", "i18n"],
  services: ["models", "config", "gateways", "crypto", "domain", "i18n"],
  models: ["domain"],
  config: ["gateways", "crypto", "domain"],
  gateways: ["domain", "i18n"],
  ui: ["domain", "i18n"],
  i18n: ["domain"],
  crypto: ["domain"],
  domain: [],
};

/**
 * The capabilities of app/services/, lowest first: each may import those before it. The files next to these folders (the
 * list of operations, the cleanup) may import all capabilities, and no capability may import them.
 */
const CAPABILITIES = [
  "platform",
  "users",
  "identity",
  "profile",
  "team",
  "sign-in",
  "billing",
  "keys",
  "webhooks",
  "closing",
  "backup",
  "master",
  "checks",
  "setup",
];

/** The rooms of app/services/billing/, lowest first, by the same rule; the files next to them are what pages read. */
const BILLING = ["mails", "intents", "api-calls", "sync", "plans", "orders"];

/**
 * What a founder adds is in app/product/, a folder for each entity. The name of a file says which layer it is part of: it may import
 * what the layer may, and the lists next to the folders are all that the layer imports of it.
 */
const OWN = {
  domain: "(names|brand|fields|languages|texts|[^/]+/(forms|[^/]+-forms))[.]ts",
  models: "(entities|[^/]+/(model|[^/]+-model)[.]server)[.]ts",
  gateways: "(mail-values|mail-templates|[^/]+/(mail|[^/]+-mail))[.]tsx?",
  services: "(operations|[^/]+/(?!model|[^/]+-model)[^/]+)[.]server[.]ts",
  routes: "((routes|pages)[.]ts|[^/]+/(page|[^/]+-page)[.]tsx?)",
  ui: "[^/]+/(?!page|mail|[^/]+-page|[^/]+-mail)[^/]+[.]tsx",
};

/** The files of each layer. routes also has the files that Remix requires next to the folder. */
const WHERE = Object.fromEntries(
  Object.keys(MAY_IMPORT).map((layer) => [
    layer,
    OWN[layer] ? `^app/(${layer}/|product/${OWN[layer]}$)` : `^app/${layer}/`,
  ]),
);
WHERE.routes = `^app/(routes/|root[.]tsx$|entry[.]client[.]|routes[.]ts$|product/${OWN.routes}$)`;

/** Files with fewer readers than their layer, or without a layer. entry.server exports boot to server.ts. */
const READERS = {
  "config/keys.server.ts": ["services/checks", "services/setup", "services/keys"],
  "config/files.server.ts": ["services/platform/setup"],
  "config/saved.server.ts": ["services/platform/setup", "services/backup", "services/checks"],
  "config/secrets.server.ts": ["services/checks"],
  "config/settings.server.ts": [],
  "boot/redis.server.ts": [],
  "boot/boot.server.ts": ["entry.server.tsx"],
  "log.server.ts": ["http", "services", "gateways"],
};

/** Packages that only these places may import. */
const PACKAGES = {
  sequelize: ["app/models/store/", "tests/stores/"],
  umzug: ["app/models/store/", "tests/stores/"],
  mongodb: ["app/models/store/", "tests/stores/", "tests/support/mongodb/"],
  stripe: ["app/gateways/payments/", "sandbox/", "tests/"],
  "mailgun.js": ["app/gateways/mail/"],
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

/** Tests are next to the code that they test, and may import everything. */
const TEST = "\\.test\\.tsx?$";
const PACKAGE = "node_modules/";

const layerRules = Object.entries(MAY_IMPORT).map(([layer, allowed]) => ({
  name: `${layer}-imports-only-${allowed.join("-") || "itself"}`,
  comment: `${layer} may import ${allowed.join(", ") || "nothing else of app/"}.`,
  severity: "error",
  from: { path: WHERE[layer], pathNot: TEST },
  to: {
    path: "^(app|sandbox|server)",
    pathNot: [WHERE[layer], ...allowed.map((name) => WHERE[name]), "^app/log[.]server[.]ts$"],
  },
}));

/**
 * The rooms of a folder, lowest first: none imports a higher one, or a file next to the rooms.
 * @param {string} folder
 * @param {string[]} rooms
 * @param {(room: string) => string} toName
 */
function orderRooms(folder, rooms, toName) {
  return rooms.map((room, place) => ({
    name: toName(room),
    comment: `${room} may import ${rooms.slice(0, place).join(", ") || "none of the others"}.`,
    severity: "error",
    from: { path: `^${folder}/${room}/`, pathNot: TEST },
    to: { path: `^${folder}/`, pathNot: rooms.slice(0, place + 1).map((name) => `^${folder}/${name}/`) },
  }));
}

const roomRules = [
  ...orderRooms("app/services", CAPABILITIES, (room) => `${room}-imports-no-higher-capability`),
  ...orderRooms("app/services/billing", BILLING, (room) => `billing-${room}-imports-no-higher-room`),
];

const readerRules = Object.entries(READERS).map(([file, places]) => ({
  name: `${file.split(".")[0].replace("/", "-")}-only-from-its-readers`,
  comment: `app/${file} is read by its folder, ${[...places, "boot"].join(", ")} and the entry points only.`,
  severity: "error",
  from: {
    path: "^(app|sandbox|migrations)/",
    pathNot: [
      TEST,
      "^app/boot/",
      ...(file.includes("/") ? [`^app/${file.split("/")[0]}/`] : []),
      ...places.map((place) => `^app/${escapePattern(place)}(/|$)`),
    ],
  },
  to: { path: `^app/${escapePattern(file)}$` },
}));

const packageRules = Object.entries(PACKAGES).map(([name, places]) => ({
  name: `${name}-only-in-its-place`,
  comment: `Only ${places.join(", ")} may import ${name}.`,
  severity: "error",
  from: { pathNot: [PACKAGE, TEST, ...places.map((place) => `^${escapePattern(place)}`)] },
  to: { path: `(^|${PACKAGE})${name}(/|$)` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...roomRules,
    ...readerRules,
    ...packageRules,
    {
      name: "routes-do-not-import-each-other",
      comment: "What two routes share is a component (ui) or an operation (services).",
      severity: "error",
      from: { path: "^app/routes/", pathNot: TEST },
      to: { path: "^app/(routes/|root\\.tsx$|entry\\.)" },
    },
    {
      name: "the-product-imports-only-the-lists-of-app-product",
      comment:
        "What a founder adds reaches the product through the lists, so that an update of the product cannot break it.",
      severity: "error",
      from: { path: "^(app|sandbox|server|migrations|scripts)", pathNot: "^app/product/" },
      to: { path: "^app/product/[^/]+/" },
    },
    {
      name: "own-files-have-the-name-of-their-layer",
      comment:
        "forms.ts, model.server.ts, <name>.server.ts, mail.tsx, page.tsx, <name>.tsx, or one of the lists.",
      severity: "error",
      from: {},
      to: {
        path: "^app/product/",
        pathNot: [TEST, ...Object.values(OWN).map((files) => `^app/product/${files}$`)],
      },
    },
    {
      name: "migrations-belong-to-the-store",
      comment: "Only app/models/store runs the migrations.",
      severity: "error",
      from: { path: "^(app|sandbox|server)", pathNot: [TEST, "^app/models/store/"] },
      to: { path: "^migrations/" },
    },
    {
      name: "migrations-know-the-schema-only",
      comment:
        "A migration changes tables by the calls of Schema. It must still run after the rest of the product has changed, and on every kind of database.",
      severity: "error",
      from: { path: "^migrations/", pathNot: TEST },
      to: { path: "^(app|sandbox|server)", pathNot: "^app/models/store/(schema|entity)[.]ts$" },
    },
    {
      name: "domain-imports-zod-only",
      comment:
        "Constants and pure rules also run in the browser: no package except zod, and no module of Node.",
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
      name: "pages-load-the-rules-of-forms-late",
      comment:
        "The rules of forms weigh more than most pages: ui imports them where a form is used, by import(), and from domain what needs " +
        "none. Of the inputs of lists, ui has the types only.",
      severity: "error",
      from: { path: `${WHERE.ui}|^app/domain/(?!forms/|paging[.]|day-range[.])`, pathNot: TEST },
      to: { path: "^app/domain/forms/(?!reply)", dynamic: false, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "sandbox-stands-alone",
      comment: "The sandboxes stand in for servers of other companies: they do not import the product.",
      severity: "error",
      from: { path: "^sandbox/", pathNot: TEST },
      to: { path: "^(app|migrations|server)" },
    },
    {
      name: "tests-are-not-shipped",
      comment: "Production code does not import tests or their helpers.",
      severity: "error",
      from: { path: "^(app|sandbox|migrations|server)", pathNot: TEST },
      to: { path: `^tests/|${TEST}` },
    },
    {
      name: "development-packages-are-not-shipped",
      comment: "The product must run without development packages.",
      severity: "error",
      from: { path: "^(app|sandbox|migrations|server)", pathNot: TEST },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: `${PACKAGE}@types/` },
    },
    {
      name: "no-package-that-is-not-declared",
      comment: "A package of another package can disappear with an update: declare it in package.json.",
      severity: "error",
      from: { pathNot: PACKAGE },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-import-that-leads-nowhere",
      comment: "The file or package does not exist. (Built files exist after the build.)",
      severity: "error",
      from: { pathNot: PACKAGE },
      to: { couldNotResolve: true, pathNot: "/build/|^[.]/server/index[.]js$" },
    },
    {
      name: "no-circles",
      comment: "Merge two files that import each other, or move what they share to a third.",
      severity: "error",
      from: { pathNot: PACKAGE },
      to: { circular: true },
    },
    {
      name: "no-circles-at-run-time",
      comment: "When two files import each other at run time, one of them runs before the other is loaded.",
      severity: "error",
      from: { pathNot: PACKAGE },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-drawer-for-everything",
      comment: "A file is named after what it holds, in the words of the domain.",
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

function escapePattern(text) {
  return text.replaceAll(".", "\\.");
}
