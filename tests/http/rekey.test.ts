/** A new secret while users keep what they have: each step of the change, with the built commands. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { twoFactorEntity } from "~/models/two-factor.server";
import { userEntity } from "~/models/user.server";
import { createNotificationLink } from "~/services/users/notification-links.server";
import { createFirstSecrets } from "~/services/platform/crypto/hash-keys.server";
import { runCommand } from "../support/built-commands";
import { createApiClient } from "../support/clients";
import { makeTestUser } from "../support/users";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import {
  generateCode,
  requestChallenge,
  sendCode,
  withTwoFactor,
  type WithTwoFactor,
} from "../support/two-factor";

const dataDir = mkdtempSync(join(tmpdir(), "groundwork-rekey-"));
const SETTINGS = { DATA_DIR: dataDir };
const PREVIOUS_FILE = join(dataDir, "app.secret.previous");
let product: Product;
let guest: WithTwoFactor;
let key: string;
let stopToken: string;
beforeAll(async () => {
  product = await startProduct({ DATA_DIR: dataDir });
  guest = await withTwoFactor(product, "factor@example.com");
  const store = await openProductStore(product);
  const owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  const user = await store.findOne(userEntity, { id: owner.userId });
  await store.close();
  const named = { name: "A program", scope: ["users:read"] };
  key = String((await createApiClient(product, owner.token)("POST", "/api/key", named)).data.full_key);
  const secrets = createFirstSecrets(readFileSync(join(dataDir, "app.secret"), "utf8"));
  const app = { config: { appUrl: product.url }, secrets } as Parameters<typeof createNotificationLink>[0];
  const link = createNotificationLink(app, { id: owner.userId, email: user?.email ?? "" }, "new_signin");
  stopToken = new URL(link).searchParams.get("token") ?? "";
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true });
});

const restart = async () => {
  await product.stop();
  product = await startProduct({ DATA_DIR: dataDir });
};
const signIn = async (code: string) =>
  (await sendCode(product, await requestChallenge(product, guest.email), code)).status;

/** Checks what goes on whatever the secret is: the session, the API key, a backup code, and a code of the app. */
async function checkUsers(round: number, appCode: string): Promise<void> {
  expect((await createApiClient(product, guest.token)("GET", "/api/user")).status).toBe(200);
  expect((await createApiClient(product, key)("GET", "/api/account/users")).status).toBe(200);
  expect(await signIn(guest.backupCodes[round] ?? "")).toBe(200);
  expect(await signIn(appCode)).toBe(200);
}

const stopByLink = async () =>
  (await createApiClient(product)("POST", "/api/notification/link", { token: stopToken, active: false }))
    .status;

test("with both secrets users and links go on, and what is stored is encrypted again while the product serves", async () => {
  expect((await runCommand("rekey", SETTINGS, "--new-secret")).printed).toMatch(
    /app\.secret\.next, and only reads\. Restart every process/,
  );
  expect((await runCommand("rekey", SETTINGS, "--new-secret")).printed).toContain(
    `${PREVIOUS_FILE} has the former one`,
  );
  await restart();
  await checkUsers(0, generateCode(guest.secret));
  expect(await stopByLink()).toBe(200);
  expect((await runCommand("doctor", SETTINGS)).printed).toMatch(
    /Former secret: \S+app\.secret\.previous is set, and still needed/,
  );

  const done = await runCommand("rekey", SETTINGS);
  expect(done.printed).toMatch(/^second factors: 1 encrypted again, 1 with the secret in use, 0 left$/m);
  expect(done.printed).toMatch(/^keys of hashes: 8 encrypted again, 8 with the secret in use, 0 left$/m);
  expect(done.printed).toContain(`Nothing needs the secret in ${PREVIOUS_FILE}. If it is the former one`);
  expect(done.code).toBe(0);
  expect(await signIn(guest.backupCodes[1] ?? "")).toBe(200);
});

test("without the previous secret users go on, and only what it had signed ends", async () => {
  rmSync(PREVIOUS_FILE);
  await restart();
  await checkUsers(2, generateCode(guest.secret, { steps: 1 }));
  expect(await stopByLink()).toBe(400);
});

test("what no secret decrypts is named by kind and row, and the command ends with 1", async () => {
  const store = await openProductStore({ dataDir });
  const id = "01999999-0000-7000-8000-000000000001";
  await store.insert(twoFactorEntity, {
    id,
    secret: "v1.a.b.c",
    pendingSecret: null,
    lastStep: 0,
    enabledAt: null,
  });
  await store.close();
  const found = await runCommand("rekey", SETTINGS);
  expect(found.printed).toContain(`No secret decrypts this one of second factors: ${id}\n`);
  expect(found.printed).toContain("There is no other secret than the one in use.");
  expect(found.code).toBe(1);
});
