/** Hashes by which rows are found stay the same whichever secret encrypts, so that no backup code and no count is lost. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hashKeyEntity } from "~/models/hash-key.server";
import { userEntity } from "~/models/user.server";
import type { OpenStore } from "~/models/store/database";
import { createSecrets, toKeys, type SecretKeys } from "~/crypto/secrets.server";
import { buildUser } from "../../../../tests/stores/rows";
import { openMigratedStore } from "../../../../tests/support/migrated-stores";
import { HASH_PURPOSES, openSecrets } from "./hash-keys.server";
import { rekeyRows } from "./rekey.server";

const FIRST = toKeys("the first secret, of more than 32 characters");
const SECOND = toKeys("the second secret, of more than 32 characters");
const withOther = (keys: SecretKeys, other: SecretKeys): SecretKeys => ({
  ...keys,
  otherSecrets: [other.appSecret],
});
const PREPARED = withOther(FIRST, SECOND);
const SWAPPED = withOther(SECOND, FIRST);

let folder: string;
let store: OpenStore;
let errors: unknown[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-hash-keys-"));
  store = await openMigratedStore(folder);
  errors = [];
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const open = (keys: SecretKeys) =>
  openSecrets(store, keys, { error: (...about: unknown[]) => errors.push(about) });
const hashAll = async (keys: SecretKeys) => {
  const { hash } = await open(keys);
  return HASH_PURPOSES.map((purpose) => hash(purpose, "x"));
};

test("an installation of the version before keeps its hashes, which were signatures of its secret", async () => {
  await store.insert(userEntity, buildUser());
  const { sign } = createSecrets(FIRST);
  expect(await hashAll(FIRST)).toEqual(HASH_PURPOSES.map((purpose) => sign(purpose, "x")));
});

test("the keys stay through each step of a change, and need the previous secret no more once they are encrypted again", async () => {
  await store.insert(userEntity, buildUser());
  const first = await hashAll(FIRST);
  expect(await hashAll(PREPARED)).toEqual(first);
  expect(await hashAll(SWAPPED)).toEqual(first);
  await rekeyRows(store, createSecrets(SWAPPED));
  expect(await hashAll(SWAPPED)).toEqual(first);
  expect(await hashAll(SECOND)).toEqual(first);
  expect(errors).toEqual([]);
  const third = toKeys("the third secret, of more than 32 characters");
  await rekeyRows(store, createSecrets(withOther(third, SECOND)));
  expect(await hashAll(third)).toEqual(first);
});

test("the secret itself is not kept: what is stored gives no signature of another purpose", async () => {
  await open(FIRST);
  const { decrypt } = createSecrets(FIRST);
  const rows = await store.find(hashKeyEntity, {});
  const keys = rows.map(({ id, encryptedKey }) => decrypt(`hash_key_${id}`, encryptedKey));
  expect(new Set(keys).size).toBe(HASH_PURPOSES.length);
  for (const key of keys) expect(Buffer.from(key, "base64url").toString()).not.toContain(FIRST.appSecret);
});

test("two secrets at the first start on a database with users are refused: either could have made the hashes", async () => {
  expect(await hashAll(SWAPPED)).toEqual(await hashAll(SECOND));
  await store.remove(hashKeyEntity, { id: { not: "" } });
  await store.insert(userEntity, buildUser());
  await expect(open(SWAPPED)).rejects.toThrow(
    /^APP_SECRET_PREVIOUS: this version has not run on this database yet/,
  );
  expect(await store.count(hashKeyEntity, {})).toBe(0);
});

test("without the secret that encrypted them the product starts and says what does not work; nothing is replaced", async () => {
  const first = await hashAll(FIRST);
  expect(await hashAll(SECOND)).not.toEqual(first);
  expect(errors).toMatchObject([[{ purposes: HASH_PURPOSES }, expect.stringContaining("backup codes")]]);
  expect(await hashAll(FIRST)).toEqual(first);
});
