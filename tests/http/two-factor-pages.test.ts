/** The pages of two-factor and of the password, in a browser without JavaScript. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { userEntity } from "~/models/user.server";
import { hours } from "~/domain/limits";
import { PRODUCT_NAME } from "~/domain/product";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, PASSWORD, createUserOnFreePlan, type Browser } from "../support/clients";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { generateCode, waitUntilMidStep, withTwoFactor } from "../support/two-factor";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

async function signInBrowser(email: string): Promise<Browser> {
  await createUserOnFreePlan(product, email);
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email, password: PASSWORD });
  return visitor;
}

async function ageReauthentication(email: string): Promise<void> {
  const user = await store.findOne(userEntity, { email });
  await store.update(
    sessionEntity,
    { userId: user?.id },
    { credentialAt: null, reauthenticatedAt: new Date(Date.now() - hours(1)) },
  );
}

const findSecret = (html: string) => /otpauth:[^"]*?secret=([A-Z2-7]{32})/.exec(html)?.[1] ?? "";
const findCodes = (html: string) => html.match(/[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}(?=<)/g) ?? [];
const findJwt = (html: string) => /name="jwt" value="([^"]+)"/.exec(html)?.[1] ?? "";

describe("/account/2fa", () => {
  test("the page shows a warning while it is off, the QR code on turning on, and ten backup codes once", async () => {
    const visitor = await signInBrowser("pages@example.com");
    expect((await visitor.get("/account/2fa")).html).toContain("Only your password protects your account");
    expect((await visitor.post("/account/2fa", { password: PASSWORD })).location).toBe("/account/2fa/setup");
    const { html } = await visitor.get("/account/2fa/setup");
    expect(html).toContain('src="data:image/png;base64,');
    await waitUntilMidStep();
    const wrong = await visitor.post("/account/2fa/setup", {
      code: generateCode(findSecret(html), { steps: 9 }),
    });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("That code is incorrect");
    const before = visitor.cookies.get("session");
    const done = await visitor.post("/account/2fa/setup", { code: generateCode(findSecret(html)) });
    expect(done.status).toBe(200);
    expect(findCodes(done.html)).toHaveLength(10);
    // For the paper, which has nothing else of the page.
    expect(done.html).toContain(`${PRODUCT_NAME} backup codes of pages@example.com`);
    expect(visitor.cookies.get("session")).not.toBe(before);
    expect(findCodes((await visitor.get("/account/2fa/setup")).html)).toEqual([]);
    const on = await visitor.get("/account/2fa");
    expect(on.html).toContain("10 backup codes left");
    expect(findCodes(on.html)).toEqual([]);
  });

  test("/account/2fa needs the password once the sign-in is older; ten minutes later it needs it again, and the secret is hidden", async () => {
    const visitor = await signInBrowser("later@example.com");
    await ageReauthentication("later@example.com");
    expect((await visitor.get("/account/2fa")).html).toContain('name="password"');
    await visitor.post("/account/2fa", { password: PASSWORD });
    expect((await visitor.get("/account/2fa")).html).not.toContain('name="password"');
    await ageReauthentication("later@example.com");
    expect((await visitor.get("/account/2fa/setup")).location).toBe("/account/2fa");
    expect((await visitor.get("/account/2fa")).html).toContain('name="password"');
    expect((await visitor.post("/account/2fa", {})).status).toBe(403);
    const wrong = await visitor.post("/account/2fa", { password: "not mine!" });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("That password is incorrect.");
    expect((await visitor.post("/account/2fa", { password: PASSWORD })).location).toBe("/account/2fa/setup");
  });
});

describe("/signin/otp", () => {
  test("the code continues to the next page; a wrong code shows an error and keeps the challenge", async () => {
    const { email, secret } = await withTwoFactor(product, "way-in@example.com");
    const visitor = createBrowser(product);
    const { location } = await visitor.post("/signin", {
      email,
      password: PASSWORD,
      next: "/account/billing",
    });
    const page = location ?? "";
    const { html } = await visitor.get(page);
    expect(html).toContain('autoComplete="one-time-code"');
    expect(html).not.toContain("data-input-otp");
    const fields = { jwt: findJwt(html), next: "/account/billing" };
    const wrong = await visitor.post(page, { ...fields, code: generateCode(secret, { steps: 9 }) });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("That code is incorrect");
    expect(findJwt(wrong.html)).toBe(fields.jwt);
    const right = await visitor.post(page, { ...fields, code: generateCode(secret) });
    expect(right.location).toBe("/account/billing");
    expect((await visitor.get("/account/billing")).status).toBe(200);
  });

  test("after a backup code, renewing the codes and turning two-factor off each have a confirmation page", async () => {
    const { email, backupCodes } = await withTwoFactor(product, "manage@example.com");
    const visitor = createBrowser(product);
    const { location } = await visitor.post("/signin", { email, password: PASSWORD });
    const page = `${location}&with=backup`;
    const { html } = await visitor.get(page);
    expect(html).toContain("Use the authenticator app instead");
    await visitor.post(page, { jwt: findJwt(html), code: backupCodes[0] ?? "" });
    expect((await visitor.get("/account/2fa")).html).toContain("9 backup codes left");

    expect((await visitor.get("/account/2fa/codes")).html).toContain("stop working");
    expect(findCodes((await visitor.post("/account/2fa/codes", { password: PASSWORD })).html)).toHaveLength(
      10,
    );
    expect((await visitor.get("/account/2fa/off")).html).toContain(
      "Only your password will protect your account",
    );
    expect((await visitor.post("/account/2fa/off", {})).location).toBe("/account/2fa");
    expect((await visitor.get("/account/2fa")).html).toContain(
      "Two-factor authentication has been disabled.",
    );
  });

  test("a code typed with spaces is accepted, at setup and at sign-in", async () => {
    const addSpaces = (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `;
    const visitor = await signInBrowser("spaces@example.com");
    await visitor.post("/account/2fa", { password: PASSWORD });
    const secret = findSecret((await visitor.get("/account/2fa/setup")).html);
    await waitUntilMidStep();
    const set = await visitor.post("/account/2fa/setup", {
      code: addSpaces(generateCode(secret, { steps: -1 })),
    });
    expect(findCodes(set.html)).toHaveLength(10);
    const newcomer = createBrowser(product);
    const { location } = await newcomer.post("/signin", { email: "spaces@example.com", password: PASSWORD });
    const jwt = findJwt((await newcomer.get(location ?? "")).html);
    const done = await newcomer.post(location ?? "", { jwt, code: addSpaces(generateCode(secret)) });
    expect(done.location).toBe("/welcome");
  });

  test("an expired challenge asks the user to sign in again", async () => {
    const answer = await createBrowser(product).post("/signin/otp?token=otp_x", {
      jwt: "otp_x",
      code: "123456",
    });
    expect(answer.status).toBe(401);
    expect(answer.html).toContain("This sign-in has expired. Sign in again.");
  });
});

describe("/account/password", () => {
  test("changing it redirects to the account with a message; an error never repeats the typed passwords", async () => {
    const visitor = await signInBrowser("typed@example.com");
    const wrong = await visitor.post("/account/password", {
      oldpassword: "not mine!",
      newpassword: "another horse!",
      confirm_password: "another horse!",
    });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("That password is incorrect.");
    expect(wrong.html).not.toContain("another horse!");
    const done = await visitor.post("/account/password", {
      oldpassword: PASSWORD,
      newpassword: "another horse!",
      confirm_password: "another horse!",
    });
    expect(done.location).toBe("/account");
    expect((await visitor.get("/account")).html).toContain("Your password has been changed.");
  });
});
