/** Signing in with a backup code: how it is typed, how it is stored, and how often it can be guessed. */
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backupCodeEntity } from "~/models/backup-code.server";
import { BACKUP_CODES, OTP_TRIES } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { hashToken } from "~/crypto/secrets.server";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { sendCode, requestChallenge, withTwoFactor } from "../support/two-factor";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

test("a backup code works once in place of the authenticator's, in any spelling, and a mail names the codes left", async () => {
  const { email, backupCodes } = await withTwoFactor(product, "backup@example.com");
  const [first = "", second = ""] = backupCodes;
  expect((await sendCode(product, await requestChallenge(product, email), first)).status).toBe(200);
  expect(await product.mailTo(email, /backup code was used/)).toContain("9 backup codes left");
  const jwt = await requestChallenge(product, email);
  const again = await sendCode(product, jwt, first);
  expect(again.status).toBe(400);
  expect(again.body).toMatchObject({ inputError: "code" });
  const spaced = second.toLowerCase().replaceAll("-", " ");
  expect((await sendCode(product, jwt, spaced)).status).toBe(200);
});

test("a backup code has ten characters in two groups, and look-alike letters are read as digits", async () => {
  const { email, backupCodes } = await withTwoFactor(product, "typed@example.com");
  for (const code of backupCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  const lookAlike = (backupCodes[0] ?? "").replaceAll("0", "o").replaceAll("1", "l").replace("-", "");
  expect((await sendCode(product, await requestChallenge(product, email), lookAlike)).status).toBe(200);
});

test("the hashes of backup codes cannot be checked without a key that is not in the database", async () => {
  const { call, backupCodes } = await withTwoFactor(product, "stolen@example.com");
  const { id } = (await call("GET", "/api/user")).data;
  const rows = await store.find(backupCodeEntity, { userId: String(id) });
  expect(rows).toHaveLength(BACKUP_CODES);
  const hashes = rows.map(({ codeHash }) => codeHash);
  for (const code of backupCodes.flatMap((shown) => [shown, shown.replace("-", "")])) {
    expect(hashes).not.toContain(hashToken(code));
    expect(hashes).not.toContain(hashToken(`${String(id)}.${code}`));
  }
});

test("a code of 24 letters, issued by an earlier version, works once", async () => {
  const { email, call } = await withTwoFactor(product, "legacy@example.com");
  const { id } = (await call("GET", "/api/user")).data;
  const codeHash = hashToken("ABCDEFGHIJKLMNOPQRSTUVWX");
  await store.insert(backupCodeEntity, { id: uuid(), userId: String(id), codeHash, createdAt: new Date() });
  const typed = "abcdef-ghijkl-mnopqr-stuvwx";
  expect((await sendCode(product, await requestChallenge(product, email), typed)).status).toBe(200);
  expect((await sendCode(product, await requestChallenge(product, email), typed)).status).toBe(400);
});

test("wrong backup codes count towards the same limit of twenty an hour as the authenticator's", async () => {
  const { email, backupCodes } = await withTwoFactor(product, "backup-spread@example.com");
  for (let round = 0; round < 4; round += 1) {
    const jwt = await requestChallenge(product, email);
    for (let tries = 0; tries < OTP_TRIES; tries += 1) {
      expect((await sendCode(product, jwt, "00000-00000")).status).toBe(400);
    }
  }
  const refused = await sendCode(product, await requestChallenge(product, email), backupCodes[0]);
  expect(refused.status).toBe(429);
});

test("another user's backup code is wrong", async () => {
  const { backupCodes } = await withTwoFactor(product, "first-owner@example.com");
  const { email } = await withTwoFactor(product, "second-owner@example.com");
  expect((await sendCode(product, await requestChallenge(product, email), backupCodes[0])).status).toBe(400);
});
