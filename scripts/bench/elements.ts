/**
 * `npm run bench -- --elements`: what React renders for each page on the server: elements and their attributes, texts,
 * components and hooks. It runs the built product without a server, and counts in the bundle's own React.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { resolveFromRoot } from "../lib/root.mjs";
import { bootBuiltProduct } from "./built-product";
import { createServerPlans, prepareUser, EMAIL } from "./servers";
import { getMembership, makeSession } from "../../tests/support/users";
import { BILLING, LISTED, OPEN_PAGES, OWN_PAGES } from "./urls";

type Callable = (...parameters: never[]) => unknown;

const folder = mkdtempSync(join(tmpdir(), "groundwork-elements-"));
try {
  await prepareUser(folder);
  const { dataDir } = createServerPlans(folder).product;
  Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  const counts = await countInReact();
  const { app, send, close } = await bootBuiltProduct();
  const { userId, accountId } = await getMembership(app.store, EMAIL);
  const token = await makeSession(app.store, { userId, accountId, kind: "browser" });
  const columns = ["elements", "attributes", "texts", "components", "hooks", "kB", "scripts"];
  console.log(`${"".padEnd(24)}${columns.map((column) => column.padStart(11)).join("")}`);
  for (const path of new Set([...OPEN_PAGES, ...OWN_PAGES, ...Object.keys({ ...LISTED, ...BILLING })])) {
    const cookie = OPEN_PAGES.includes(path) ? "" : `session=${token}`;
    counts.components = counts.hooks = 0;
    const { status, text } = await send(path, { cookie });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    const { elements, attributes, texts, scripts } = countMarkup(text);
    const row = [elements, attributes, texts, counts.components, counts.hooks, text.length / 1000, scripts];
    console.log(`${path.padEnd(24)}${row.map((value) => String(Math.round(value)).padStart(11)).join("")}`);
  }
  await close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// The jobs of the product would keep the process.
process.exit();

/** Counts the markup without its scripts and style sheets. */
function countMarkup(page: string) {
  const markup = page.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, "");
  const tags = markup.match(/<[a-z][^>]*>/g) ?? [];
  return {
    elements: tags.length,
    attributes: tags.reduce((sum, tag) => sum + (tag.match(/ [\w-]+=/gi)?.length ?? 0), 0),
    texts: markup.match(/>[^<]*[^<\s][^<]*</g)?.length ?? 0,
    scripts: page.match(/rel="modulepreload"/g)?.length ?? 0,
  };
}

/** Replaces what creates components and what they call, in this process alone. */
async function countInReact(): Promise<{ components: number; hooks: number }> {
  const counts = { components: 0, hooks: 0 };
  const react = await findInBundle("require_react");
  for (const [name, call] of Object.entries(react)) {
    if (/^use[A-Z]/.test(name)) {
      react[name] = (...parameters) => {
        counts.hooks += 1;
        return call(...parameters);
      };
    }
  }
  for (const module of [react, await findInBundle("require_jsx_runtime")]) {
    for (const name of ["jsx", "jsxs", "createElement"]) {
      const create = module[name];
      if (!create) continue;
      module[name] = (...parameters) => {
        const type: unknown = parameters[0];
        // A fragment is a symbol.
        if (typeof type === "function" || typeof type === "object") counts.components += 1;
        return create(...parameters);
      };
    }
  }
  return counts;
}

/** Returns the exports of a CommonJS package, from the chunk that the bundle shares. */
async function findInBundle(name: string): Promise<Record<string, Callable>> {
  const chunks = resolveFromRoot("build", "chunks");
  for (const file of readdirSync(chunks).filter((entry) => entry.endsWith(".js"))) {
    const chunk = (await import(pathToFileURL(join(chunks, file)).href)) as Record<string, Callable>;
    const load = chunk[name];
    if (load) return load() as Record<string, Callable>;
  }
  throw new Error(`no chunk of the build has ${name}`);
}
