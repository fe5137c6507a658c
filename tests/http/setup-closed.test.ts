/** From the first verified user on, setup is closed for good: after a restart, and when the only account has been closed. */
import { userEntity } from "~/models/user.server";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVerifiedUser, PASSWORD, type Call } from "../support/clients";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { createSetupClient, kill, readPrintedToken, runSetupReset } from "../support/setup";

let product: Product;
let dataDir: string;
beforeAll(async () => {
  product = await startProduct();
  ({ dataDir } = product);
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true });
});

async function restart(): Promise<void> {
  await kill(product);
  product = await startProduct({ DATA_DIR: dataDir, PORT: String(product.port) });
}

const call = (...given: Parameters<Call>) => createSetupClient(product, readPrintedToken(product))(...given);
const readStatus = async () => (await call("GET", "/api/setup/database")).status;
const countUsers = async () => {
  const store = await openProductStore(product);
  const count = await store.count(userEntity, {});
  await store.close();
  return count;
};

test("setup stays closed when the only account was closed, in this process and after a restart", async () => {
  expect(await readStatus()).toBe(200);
  const first = await createVerifiedUser(product, "first@example.com");
  expect((await first.call("DELETE", "/api/account", { password: PASSWORD })).status).toBe(200);
  expect(await countUsers()).toBe(0);
  expect(await readStatus()).toBe(404);
  await restart();
  expect(await readStatus()).toBe(404);
  expect(product.output()).not.toContain("/setup?token=");
});

test("npm run setup:reset opens it, also after a restart, and the database that has had a user stays", async () => {
  expect(runSetupReset(product)).toContain("/setup?token=");
  expect(await readStatus()).toBe(200);
  await restart();
  expect(product.output()).toContain("/setup?token=");
  const move = { revision: 0, client: "sqlite3", filename: "other.db" };
  expect((await call("POST", "/api/setup/database", move)).status).toBe(409);
});

test("Finish closes it again, and the first master that it names becomes one", async () => {
  const email = "master@example.com";
  const { data } = await call("GET", "/api/setup/database");
  const finish = { revision: data.revision, first_master_email: email };
  expect((await call("POST", "/api/setup/finish", finish)).status).toBe(200);
  expect(await readStatus()).toBe(404);
  await restart();
  expect(await readStatus()).toBe(404);
  const master = await createVerifiedUser(product, email);
  expect((await master.call("GET", "/api/master/health")).status).toBe(200);
  expect(await readStatus()).toBe(404);
});
