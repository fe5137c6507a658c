/** `npm run dev` on a copy of the sources, which a test may edit. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copySources } from "./copied-sources";
import { startProduct, type Product } from "./product";

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
