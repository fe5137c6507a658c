/** Resetting the password through a mailed link. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { twoFactorEntity } from "~/models/two-factor.server";
import { userEntity } from "~/models/user.server";
import { tokenEntity } from "~/models/token.server";
import { auditEntity } from "~/models/audit.server";
import { mailEntity } from "~/models/mail.server";
import { minutes } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import {
  createBrowser,
  PASSWORD,
  createApiClient,
  createUserOnFreePlan,
  signUp,
  createVerifiedUser,
} from "../support/clients";
import { endsIn, requestMagicToken, openMagic, resetTokenFor, getMailedToken } from "../support/links";
import { startProduct, waitFor, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

const NEW_PASSWORD = "another horse?";
const INVALID = "This link has expired, or it was sent to a different email. Request a new one.";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

const reset = (jwt: string, email: string, password = NEW_PASSWORD) =>
  createApiClient(product)("POST", "/api/auth/password/reset", { jwt, email, password });
const signIn = (email: string, password: string) =>
  createApiClient(product)("POST", "/api/auth", { email, password });

test("a known and an unknown email get the same answer, and only the known one gets a mail", async () => {
  await createVerifiedUser(product, "known@example.com");
  const ask = (email: string) =>
    createApiClient(product)("POST", "/api/auth/password/reset/request", { email });
  const [known, unknown] = [await ask("known@example.com"), await ask("unknown@example.com")];
  expect(known.status).toBe(200);
  expect(unknown.status).toBe(200);
  expect(known.body).toEqual(unknown.body);
  await getMailedToken(product, "reset", "known@example.com");
  expect(await store.count(mailEntity, { recipient: "unknown@example.com" })).toBe(0);
});

describe("POST /api/auth/password/reset", () => {
  test("a reset sets the password, signs in, ends all other sessions and links, and sends a mail", async () => {
    const before = await createUserOnFreePlan(product, "reset@example.com");
    const magic = await requestMagicToken(product, "reset@example.com");
    const token = await resetTokenFor(product, "reset@example.com");
    expect(token).toMatch(/^rst_/);
    const { status, data, message } = await reset(token, " Reset@Example.com ");
    expect(status).toBe(200);
    expect(message).toBe("Your new password has been saved.");
    expect(data).toMatchObject({ email: "reset@example.com", "2fa_required": false });
    expect((await createApiClient(product, String(data.token))("GET", "/api/user")).status).toBe(200);
    expect((await before.call("GET", "/api/user")).status).toBe(401);
    expect((await openMagic(createApiClient(product), magic)).status).toBe(400);
    expect((await signIn("reset@example.com", PASSWORD)).status).toBe(401);
    expect((await signIn("reset@example.com", NEW_PASSWORD)).status).toBe(200);
    await product.mailTo("reset@example.com", /password has been changed/i);
    expect(await store.count(auditEntity, { action: "password_reset" })).toBe(1);
    expect((await reset(token, "reset@example.com")).message).toBe(INVALID);
  });

  test("a wrong email or another user's link answers 400, and the link stays valid", async () => {
    await createVerifiedUser(product, "mine@example.com");
    await createVerifiedUser(product, "other@example.com");
    const mine = await resetTokenFor(product, "mine@example.com");
    const other = await resetTokenFor(product, "other@example.com");
    const refusals = [
      await reset(mine, "other@example.com"),
      await reset(other, "mine@example.com"),
      await reset(mine, "nobody@example.com"),
      await reset(`rst_${"a".repeat(43)}`, "mine@example.com"),
    ];
    for (const { status, body } of refusals) {
      expect(status).toBe(400);
      expect(body).toEqual({ message: INVALID, inputError: "jwt" });
    }
    expect((await signIn("mine@example.com", PASSWORD)).status).toBe(200);
    expect((await reset(mine, "mine@example.com")).status).toBe(200);
  });

  test("a new password that breaks a rule answers 400, and the link stays valid", async () => {
    await createVerifiedUser(product, "rules@example.com");
    const token = await resetTokenFor(product, "rules@example.com");
    for (const password of ["short!1", "nothing special", `${"x".repeat(129)}!`, ""]) {
      const answer = await reset(token, "rules@example.com", password);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ inputError: "password" });
    }
    expect((await reset(token, "rules@example.com")).status).toBe(200);
  });

  test("a reset link expires after half an hour", async () => {
    await createVerifiedUser(product, "late@example.com");
    const token = await resetTokenFor(product, "late@example.com");
    const [issued] = await store.find(tokenEntity, { email: "late@example.com", kind: "reset" });
    expect((issued?.expiresAt.getTime() ?? 0) - (issued?.createdAt.getTime() ?? 0)).toBe(minutes(30));
    await endsIn(store, token, -1);
    expect((await reset(token, "late@example.com")).message).toBe(INVALID);
    await endsIn(store, token, minutes(1));
    expect((await reset(token, "late@example.com")).status).toBe(200);
  });

  test("a newer link leaves the earlier one valid, and using one invalidates both", async () => {
    await createVerifiedUser(product, "newer@example.com");
    const first = await resetTokenFor(product, "newer@example.com");
    const countMails = () => product.mailsTo("newer@example.com").length;
    const before = countMails();
    const answer = await createApiClient(product)("POST", "/api/auth/password/reset/request", {
      email: "newer@example.com",
    });
    expect(answer.status).toBe(200);
    await waitFor(() => countMails() > before, "the second mail");
    const second = await getMailedToken(product, "reset", "newer@example.com");
    expect(second).not.toBe(first);
    expect((await reset(first, "newer@example.com")).status).toBe(200);
    expect((await reset(second, "newer@example.com")).message).toBe(INVALID);
  });

  test("a token of another kind changes nothing", async () => {
    await signUp(product, "kinds@example.com");
    const verify = await getMailedToken(product, "verify", "kinds@example.com");
    const magic = await requestMagicToken(product, "kinds@example.com");
    for (const token of [verify, magic]) {
      expect((await reset(token, "kinds@example.com")).message).toBe(INVALID);
    }
  });

  test("a reset with two-factor on answers with a challenge in place of a session", async () => {
    await createVerifiedUser(product, "factor@example.com");
    const person = await store.findOne(userEntity, { emailClaim: "factor@example.com" });
    await store.insert(twoFactorEntity, {
      id: person?.id ?? "",
      secret: "sealed",
      pendingSecret: null,
      lastStep: 0,
      enabledAt: new Date(),
    });
    const token = await resetTokenFor(product, "factor@example.com");
    const { data } = await reset(token, "factor@example.com");
    expect(data["2fa_required"]).toBe(true);
    expect((await createApiClient(product, String(data.token))("GET", "/api/user")).status).toBe(401);
  });

  test("resetting the password of an unverified user verifies the email and ends the earlier sessions and password", async () => {
    const squatter = await signUp(product, "squatted@example.com");
    const token = await resetTokenFor(product, "squatted@example.com");
    const { data } = await reset(token, "squatted@example.com");
    expect(data).toMatchObject({ verified: true, has_password: true });
    expect((await squatter.call("GET", "/api/user")).status).toBe(401);
    expect((await signIn("squatted@example.com", PASSWORD)).status).toBe(401);
  });

  test("a user without a password gets one", async () => {
    await createVerifiedUser(product, "network@example.com");
    await store.update(userEntity, { emailClaim: "network@example.com" }, { passwordHash: null });
    const token = await resetTokenFor(product, "network@example.com");
    expect((await reset(token, "network@example.com")).data.has_password).toBe(true);
    expect((await signIn("network@example.com", NEW_PASSWORD)).status).toBe(200);
  });
});

test("the pages work without JavaScript, and opening the link does not consume it", async () => {
  await createUserOnFreePlan(product, "page@example.com");
  const visitor = createBrowser(product);
  const countMails = await visitor.post("/forgotpassword", { email: "page@example.com" });
  expect(countMails.location).toBe("/forgotpassword?sent=1");
  expect((await visitor.get("/forgotpassword?sent=1")).html).toContain("If an account exists");
  const token = await getMailedToken(product, "reset", "page@example.com");
  const url = `/resetpassword?token=${token}`;
  for (let times = 0; times < 3; times += 1) {
    const page = await visitor.get(url);
    expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(page.html).toContain(token);
  }
  const fields = { jwt: token, email: "page@example.com", password: NEW_PASSWORD };
  const differing = await visitor.post(url, { ...fields, confirm_password: "something else!" });
  expect(differing.status).toBe(400);
  expect(differing.html).toContain("The passwords don&#x27;t match");
  expect(differing.html).toContain(token);
  expect(differing.html).not.toContain(NEW_PASSWORD);
  const done = await visitor.post(url, { ...fields, confirm_password: NEW_PASSWORD });
  expect(done.location).toBe("/welcome");
  expect((await visitor.get(url)).html).toContain("This link no longer works");
  expect((await visitor.get("/resetpassword")).html).toContain('href="/forgotpassword"');
});

describe("opening a link that no longer works shows the same message for every reason", () => {
  const getResetPage = async (token: string) =>
    (await createBrowser(product).get(`/resetpassword?token=${encodeURIComponent(token)}`)).html;

  test("expired, of another kind, unknown and malformed", async () => {
    await createVerifiedUser(product, "dead@example.com");
    const expired = await resetTokenFor(product, "dead@example.com");
    expect(await getResetPage(expired)).toContain('name="password"');
    await endsIn(store, expired, -1);
    const magic = await requestMagicToken(product, "dead@example.com");
    for (const token of [expired, magic, `rst_${"a".repeat(43)}`, "x".repeat(2000), "", "\u0000'"]) {
      const html = await getResetPage(token);
      expect(html, token).toContain("This link no longer works");
      expect(html, token).toContain('href="/forgotpassword"');
      expect(html, token).not.toContain('name="password"');
      expect(html, token).not.toContain("dead@example.com");
    }
    await endsIn(store, expired, minutes(1));
    expect(await getResetPage(expired), "looking used nothing up").toContain('name="password"');
    expect((await openMagic(createApiClient(product), magic)).status, "nor a link of another kind").toBe(200);
  });
});
