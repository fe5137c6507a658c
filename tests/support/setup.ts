/** A product whose setup is open, although it has users, and its callers. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createApiClient, type Call } from "./clients";
import { findFreePort } from "./free-port";
import { startProduct, waitFor, type Product } from "./product";

export const SETUP_TOKEN = "a token of setup that the tests have chosen";

export const REOPENED = { version: 1, revision: 0, settings: {}, reopenedAt: new Date().toISOString() };

/** Starts a product with what setup has saved, by default as after `npm run setup:reset`. `stop` removes its data folder, too. */
export async function startOpenProduct(
  environment: Record<string, string> = {},
  saved: object = REOPENED,
): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "groundwork-setup-"));
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

/** Runs `npm run setup:reset` next to a product, and returns what it prints. */
export function runSetupReset({ dataDir, port }: Pick<Product, "dataDir" | "port">): string {
  const command =
    'import("./build/setup-reset.js").then(async (m) => (process.exitCode = await m.resetSetup([])))';
  return execFileSync(process.execPath, ["-e", command], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: dataDir, PORT: String(port) },
  }).toString();
}

/** The token that the product has made and printed. */
export function readPrintedToken({ dataDir }: Pick<Product, "dataDir">): string {
  return readFileSync(join(dataDir, "setup.token"), "utf8");
}

/** Starts the built product where its settings are broken, so that it serves nothing. Kill its process when done. */
export async function startBrokenProduct(dataDir: string) {
  const port = await findFreePort();
  let written = "";
  const child = spawn(process.execPath, [SERVER], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), DATA_DIR: dataDir },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (written += chunk.toString()));
  const url = `http://localhost:${port}`;
  await waitFor(() => fetch(`${url}/health/live`).catch(() => null), `the server at ${url}`);
  return { url, process: child, output: () => written };
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVER = join(ROOT, "build/server.js");

/** Ends a product at once, as a power cut does. Its data folder stays. */
export function kill({ process: child }: Pick<Product, "process">): Promise<unknown> {
  const ended = child.exitCode === null ? once(child, "exit") : Promise.resolve();
  child.kill("SIGKILL");
  return ended;
}
