/**
 * One product for many test files: it is started once in each process of the tests, and warm for all but the first file.
 * For files that only need users and rows of their own: none that changes settings or plans, counts all rows or lines of the log,
 * uses up the limits of an IP, or stops the product.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenStore } from "~/models/store/database";
import { startProduct, type Product } from "./product";
import { openProductStore } from "./product-store";
import { getRunFolder } from "./run-folder";

/** The process ids of the shared products of a run, in its folder. */
const SHARED = "shared-products";

let shared: Promise<Product> | undefined;
let store: Promise<OpenStore> | undefined;

/** The product that the test files of this process share. It ends with the run. */
export function shareProduct(): Promise<Product> {
  shared ??= startShared();
  return shared;
}

/** Its database. It is open as long as the process lives. */
export function shareStore(): Promise<OpenStore> {
  store ??= shareProduct().then(openProductStore);
  return store;
}

async function startShared(): Promise<Product> {
  const folder = getRunFolder();
  if (!folder) throw new Error("only a run of vitest shares products");
  const product = await startProduct({ DATA_DIR: join(folder, `shared-${process.pid}`) });
  appendFileSync(join(folder, SHARED), `${product.process.pid}\n`);
  return product;
}

/** Stops the shared products of a run. */
export function stopSharedProducts(folder: string): void {
  const file = join(folder, SHARED);
  const ids = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  for (const id of ids) process.kill(Number(id));
}
