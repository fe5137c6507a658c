/** `npm run dev` on a copy of the sources, which a test may edit. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startProduct, type Product } from "./product";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDERS = ["app", "migrations", "public", "sandbox", "scripts"];

export interface Development extends Product {
  /** Replaces the one place where a file contains `before`. */
  edit(file: string, before: string, after: string): void;
}

export async function startDevelopment(): Promise<Development> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-sources-"));
  copySources(folder);
  const product = await startProduct({}, { folder, script: "scripts/dev.mjs" });
  return {
    ...product,
    edit(file, before, after) {
      const [start, end, ...others] = readFileSync(join(folder, file), "utf8").split(before);
      if (start === undefined || end === undefined || others.length > 0)
        throw new Error(`${file} does not contain ${before} once`);
      writeFileSync(join(folder, file), start + after + end);
    },
    async stop() {
      const code = await product.stop();
      rmSync(folder, { recursive: true });
      return code;
    },
  };
}

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
