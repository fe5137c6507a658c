/** A copy of the sources with a brand of its own, built: the product as a founder has it. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as Sources from "../../scripts/lib/load-sources.mjs";
import { buildCopy, copySources } from "./copied-sources";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface BrandedCopy {
  folder: string;
  /** Runs `npm run brand` again. */
  brand(...options: string[]): { code: number | null; printed: string };
  build(): void;
  /** Runs a command of the copy from its sources, and returns what it printed. Throws when it ends with another code than 0. */
  runSource(
    command: { file: string; name: string },
    environment: Record<string, string>,
    ...args: string[]
  ): string;
  /** Calls a function without parameters of a module of the copy, whose imports are the copy's. */
  call(path: string, name: string): Promise<unknown>;
  remove(): void;
}

export function copyForBrand(): BrandedCopy {
  const folder = mkdtempSync(join(tmpdir(), "branded-"));
  copySources(folder);
  cpSync(join(ROOT, "tests", "support"), join(folder, "tests", "support"), { recursive: true });
  const environment = { PATH: process.env.PATH, NODE_ENV: "production" as const };
  return {
    folder,
    brand(...options) {
      const args = [join(folder, "scripts", "brand.mjs"), ...options];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: folder,
        env: environment,
        encoding: "utf8",
      });
      return { code: status, printed: stdout + stderr };
    },
    build: () => buildCopy(folder),
    runSource({ file, name }, settings, ...args) {
      const code = `import { ${name} } from "./${file}"; void ${name}(process.argv.slice(2)).then((code) => { process.exitCode = code; });`;
      const program = join(folder, `run-${name}.ts`);
      writeFileSync(program, code);
      const tsx = join(folder, "node_modules", "tsx", "dist", "cli.mjs");
      const env = { ...environment, ...settings };
      return execFileSync(process.execPath, [tsx, program, ...args], { cwd: folder, env, encoding: "utf8" });
    },
    call: (path, name) => callIn(folder, path, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function callIn(folder: string, path: string, name: string): Promise<unknown> {
  const loader = pathToFileURL(join(folder, "scripts", "lib", "load-sources.mjs")).href;
  const { withSources } = (await import(/* @vite-ignore */ loader)) as typeof Sources;
  return withSources(async (vite) => {
    const module = (await vite.ssrLoadModule(path)) as Record<string, () => unknown>;
    return module[name]?.();
  });
}
