/** A product whose setup is open, although it has users, and its callers. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient, type Call } from "./clients";
import { startProduct, type Product } from "./product";

export const SETUP_TOKEN = "a token of setup that the tests have chosen";

/** Starts a product as after `npm run setup:reset`. `stop` removes its data folder, too. */
export async function startOpenProduct(environment: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "groundwork-setup-"));
  const saved = { version: 1, revision: 0, settings: {}, reopenedAt: new Date().toISOString() };
  writeFileSync(join(dataDir, "config.json"), JSON.stringify(saved), { mode: 0o600 });
  const product = await startProduct({ DATA_DIR: dataDir, SETUP_TOKEN, ...environment });
  return {
    ...product,
    async stop() {
      const code = await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** Calls the operations of setup. */
export function createSetupClient(product: Pick<Product, "url">, token = SETUP_TOKEN): Call {
  const call = createApiClient(product);
  return (method, path, ...[body, headers = {}]) =>
    call(method, path, body, { "X-Setup-Token": token, ...headers });
}

/** The token that the product has made and printed. */
export function readPrintedToken({ dataDir }: Pick<Product, "dataDir">): string {
  return readFileSync(join(dataDir, "setup.token"), "utf8");
}
