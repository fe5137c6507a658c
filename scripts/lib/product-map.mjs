/** What the product's lists hold, read from the lists themselves by Vite, which knows the texts and the alias `~`. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { withSources } from "./load-sources.mjs";
import { resolveFromRoot, ROOT } from "./root.mjs";

/**
 * @typedef {{ name: string, file: string, isOwn: boolean }} Entry
 * @typedef {{ title: string, entries: Entry[] }} Group
 */

/**
 * The groups of the map, and a sentence for each name that both the product and the founder have given.
 * @returns {Promise<{ groups: Group[], clashes: string[] }>}
 */
export function readMap() {
  return withSources(async (vite) => ({ groups: await readGroups(vite), clashes: await readClashes(vite) }));
}

/** @param {import("vite").ViteDevServer} vite */
async function readClashes(vite) {
  const { findClashes } = await vite.ssrLoadModule("/app/boot/own-entries.server.ts");
  return findClashes();
}

/** @param {import("vite").ViteDevServer} vite */
async function readGroups(vite) {
  const { ENTITIES } = await vite.ssrLoadModule("/app/models/all-entities.ts");
  const { OPERATIONS } = await vite.ssrLoadModule("/app/services/operations.server.ts");
  const { MAIL_TEMPLATES } = await vite.ssrLoadModule("/app/gateways/mail/templates/templates.ts");
  const { JOB_NAMES } = await vite.ssrLoadModule("/app/domain/jobs.ts");
  await vite.ssrLoadModule("/app/services/jobs.server.ts");
  const files = await indexExports(vite);
  const toEntry = (name, value) => createEntry(name, files.get(value) ?? "?");
  return [
    { title: "Entities", entries: Object.entries(ENTITIES).map(([name, entity]) => toEntry(name, entity)) },
    {
      title: "Operations",
      entries: OPERATIONS.map((operation) =>
        toEntry(`${operation.name}  ${operation.method} ${operation.path}`, operation),
      ),
    },
    { title: "Pages", entries: await readPages(vite) },
    { title: "Mails", entries: Object.entries(MAIL_TEMPLATES).map(([name, mail]) => toEntry(name, mail)) },
    { title: "Jobs", entries: JOB_NAMES.map((name) => createEntry(name, findJobFile(vite, name))) },
  ];
}

/** Where each object that a loaded module exports is from. */
async function indexExports(vite) {
  const files = new Map();
  for (const { file, ssrModule } of listModules(vite))
    for (const value of Object.values(ssrModule ?? {}))
      if (typeof value === "object" && value !== null && !files.has(value))
        files.set(value, toRelative(file));
  return files;
}

/** @param {import("vite").ViteDevServer} vite */
async function readPages(vite) {
  const { default: routes } = await vite.ssrLoadModule("/app/routes.ts");
  const list = (some) =>
    some.flatMap(({ path, file, children = [] }) => [
      ...(path === undefined ? [] : [createEntry(`/${path}`, `app/${file}`)]),
      ...list(children),
    ]);
  return list(routes);
}

/** A job's name stands once in the file that makes it. */
function findJobFile(vite, name) {
  const makes = ({ file }) =>
    /[.]server[.]ts$/.test(file) && readFileSync(file, "utf8").includes(`name: "${name}"`);
  const found = listModules(vite).find(makes);
  return found ? toRelative(found.file) : "?";
}

const listModules = (vite) =>
  [...vite.environments.ssr.moduleGraph.idToModuleMap.values()].filter(({ file }) =>
    file?.startsWith(resolveFromRoot("app")),
  );

const toRelative = (file) => relative(ROOT, file);

/**
 * @param {string} name
 * @param {string} file
 */
function createEntry(name, file) {
  return { name, file, isOwn: file.startsWith("app/product/") };
}
