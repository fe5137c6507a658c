/**
 * Reauthenticating with a code, or through a mailed link, without a password; and the pages for it, without JavaScript.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { userEntity } from "~/models/user.server";
import type { Store } from "~/models/store/store";
import { PASSWORD } from "../support/clients";
import { openCredentials, type Credentials, type SignedIn } from "../support/credentials";
import { getMailedToken } from "../support/links";
import { makeSession, getMembership } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { generateCode, waitUntilMidStep, withTwoFactor } from "../support/two-factor";

const FORBIDDEN = 403;

let product: Product;
let store: Store;
let signedIn: Credentials["signedIn"];
let enter: Credentials["enter"];
let close: Credentials["close"];
beforeAll(async () => {
  product = await shareProduct();
  ({ store, signedIn, enter, close } = await openCredentials(product));
});
afterAll(async () => {
  await close();
});

describe("a user without a password", () => {
  test("a user without a password reauthenticates with a code of the authenticator, once each, or with a backup code", async () => {
    const { email, secret, backupCodes } = await withTwoFactor(product, "codes@example.com");
    const of = { ...(await getMembership(store, email)), cookie: "" };
    await store.update(userEntity, { id: of.userId }, { passwordHash: null });
    const token = await makeSession(store, { ...of, kind: "script" });
    const person = await enter({ ...of, token });
    const renew = (body: object) => person.withCookie("POST", "/api/user/2fa/codes", body);

    expect(await renew({})).toMatchObject({ status: FORBIDDEN, body: { inputError: "code" } });
    expect((await person.visitor.get("/account/2fa/codes")).html).toContain('name="code"');
    await waitUntilMidStep();
    const code = generateCode(secret);
    expect(await renew({ code: generateCode(secret, { steps: 9 }) })).toMatchObject({ status: 400 });
    expect((await person.alone("POST", "/api/user/2fa/codes", { code })).status).toBe(FORBIDDEN);
    const backup = await person.visitor.post("/account/2fa/off", { code: "AAAAAA-AAAAAA-AAAAAA-AAAAAA" });
    expect(backup.status).toBe(400);
    const first = await renew({ code });
    expect(first.status).toBe(200);
    expect((await renew({})).status).toBe(200);
    await store.update(sessionEntity, { userId: of.userId }, { reauthenticatedAt: null });
    const next = generateCode(secret, { steps: 1 });
    const spaced = ` ${next.slice(0, 3)} ${next.slice(3)}`;
    expect((await person.visitor.post("/account/2fa/codes", { code: spaced })).status).toBe(200);
    await store.update(sessionEntity, { userId: of.userId }, { reauthenticatedAt: null });
    expect(await renew({ code })).toMatchObject({ status: 400, body: { inputError: "code" } });
    expect((await renew({ code: backupCodes[0] })).status).toBe(400);
    const [fresh] = await renewCodes(person);
    await store.update(sessionEntity, { userId: of.userId }, { reauthenticatedAt: null });
    const off = await person.visitor.post("/account/2fa/off", { code: fresh ?? "" });
    expect(off.location).toBe("/account/2fa");
    expect(await product.mailTo(email, /backup code was used/)).toContain("codes left");
  });

  async function renewCodes(person: SignedIn): Promise<string[]> {
    await store.update(sessionEntity, { userId: person.userId }, { reauthenticatedAt: new Date() });
    const { data } = await person.withCookie("POST", "/api/user/2fa/codes", {});
    return data.backup_codes as string[];
  }

  test("a user without a password and two-factor sets a password through a mailed link first, and reauthenticates with it", async () => {
    const person = await signedIn("owner", { isPasswordless: true, isByLink: true });
    for (const path of ["/account/2fa", "/account/password", "/account/profile"])
      expect((await person.visitor.get(path)).html).toContain('href="/forgotpassword"');
    const refused = await person.withCookie("PUT", "/api/user/2fa", { "2fa_enabled": true });
    expect(refused).toMatchObject({
      status: FORBIDDEN,
      message: expect.stringContaining("to set one") as string,
    });
    expect(
      (await person.withCookie("PUT", "/api/user/password", { newpassword: "another horse!" })).status,
    ).toBe(FORBIDDEN);
    expect((await person.visitor.get("/auth/facebook?link=1")).location).toBe("/account/password");

    await person.visitor.post("/forgotpassword", { email: person.email });
    const jwt = await getMailedToken(product, "reset", person.email);
    const given = { jwt, email: person.email, password: PASSWORD, confirm_password: PASSWORD };
    expect((await person.visitor.post("/resetpassword", given)).status).toBe(302);
    expect((await person.visitor.post("/account/2fa", {})).status).toBe(FORBIDDEN);
    expect((await person.visitor.post("/account/2fa", { password: PASSWORD })).location).toBe(
      "/account/2fa/setup",
    );
  });
});

describe("the pages, without JavaScript", () => {
  const FORMS = ["/account/2fa", "/account/profile"];

  test.each([
    ["English", "en", "Your password"],
    ["Spanish", "es", "Tu contraseña"],
  ])(
    "the pages without JavaScript show a password field in the form in %s, and not again for ten minutes",
    async (_language, locale, label) => {
      const person = await signedIn("owner", { isByLink: true });
      await store.update(userEntity, { id: person.userId }, { locale });
      for (const path of FORMS) {
        const { html } = await person.visitor.get(path);
        expect(html).toContain('name="password"');
        expect(html).toContain(label);
      }
      await person.visitor.post("/account/2fa", { password: PASSWORD });
      expect((await person.visitor.get("/account/2fa")).html).not.toContain('name="password"');
      const email = { intent: "change-email", email: `moved-${person.email}` };
      expect((await person.visitor.post("/account/profile", email)).location).toBe("/signup/verify");
    },
  );

  test("a form without the password answers 403 with an error at the field", async () => {
    const person = await signedIn("owner", { isByLink: true });
    const refused = await person.visitor.post("/account/2fa", {});
    expect(refused.status).toBe(FORBIDDEN);
    expect(refused.html).toContain("Confirm this change with your password.");
  });
});
