/** Two-factor authentication over HTTP. Spec §4, §7; security D3, E11, E12. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hours } from "~/domain/limits";
import type { Store } from "~/models/store/store";
import { PASSWORD, program, settled } from "../support/caller";
import { startProduct, type Product } from "../support/product";
import { openStoreOf } from "../support/product-store";
import { codeOf, sendCode, ticketOf, withTwoFactor } from "../support/two-factor";

let product: Product;
let store: Store;
beforeAll(async () => {
  product = await startProduct();
  store = await openStoreOf(product);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

const signIn = (email: string) => program(product)("POST", "/api/auth", { email, password: PASSWORD });

/** As if the person had signed in long ago. */
async function ageProof(email: string): Promise<void> {
  const user = await store.findOne("users", { email });
  await store.update(
    "sessions",
    { userId: user?.id },
    { reauthenticatedAt: new Date(Date.now() - hours(1)) },
  );
}

describe("switching on", () => {
  test("answers a QR code and changes nothing until a code has proved that the app has the secret", async () => {
    const { call } = await settled(product, "begin@example.com");
    const { status, data } = await call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD });
    expect(status).toBe(200);
    expect(data.qr_code).toMatch(/^data:image\/png;base64,/);
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.otpauth).toContain(`secret=${String(data.secret)}`);
    expect(data.otpauth).toContain("begin%40example.com");
    expect((await call("GET", "/api/user")).data["2fa_enabled"]).toBe(false);
    expect((await signIn("begin@example.com")).data["2fa_required"]).toBe(false);
  });

  test("a code of the app switches it on, and tells a backup code and all ten of them", async () => {
    const { call, backupCodes } = await withTwoFactor(product, "on@example.com");
    expect(backupCodes).toHaveLength(10);
    expect(new Set(backupCodes).size).toBe(10);
    for (const code of backupCodes) expect(code.replaceAll("-", "")).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect((await call("GET", "/api/user")).data["2fa_enabled"]).toBe(true);
    expect(await product.mailTo("on@example.com", /Two-factor authentication has been enabled/)).toContain(
      "/account/2fa",
    );
  });

  test("a wrong code is 400 at its field, and nothing is on", async () => {
    const { call } = await settled(product, "mistyped@example.com");
    const { data } = await call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD });
    const right = codeOf(String(data.secret));
    const wrong = right === "123456" ? "654321" : "123456";
    const answer = await call("POST", "/api/user/2fa/verify", { code: wrong });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ inputError: "code" });
    expect((await call("GET", "/api/user")).data["2fa_enabled"]).toBe(false);
  });

  test("beginning again makes another secret: a code of the first one proves nothing", async () => {
    const { call } = await settled(product, "twice@example.com");
    const first = await call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD });
    const second = await call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD });
    expect(second.data.secret).not.toBe(first.data.secret);
    const verify = (secret: unknown) =>
      call("POST", "/api/user/2fa/verify", { code: codeOf(String(secret)) });
    expect((await verify(first.data.secret)).status).toBe(400);
    expect((await verify(second.data.secret)).status).toBe(200);
  });

  test("asking again while it is on is 409, and the secret in use stays", async () => {
    const person = await withTwoFactor(product, "again@example.com");
    expect(
      (await person.call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD })).status,
    ).toBe(409);
    expect(
      (await person.call("POST", "/api/user/2fa/verify", { code: "123456", password: PASSWORD })).status,
    ).toBe(409);
    const jwt = await ticketOf(product, person.email);
    expect((await sendCode(product, jwt, codeOf(person.secret))).status).toBe(200);
  });

  test("a code without having begun is 409", async () => {
    const { call } = await settled(product, "eager@example.com");
    expect((await call("POST", "/api/user/2fa/verify", { code: "123456", password: PASSWORD })).status).toBe(
      409,
    );
  });

  test("every other session and whatever else could let in ends; this one goes on", async () => {
    const { call } = await settled(product, "others@example.com");
    const other = await signIn("others@example.com");
    const { data } = await call("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD });
    await call("POST", "/api/user/2fa/verify", { code: codeOf(String(data.secret)) });
    expect((await program(product, String(other.data.token))("GET", "/api/user")).status).toBe(401);
    expect((await call("GET", "/api/user")).status).toBe(200);
  });
});

describe("backup codes", () => {
  test("new ones take the place of the old ones", async () => {
    const { email, call, backupCodes } = await withTwoFactor(product, "renewed@example.com");
    const { status, data } = await call("POST", "/api/user/2fa/codes", { password: PASSWORD });
    expect(status).toBe(200);
    const renewed = data.backup_codes as string[];
    expect(renewed).toHaveLength(10);
    const jwt = await ticketOf(product, email);
    expect((await sendCode(product, jwt, backupCodes[0])).status).toBe(400);
    expect((await sendCode(product, jwt, renewed[0])).status).toBe(200);
  });

  test("are kept only as hashes, and the secret only sealed", async () => {
    const { email, secret, backupCodes } = await withTwoFactor(product, "kept@example.com");
    const user = await store.findOne("users", { email });
    const kept = JSON.stringify([
      await store.find("backupCodes", { userId: user?.id }),
      await store.findOne("twoFactors", { id: user?.id }),
    ]);
    expect(kept).not.toContain(secret);
    for (const code of backupCodes) expect(kept).not.toContain(code.replaceAll("-", ""));
  });

  test("there are none without two-factor", async () => {
    const { call } = await settled(product, "none@example.com");
    expect((await call("POST", "/api/user/2fa/codes", { password: PASSWORD })).status).toBe(409);
  });
});

describe("switching off", () => {
  test("ends the question for a code, and its backup codes; the mail says so", async () => {
    const { email, call } = await withTwoFactor(product, "off@example.com");
    const { status, data } = await call("PUT", "/api/user/2fa", { "2fa_enabled": false, password: PASSWORD });
    expect(status).toBe(200);
    expect(data["2fa_enabled"]).toBe(false);
    expect((await signIn(email)).data["2fa_required"]).toBe(false);
    const user = await store.findOne("users", { email });
    expect(await store.count("backupCodes", { userId: user?.id })).toBe(0);
    expect(await product.mailTo(email, /Two-factor authentication has been disabled/)).toContain(
      "/account/2fa",
    );
  });

  test("a sign-in that waits for its code is over", async () => {
    const { email, call, secret } = await withTwoFactor(product, "over@example.com");
    const jwt = await ticketOf(product, email);
    await call("PUT", "/api/user/2fa", { "2fa_enabled": false, password: PASSWORD });
    expect((await sendCode(product, jwt, codeOf(secret))).status).toBe(401);
  });

  test("what is off already stays off, and nobody is told", async () => {
    const { call } = await settled(product, "never@example.com");
    expect((await call("PUT", "/api/user/2fa", { "2fa_enabled": false, password: PASSWORD })).status).toBe(
      200,
    );
    expect(product.mailsTo("never@example.com").join()).not.toContain("Two-factor");
  });

  test("ten minutes after signing in, every change of it asks for the password", async () => {
    const { email, call } = await withTwoFactor(product, "stale@example.com");
    await ageProof(email);
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
