/** Changing the user's email: the new one is pending until it is verified, and the old one stays in control. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tokenEntity } from "~/models/token.server";
import { userEntity } from "~/models/user.server";
import { auditEntity } from "~/models/audit.server";
import { hours } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { actAs, openStage } from "../support/impersonation";
import {
  createBrowser,
  PASSWORD,
  createApiClient,
  createUserOnFreePlan,
  signUp,
  createVerifiedUser,
  type Call,
} from "../support/clients";
import {
  createOtherNetworkHeaders,
  endsIn,
  requestMagicToken,
  openMagic,
  resetTokenFor,
  getMailedToken,
} from "../support/links";
import { readSubject, startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

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

let count = 0;
let old = "";
let next = "";
beforeEach(() => {
  count += 1;
  old = `old${count}@example.com`;
  next = `new${count}@example.com`;
});

const change = (
  call: Call,
  email: string,
  { from, ...more }: Record<string, unknown> & { from?: Record<string, string> } = {},
) => call("PATCH", "/api/user", { email, password: PASSWORD, ...more }, from ?? createOtherNetworkHeaders());
const signIn = (email: string) =>
  createApiClient(product)("POST", "/api/auth", { email, password: PASSWORD });
const prove = async (call: Call, email = next) =>
  call("POST", "/api/user/verify", { token: await getMailedToken(product, "verify", email) });

describe("requesting a new email", () => {
  test("the new email is pending, the user counts as unverified, and the old email is notified and still signs in", async () => {
    const { call } = await createUserOnFreePlan(product, old);
    const answer = await change(call, ` ${next.toUpperCase()} `);
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ email: old, pending_email: next, verified: false });
    expect((await call("GET", "/api/auth")).data).toMatchObject({ email: old, verified: false });
    expect(await product.mailTo(old, /about to change/i)).toContain(next);
    expect((await signIn(old)).status).toBe(200);
    expect((await signIn(next)).status).toBe(401);
    expect(await store.count(auditEntity, { action: "email_change_asked", target: next })).toBe(1);
  });

  test("until the new email is verified, only the profile page is open", async () => {
    const { call } = await createUserOnFreePlan(product, old);
    await change(call, next);
    expect((await call("GET", "/api/demo")).status).toBe(403);
    const visitor = createBrowser(product);
    expect((await visitor.post("/signin", { email: old, password: PASSWORD })).location).toBe(
      "/signup/verify",
    );
    expect((await visitor.get("/dashboard")).location).toBe("/signup/verify");
    expect((await visitor.get("/account/profile")).status).toBe(200);
    const { html } = await visitor.get("/signup/verify");
    expect(html).toContain(next);
    expect(html).toContain("Keep my current email");
  });

  test("a new email needs the password, however recent the sign-in is", async () => {
    const { call } = await createUserOnFreePlan(product, old);
    const withoutPassword = await change(call, next, { password: undefined });
    expect(withoutPassword.status).toBe(403);
    expect(withoutPassword.body).toMatchObject({ inputError: "password" });
    expect((await change(call, next, { password: "wrong one!" })).status).toBe(400);
    expect((await call("GET", "/api/user")).data.pending_email).toBeNull();
    expect((await change(call, next, { password: PASSWORD })).status).toBe(200);
  });

  test("links to sign in and to reset the password still go to the old email", async () => {
    const { call } = await createUserOnFreePlan(product, old);
    await change(call, next);
    for (const path of ["/api/auth/magic", "/api/auth/password/reset/request"]) {
      await createApiClient(product)("POST", path, { email: next });
    }
    const user = await store.findOne(userEntity, { emailClaim: old });
    expect(await store.count(tokenEntity, { userId: user?.id ?? "", kind: { not: "verify" } })).toBe(0);
    expect(product.mailsTo(next).filter((mail) => /sign-in link|reset your/i.test(mail))).toEqual([]);
    const magic = await requestMagicToken(product, old);
    expect((await openMagic(createApiClient(product), magic)).data.verified).toBe(false);
  });

  test("resetting the password through the old email cancels the change", async () => {
    const { call } = await createUserOnFreePlan(product, old);
    await change(call, next);
    const jwt = await resetTokenFor(product, old);
    const input = { jwt, email: old, password: "another horse?" };
    const { data } = await createApiClient(product)("POST", "/api/auth/password/reset", input);
    expect(data.verified).toBe(true);
    expect((await prove(createApiClient(product, String(data.token)))).status).toBe(200);
    const user = await createApiClient(product, String(data.token))("GET", "/api/user");
    expect(user.data).toMatchObject({ email: old, pending_email: null });
  });

  test("an email of another user gets the same answer; the other user gets a mail, and no link is sent", async () => {
    const taken = `taken${count}@example.com`;
    await createVerifiedUser(product, taken);
    const { call } = await createUserOnFreePlan(product, old);
    const answer = await change(call, taken);
    const free = await change(call, next);
    expect(answer.status).toBe(free.status);
    expect(answer.message).toBe(free.message);
    expect(Object.keys(answer.data)).toEqual(Object.keys(free.data));
    await product.mailTo(taken, /already/i);
    expect(await store.count(tokenEntity, { email: taken, usedAt: null })).toBe(0);
  });

  test("any spelling of the present email is the same email: nothing is pending", async () => {
    const { call } = await createUserOnFreePlan(product, "alan@example.com");
    const spellings = ["ALAN@EXAMPLE.COM", " alan@example.com ", "alan＠example.com", "ａｌａｎ@example.com"];
    for (const email of [...spellings, "Alan@Example.Com", "alan@ＥＸＡＭＰＬＥ.com", "\talan@example.com"]) {
      const answer = await change(call, email);
      expect(answer.message).toBe("This is already your email");
      expect(answer.data).toMatchObject({ pending_email: null, verified: true });
    }
  });

  test("the fourth mail to one email answers 429", async () => {
    const { call } = await createUserOnFreePlan(product, old);
    const from = createOtherNetworkHeaders();
    for (let times = 0; times < 3; times += 1) expect((await change(call, next, { from })).status).toBe(200);
    const refused = await change(call, next, { from });
    expect(refused.status).toBe(429);
    expect(refused.body).toBeTypeOf("string");
  });
});

describe("verifying the new email", () => {
  test("the new email replaces the old one, and other sessions and older links end", async () => {
    const { call } = await createUserOnFreePlan(product, old);
    const magic = await requestMagicToken(product, old);
    const other = createApiClient(product, String((await signIn(old)).data.token));
    await change(call, next);
    expect((await prove(call)).status).toBe(200);
    expect((await call("GET", "/api/user")).data).toMatchObject({
      email: next,
      pending_email: null,
      verified: true,
    });
    expect((await other("GET", "/api/user")).status).toBe(401);
    expect((await openMagic(createApiClient(product), magic)).status).toBe(400);
    expect((await signIn(old)).status).toBe(401);
    expect((await signIn(next)).status).toBe(200);
    expect(await product.mailTo(old, /has been changed/i)).toContain(next);
    expect(await store.count(auditEntity, { action: "email_changed", target: next })).toBe(1);
  });

  test("the browser's session cookie is replaced, and the old one stops working", async () => {
    await createUserOnFreePlan(product, old);
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: old, password: PASSWORD });
    const asked = await visitor.post("/account/profile", {
      intent: "change-email",
      email: next,
      password: PASSWORD,
    });
    expect(asked.location).toBe("/signup/verify");
    const before = visitor.cookies.get("session") ?? "";
    const token = await getMailedToken(product, "verify", next);
    const done = await visitor.post("/signup/verify", { intent: "verify", token });
    expect(done.location).toBe("/welcome");
    expect(visitor.cookies.get("session")).not.toBe(before);
    expect((await visitor.get("/account/profile")).html).toContain(next);
    const replayed = createBrowser(product);
    replayed.cookies.set("session", before);
    expect((await replayed.get("/account/profile")).location).toBe("/signin");
  });

  test("the link works until it expires, only for its user and the email it was sent to", async () => {
    const { call } = await createUserOnFreePlan(product, old);
    const stranger = await signUp(product, `stranger${count}@example.com`);
    await change(call, next);
    const token = await getMailedToken(product, "verify", next);
    expect((await stranger.call("POST", "/api/user/verify", { token })).status).toBe(400);
    await endsIn(store, token, -1);
    expect((await call("POST", "/api/user/verify", { token })).status).toBe(400);
    await endsIn(store, token, hours(1));
    await change(call, `third${count}@example.com`);
    expect((await call("POST", "/api/user/verify", { token })).status).toBe(400);
    expect((await call("GET", "/api/user")).data.email).toBe(old);
  });

  test("a magic link's or a password reset's token verifies no email", async () => {
    const { call } = await createUserOnFreePlan(product, old);
    await change(call, next);
    for (const token of [await requestMagicToken(product, old), await resetTokenFor(product, old)]) {
      expect((await call("POST", "/api/user/verify", { token })).status).toBe(400);
    }
    expect((await call("GET", "/api/user")).data.email).toBe(old);
  });

  test("the mail can be sent again, and the earlier link still works", async () => {
    const { call } = await createUserOnFreePlan(product, old);
    await change(call, next);
    const first = await getMailedToken(product, "verify", next);
    expect((await call("POST", "/api/user/verify/request")).status).toBe(200);
    expect(await store.count(tokenEntity, { email: next, kind: "verify", usedAt: null })).toBe(2);
    expect((await call("POST", "/api/user/verify", { token: first })).status).toBe(200);
    expect(await store.count(tokenEntity, { email: next, kind: "verify", usedAt: null })).toBe(0);
  });
});

describe("keeping the old email", () => {
  test("sending the present email again cancels the change, and the link of the mail changes nothing", async () => {
    const { call } = await createUserOnFreePlan(product, old);
    await change(call, next);
    const token = await getMailedToken(product, "verify", next);
    const kept = await change(call, old);
    expect(kept.data).toMatchObject({ email: old, pending_email: null, verified: true });
    expect(kept.message).toBe("Your email stays the same.");
    await call("POST", "/api/user/verify", { token });
    expect((await call("GET", "/api/user")).data.email).toBe(old);
  });

  test("a button on the verification page cancels the change", async () => {
    await createUserOnFreePlan(product, old);
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: old, password: PASSWORD });
    await visitor.post("/account/profile", {
      intent: "change-email",
      email: next,
      password: PASSWORD,
    });
    expect((await visitor.post("/signup/verify", { intent: "keep-email" })).location).toBe(
      "/account/profile",
    );
    expect((await visitor.get("/dashboard")).status).toBe(200);
  });
});

test("an unverified user can correct a mistyped email", async () => {
  const { call } = await signUp(product, old);
  const first = await getMailedToken(product, "verify", old);
  const answer = await change(call, next);
  expect(answer.data).toMatchObject({ email: next, pending_email: null, verified: false });
  expect((await call("POST", "/api/user/verify", { token: first })).status).toBe(400);
  expect((await prove(call)).status).toBe(200);
  expect(product.mailsTo(old).filter((mail) => /about to change/i.test(readSubject(mail)))).toEqual([]);
});

test("the verification page corrects a mistyped email in place, with the password, without scripts", async () => {
  await signUp(product, old);
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email: old, password: PASSWORD });
  expect((await visitor.get("/signup/verify")).html).toContain("Wrong email?");
  const fields = { intent: "correct-email", email: next };
  const refused = await visitor.post("/signup/verify", { ...fields, password: "wrong one!" });
  expect(refused.status).toBe(400);
  expect(refused.html).toMatch(/<details open/);
  const corrected = await visitor.post("/signup/verify", { ...fields, password: PASSWORD });
  expect(corrected.location).toBe("/signup/verify");
  expect((await visitor.get("/signup/verify")).html).toContain(`We sent a link to ${next}.`);
  const token = await getMailedToken(product, "verify", next);
  expect((await visitor.post("/signup/verify", { intent: "verify", token })).status).toBe(302);
});

test("a master who impersonates a user cannot change the user's email", async () => {
  const stage = await openStage(product);
  const [master, customer] = [await stage.person("master"), await stage.customer()];
  const acting = await actAs(product, master, customer);
  expect((await change(acting, next)).status).toBe(403);
  const same = `${customer.userId}@example.com`;
  expect((await change(acting, same, { dark_mode: true })).status).toBe(403);
  await stage.close();
});
