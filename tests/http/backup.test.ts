/** `npm run backup` while the product serves, and `npm run restore` into another database on another machine. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../support/built-commands";
import { createApiClient, createUserOnFreePlan, PASSWORD } from "../support/clients";
import { startProduct, type Product } from "../support/product";
import { listReachableStores, type FreshStore } from "../support/stores";
import { createPicture, createUploader } from "../support/uploads";

const folder = mkdtempSync(join(tmpdir(), "groundwork-backup-"));
const file = join(folder, "product.backup");
const EMAIL = "grace@example.com";
const BACKUP_PASSPHRASE = "correct horse battery";
let product: Product;
let database: FreshStore;
beforeAll(async () => {
  product = await startProduct();
  const kinds = await listReachableStores();
  const kind = kinds.find(({ name }) => name === "PostgreSQL") ?? kinds[0];
  if (!kind) throw new Error("SQLite is always there");
  database = await kind.create();
});
afterAll(async () => {
  await product.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test("a product is backed up while it serves, and moves to another database, where everyone signs in again", async () => {
  const { call, token } = await createUserOnFreePlan(product, EMAIL, "Grace Hopper");
  const uploader = createUploader(product, token);
  await uploader.upload([{ bytes: await createPicture().png().toBuffer() }]);
  const avatar = await uploader.avatarUrl();
  writeFileSync(join(product.dataDir, "config.json"), JSON.stringify({ SUPPORT_EMAIL: "help@example.com" }));
  const secret = { BACKUP_PASSPHRASE };
  const made = await runCommand("backup", { DATA_DIR: product.dataDir, ...secret }, file, "--with-secret");
  expect(made.printed).toMatch(/^\S+ holds \d+ rows and 1 pictures\.\nAPP_SECRET is in it/);
  expect(made.code).toBe(0);
  expect((await call("GET", "/api/account/users")).status).toBe(200);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const there = { DATA_DIR: join(folder, "there"), DATABASE_URL: database.url };
  expect(await runCommand("restore", there, file)).toMatchObject({
    code: 1,
    printed: "There is no terminal to ask on: set BACKUP_PASSPHRASE.\n",
  });
  const wrong = await runCommand("restore", { ...there, BACKUP_PASSPHRASE: "wrong horse battery" }, file);
  expect(wrong).toMatchObject({ code: 1, printed: expect.stringContaining("passphrase is wrong") as string });
  expect(existsSync(there.DATA_DIR)).toBe(false);
  const restored = await runCommand("restore", { ...there, ...secret }, file);
  expect(restored.printed).toMatch(
    /^Restored \d+ rows and 1 pictures.*\nThe saved settings are restored\.\nAPP_SECRET is/,
  );
  expect(restored.code).toBe(0);

  const moved = await startProduct(there);
  try {
    const credentials = { email: EMAIL, password: PASSWORD };
    expect((await createApiClient(moved, token)("GET", "/api/account/users")).status).toBe(401);
    const signedIn = await createApiClient(moved)("POST", "/api/auth", credentials);
    expect(signedIn.status).toBe(200);
    expect(await (await fetch(moved.url + String(avatar))).arrayBuffer()).toEqual(
      await (await fetch(product.url + String(avatar))).arrayBuffer(),
    );
  } finally {
    await moved.stop();
  }
  expect(await runCommand("restore", { ...there, ...secret }, file)).toMatchObject({
    code: 1,
    printed: expect.stringContaining("is not empty") as string,
  });

  await database.store.markRestoring(true);
  await expect(startProduct(there)).rejects.toThrow(
    "DATABASE_URL: a restore into this database has not ended",
  );
  expect(await runCommand("restore", there, file)).toMatchObject({ code: 0 });
}, 60_000);

test("a restore where the secret has no place says so, and leaves neither a database, a picture nor a setting", async () => {
  const dataDir = mkdtempSync(join(folder, "no-place-"));
  mkdirSync(join(dataDir, "app.secret", "in the way"), { recursive: true });
  const failed = await runCommand("restore", { DATA_DIR: dataDir, APP_SECRET: "", BACKUP_PASSPHRASE }, file);
  expect(failed).toMatchObject({ code: 1, printed: expect.stringContaining("app.secret") as string });
  expect(readdirSync(dataDir)).toEqual(["app.secret"]);
});

test("without a file, with two, and with an unknown option, the usage is printed", async () => {
  for (const given of [[], ["one", "two"], ["one", "--fast"]]) {
    for (const command of ["backup", "restore"] as const) {
      const { code, printed } = await runCommand(command, { DATA_DIR: join(folder, "none") }, ...given);
      expect(code).toBe(1);
      expect(printed).toContain(`Usage: npm run ${command} -- FILE`);
    }
  }
});
