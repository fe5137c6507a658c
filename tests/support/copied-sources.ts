/** A copy of the product's sources in another folder, which a test may edit and build. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDERS = ["app", "migrations", "public", "sandbox", "scripts"];

/** The packages are links, in a folder of its own where Vite keeps what it makes of them. */
export function copySources(folder: string): void {
  const files = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const name of [...FOLDERS, ...files.map((file) => file.name)])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (name !== ".vite") symlinkSync(join(ROOT, "node_modules", name), join(packages, name));
}

/** Builds a copy, but for the size of its scripts as `npm run build` does. Throws with what the build has printed. */
export function buildCopy(folder: string): void {
  const env = { PATH: process.env.PATH, NODE_ENV: "production" as const };
  const build = join(folder, "scripts", "build.mjs");
  execFileSync(process.execPath, [build, "--quick"], { cwd: folder, env, stdio: "pipe" });
}
