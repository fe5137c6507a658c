/** Turning two-factor on and off, and its backup codes, over the API. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { twoFactorEntity } from "~/models/two-factor.server";
import { backupCodeEntity } from "~/models/backup-code.server";
import { sessionEntity } from "~/models/session.server";
import { userEntity } from "~/models/user.server";
import { hours } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { PASSWORD, createApiClient } from "../support/clients";
import { insertUserOnFreePlan } from "../support/inserted-users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { generateCode, sendCode, requestChallenge, withTwoFactor } from "../support/two-factor";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

const signIn = (email: string) =>
  createApiClient(product)("POST", "/api/auth", { email, password: PASSWORD });

/** Makes the user's last reauthentication an hour old. */
async function ageReauthentication(email: string): Promise<void> {
  const user = await store.findOne(userEntity, { email });
  await store.update(
    sessionEntity,
    { userId: user?.id },
    { credentialAt: null, reauthenticatedAt: new Date(Date.now() - hours(1)) },
  );
}

describe("turning on", () => {
  test("turning on answers with a QR code, and changes nothing until a code is verified", async () => {
    const { call } = await insertUserOnFreePlan("begin@two-factor.example.com");
    const { status, data } = await call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD });
    expect(status).toBe(200);
    expect(data.qr_code).toMatch(/^data:image\/png;base64,/);
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.otpauth).toContain(`secret=${String(data.secret)}`);
    expect(data.otpauth).toContain("begin%40two-factor.example.com");
    expect((await call("GET", "/api/user")).data["2fa_enabled"]).toBe(false);
    expect((await signIn("begin@two-factor.example.com")).data["2fa_required"]).toBe(false);
  });

  test("a valid code turns it on, answers with ten backup codes, and sends a mail", async () => {
    const { call, backupCodes } = await withTwoFactor(product, "on@two-factor.example.com");
    expect(backupCodes).toHaveLength(10);
    expect(new Set(backupCodes).size).toBe(10);
    for (const code of backupCodes) expect(code.replaceAll("-", "")).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect((await call("GET", "/api/user")).data["2fa_enabled"]).toBe(true);
    expect(
      await product.mailTo("on@two-factor.example.com", /Two-factor authentication has been enabled/),
    ).toContain("/account/2fa");
  });

  test("a wrong code answers 400 at its field, and two-factor stays off", async () => {
    const { call } = await insertUserOnFreePlan("mistyped@two-factor.example.com");
    const { data } = await call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD });
    const right = generateCode(String(data.secret));
    const wrong = right === "123456" ? "654321" : "123456";
    const answer = await call("POST", "/api/user/2fa/verify", { code: wrong });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ inputError: "code" });
    expect((await call("GET", "/api/user")).data["2fa_enabled"]).toBe(false);
  });

  test("starting again creates another secret, and codes of the first one stop working", async () => {
    const { call } = await insertUserOnFreePlan("twice@two-factor.example.com");
    const first = await call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD });
    const second = await call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD });
    expect(second.data.secret).not.toBe(first.data.secret);
    const verify = (secret: unknown) =>
      call("POST", "/api/user/2fa/verify", { code: generateCode(String(secret)) });
    expect((await verify(first.data.secret)).status).toBe(400);
    expect((await verify(second.data.secret)).status).toBe(200);
  });

  test("starting while it is on answers 409, and the active secret stays", async () => {
    const person = await withTwoFactor(product, "again@two-factor.example.com");
    expect(
      (await person.call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD })).status,
    ).toBe(409);
    expect(
      (await person.call("POST", "/api/user/2fa/verify", { code: "123456", password: PASSWORD })).status,
    ).toBe(409);
    const jwt = await requestChallenge(product, person.email);
    expect((await sendCode(product, jwt, generateCode(person.secret))).status).toBe(200);
  });

  test("a code before starting answers 409", async () => {
    const { call } = await insertUserOnFreePlan("eager@two-factor.example.com");
    expect((await call("POST", "/api/user/2fa/verify", { code: "123456", password: PASSWORD })).status).toBe(
      409,
    );
  });

  test("every other session ends, and the present one stays", async () => {
    const { call } = await insertUserOnFreePlan("others@two-factor.example.com");
    const other = await signIn("others@two-factor.example.com");
    const { data } = await call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD });
    await call("POST", "/api/user/2fa/verify", { code: generateCode(String(data.secret)) });
    expect((await createApiClient(product, String(other.data.token))("GET", "/api/user")).status).toBe(401);
    expect((await call("GET", "/api/user")).status).toBe(200);
  });
});

