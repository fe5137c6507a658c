/** The first start in a terminal: short, and the addresses are the last thing that it prints. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PRODUCT_NAME } from "~/domain/product";
import { startProduct, waitFor, type Product } from "../support/product";

// In a folder of its own, because the tests' products begin with tables.
const dataDir = mkdtempSync(join(tmpdir(), "groundwork-first-"));
let product: Product;
beforeAll(async () => {
  product = await startProduct({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true });
});

test("the tables of a new database are one line of the log, and the list of addresses follows all others", async () => {
  const output = await waitFor(
    () => (product.output().includes("Set up") ? product.output() : null),
    "the list",
  );
  const lines = output.trim().split("\n");
  expect(lines.filter((line) => line.includes('"msg":"the tables were made"'))).toHaveLength(1);
  expect(output).not.toContain('"msg":"migrated"');
  const [first, last] = [`  ${PRODUCT_NAME}`, "  Set up"].map((start) =>
    lines.findIndex((line) => line.startsWith(start)),
  );
  expect([first, last]).not.toContain(-1);
  // The lines of requests that were answered meanwhile.
  expect(lines.slice((last ?? 0) + 1).filter((line) => !line.includes('"route"'))).toEqual([]);
});
