/** The forms of the pages, as the actions in `app/routes/` list them: intents and operations. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Operation } from "~/services/platform/operation.server";
import { listPageRoutes, takesForm } from "./page-routes";

export interface PageForm {
  path: string;
  /** Undefined on a page with one form. */
  intent?: string;
  operation: Operation;
}

const APP = join(import.meta.dirname, "../../app");

const SERVICES = import.meta.glob<Record<string, unknown>>([
  "/app/services/**/*.server.ts",
  "/app/product/**/*.server.ts",
]);

/** The intent, where the page has several, and the operation: as an entry of the action, or as a step of setup. */
const FORM = /(?:(\w+|"[\w-]+"): (?:\{\s*)?)?(?:\boperation: |\btoStepAction\()(\w+)/g;

/** Throws for an action in which an operation is named in another way than elsewhere. */
export async function listPageForms(): Promise<PageForm[]> {
  const found: PageForm[] = [];
  for (const { path, file } of listPageRoutes().filter(takesForm)) {
    const source = readApp(file);
    const named = [...source.matchAll(FORM)];
    if (named.length !== (source.match(/\boperation[:,]|\btoStepAction\(/g) ?? []).length)
      throw new Error(`${file} has a form whose operation could not be read`);
    for (const [, intent, name = ""] of named)
      found.push({ path, intent: intent?.replaceAll('"', ""), operation: await findOperation(file, name) });
  }
  return found;
}

async function findOperation(file: string, name: string): Promise<Operation> {
  const [, from = "", module = ""] =
    new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "(~/|\\./)([^"]+)"`).exec(readApp(file)) ?? [];
  const found = toAppPath(file, { from, module });
  const exported = await SERVICES[`/app/${found}`]?.();
  if (!exported || !(name in exported)) throw new Error(`there is no operation ${name} in ${found}`);
  return exported[name] as Operation;
}

/**
 * The names of the parameters that a page's loader reads: in its own file, in one that it imports, or in one of the domain that
 * these import.
 */
export function listQueryNames(file: string): string[] {
  const imported = listImports(file);
  const files = new Set([file, ...imported, ...imported.flatMap(listImports).filter(isOfDomain)]);
  const names = [...files].flatMap((each) =>
    [...readApp(each).matchAll(PARAMETER)].map(([, name = ""]) => name),
  );
  return [...new Set(names)];
}

const PARAMETER = /\.(?:get|getAll|has)\("([a-z][a-z_]*)"\)/g;
const IMPORT = / from "(~\/(?:domain|http|services)\/|\.\/)([^"]+)"/g;

const readApp = (file: string) => readFileSync(join(APP, file), "utf8");
const isOfDomain = (file: string) => file.startsWith("domain/");

/** Below `app/`, of those that can read a query. */
function listImports(file: string): string[] {
  return [...readApp(file).matchAll(IMPORT)].map(([, from = "", module = ""]) =>
    toAppPath(file, { from, module }),
  );
}

/** The file below `app/` that `file` imports as `from` and `module`: "~/" and the path below it, or "./" and the path beside it. */
function toAppPath(file: string, { from, module }: { from: string; module: string }): string {
  return posix.join(from === "./" ? posix.dirname(file) : from.slice(2), `${module}.ts`);
}