describe("backup codes", () => {
  test("new codes replace the old ones", async () => {
    const { email, call, backupCodes } = await withTwoFactor(product, "renewed@two-factor.example.com");
    const { status, data } = await call("POST", "/api/user/2fa/codes", { password: PASSWORD });
    expect(status).toBe(200);
    const renewed = data.backup_codes as string[];
    expect(renewed).toHaveLength(10);
    const jwt = await requestChallenge(product, email);
    expect((await sendCode(product, jwt, backupCodes[0])).status).toBe(400);
    expect((await sendCode(product, jwt, renewed[0])).status).toBe(200);
  });

  test("backup codes are stored as hashes, and the secret is stored encrypted", async () => {
    const { email, secret, backupCodes } = await withTwoFactor(product, "kept@two-factor.example.com");
    const user = await store.findOne(userEntity, { email });
    const kept = JSON.stringify([
      await store.find(backupCodeEntity, { userId: user?.id }),
      await store.findOne(twoFactorEntity, { id: user?.id }),
    ]);
    expect(kept).not.toContain(secret);
    for (const code of backupCodes) expect(kept).not.toContain(code.replaceAll("-", ""));
  });

  test("backup codes without two-factor answer 409", async () => {
    const { call } = await insertUserOnFreePlan("none@two-factor.example.com");
    expect((await call("POST", "/api/user/2fa/codes", { password: PASSWORD })).status).toBe(409);
  });
});

describe("turning off", () => {
  test("turning off lets the user sign in without a code again, deletes the backup codes, and sends a mail", async () => {
    const { email, call } = await withTwoFactor(product, "off@two-factor.example.com");
    const { status, data } = await call("PUT", "/api/user/2fa", { "2fa_enabled": false, password: PASSWORD });
    expect(status).toBe(200);
    expect(data["2fa_enabled"]).toBe(false);
    expect((await signIn(email)).data["2fa_required"]).toBe(false);
    const user = await store.findOne(userEntity, { email });
    expect(await store.count(backupCodeEntity, { userId: user?.id })).toBe(0);
    expect(await product.mailTo(email, /Two-factor authentication has been disabled/)).toContain(
      "/account/2fa",
    );
  });

  test("turning off ends open challenges", async () => {
    const { email, call, secret } = await withTwoFactor(product, "over@two-factor.example.com");
    const jwt = await requestChallenge(product, email);
    await call("PUT", "/api/user/2fa", { "2fa_enabled": false, password: PASSWORD });
    expect((await sendCode(product, jwt, generateCode(secret))).status).toBe(401);
  });

  test("while two-factor is off, turning it off again changes nothing and sends no mail", async () => {
    const { call } = await insertUserOnFreePlan("never@two-factor.example.com");
    expect((await call("PUT", "/api/user/2fa", { "2fa_enabled": false, password: PASSWORD })).status).toBe(
      200,
    );
    expect(product.mailsTo("never@two-factor.example.com").join()).not.toContain("Two-factor");
  });

  test("an hour after signing in, every change needs the password", async () => {
    const { email, call } = await withTwoFactor(product, "stale@two-factor.example.com");
    await ageReauthentication(email);
    const changes = [
      ["PUT", "/api/user/2fa", { "2fa_enabled": false }],
      ["PUT", "/api/user/2fa", { "2fa_enabled": true }],
      ["POST", "/api/user/2fa/verify", { code: "123456" }],
      ["POST", "/api/user/2fa/codes", {}],
    ] as const;
    for (const [method, path, body] of changes) {
      const refused = await call(method, path, body);
      expect(refused.status, path).toBe(403);
      expect(refused.body, path).toMatchObject({ inputError: "password" });
    }
    const wrong = await call("PUT", "/api/user/2fa", { "2fa_enabled": false, password: "not mine!" });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({ inputError: "password" });
    const right = await call("PUT", "/api/user/2fa", { "2fa_enabled": false, password: PASSWORD });
    expect(right.status).toBe(200);
  });
});
