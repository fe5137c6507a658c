/** Signing up, verifying the email, signing in and out, over the API. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createBrowser,
  PASSWORD,
  createApiClient,
  createUserOnFreePlan,
  signUp,
  createVerifiedUser,
} from "../support/clients";
import { linkIn, startProduct, type Product } from "../support/product";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

describe("POST /api/account", () => {
  test("signing up creates a user and an account that they own; the user is signed in and unverified", async () => {
    const answer = await createApiClient(product)("POST", "/api/account", {
      name: "Ada Lovelace",
      email: "Ada@Example.com",
      password: PASSWORD,
      confirm_password: PASSWORD,
    });
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({
      name: "Ada Lovelace",
      email: "ada@example.com",
      permission: "owner",
      verified: false,
      plan: null,
      subscription: null,
      onboarded: false,
      has_password: true,
      duplicate_user: false,
      dark_mode: false,
      "2fa_required": false,
    });
    expect(answer.data.token).toMatch(/^scr_/);
    expect(answer.data.accounts).toHaveLength(1);
  });

  test("unknown fields are ignored and never stored", async () => {
    const answer = await createApiClient(product)("POST", "/api/account", {
      name: "Mallory",
      email: "mallory@example.com",
      password: PASSWORD,
      confirm_password: PASSWORD,
      permission: "master",
      verified: true,
      plan: "pro",
      account_id: "another",
      is_master: true,
      onboarded: true,
    });
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ permission: "owner", verified: false, plan: null, onboarded: false });
  });

  test("a password without a special character answers 400 at the field", async () => {
    const answer = await createApiClient(product)("POST", "/api/account", {
      name: "Ada",
      email: "weak@example.com",
      password: "password1",
      confirm_password: "password1",
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      message: "Password must contain at least one special character",
      inputError: "password",
    });
  });

  test("a known email gets the same answer as an unknown one; its owner gets a mail", async () => {
    await createVerifiedUser(product, "known@example.com");
    const trySignUp = (email: string) =>
      createApiClient(product)("POST", "/api/account", {
        name: "Somebody",
        email,
        password: "another password!",
        confirm_password: "another password!",
      });
    const known = await trySignUp("known@example.com");
    const unknown = await trySignUp("unknown@example.com");
    expect(known.status).toBe(unknown.status);
    expect(Object.keys(known.data)).toEqual(Object.keys(unknown.data));
    const differing = Object.keys(known.data).filter(
      (key) => typeof known.data[key] !== typeof unknown.data[key],
    );
    expect(differing).toEqual([]);
    const mail = await product.mailTo("known@example.com", /already/i);
    expect(mail).not.toContain("/signup/verify");
  });

  test("signing up with another user's email gives no access to that user's account", async () => {
    const owner = await createVerifiedUser(product, "victim@example.com", "Victim");
    const intruder = await createApiClient(product)("POST", "/api/account", {
      name: "Intruder",
      email: "victim@example.com",
      password: "intruder's own!",
      confirm_password: "intruder's own!",
    });
    expect(intruder.data.accounts).not.toEqual((await owner.call("GET", "/api/auth")).data.accounts);
    const again = await createApiClient(product)("POST", "/api/auth", {
      email: "victim@example.com",
      password: PASSWORD,
    });
    expect(again.data).toMatchObject({ name: "Victim", verified: true });
  });

  test("a registered user who signs up again with the right password gets another account, as a duplicate user", async () => {
    await createVerifiedUser(product, "twice@example.com");
    const answer = await signUp(product, "twice@example.com");
    const { data } = await answer.call("GET", "/api/auth");
    expect(data).toMatchObject({ duplicate_user: true, verified: true });
    expect(data.accounts).toHaveLength(2);
  });
});

describe("email verification", () => {
  test("the link's token verifies its user's email, and no other user's", async () => {
    const { call } = await signUp(product, "once@example.com");
    const token = linkIn(await product.mailTo("once@example.com"), "/signup/verify").searchParams.get(
      "token",
    );
    expect((await call("POST", "/api/user/verify", { token })).status).toBe(200);
    expect((await call("GET", "/api/user")).data.verified).toBe(true);

    const other = await signUp(product, "other@example.com");
    const stolen = await other.call("POST", "/api/user/verify", { token });
    expect(stolen.status).toBe(400);
    expect(stolen.message).toBe(
      "Verification Link Has Expired. Please re-send the verification email and try again.",
    );
  });

  test("opening the link does not consume it", async () => {
    const { call } = await signUp(product, "scanner@example.com");
    const link = linkIn(await product.mailTo("scanner@example.com"), "/signup/verify");
    for (let times = 0; times < 3; times += 1) await fetch(link, { redirect: "manual" });
    const answer = await call("POST", "/api/user/verify", { token: link.searchParams.get("token") });
    expect(answer.status).toBe(200);
  });

  test("after another mail, the earlier link still works", async () => {
    const { call } = await signUp(product, "again@example.com");
    const first = linkIn(await product.mailTo("again@example.com"), "/signup/verify").searchParams.get(
      "token",
    );
    expect((await call("POST", "/api/user/verify/request")).status).toBe(200);
    expect((await call("POST", "/api/user/verify", { token: first })).status).toBe(200);
  });

  test("twenty concurrent verifications with one token answer 200 or 400, and at least one succeeds", async () => {
    const { call } = await signUp(product, "race@example.com");
    const token = linkIn(await product.mailTo("race@example.com"), "/signup/verify").searchParams.get(
      "token",
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call("POST", "/api/user/verify", { token })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
  });
});

describe("POST /api/auth", () => {
  test("a wrong password and an unknown email get the same 401 answer", async () => {
    await createVerifiedUser(product, "here@example.com");
    const wrong = await createApiClient(product)("POST", "/api/auth", {
      email: "here@example.com",
      password: "wrong one!",
    });
    const unknown = await createApiClient(product)("POST", "/api/auth", {
      email: "nobody@example.com",
      password: "wrong one!",
    });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body).toMatchObject({ inputError: "password" });
    const page = createBrowser(product);
    await page.get("/signin");
    const { status, html } = await page.post("/signin", {
      email: "here@example.com",
      password: "wrong one!",
    });
    expect(status).toBe(401);
    expect(html).toMatch(/name="password"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="password"/);
  });

  test("the eleventh attempt within three minutes answers 429 in plain text, also with the right password", async () => {
    await createVerifiedUser(product, "guessed@example.com");
    const guess = (password: string) =>
      createApiClient(product)(
        "POST",
        "/api/auth",
        { email: "guessed@example.com", password },
        { "Accept-Language": "es" },
      );
    for (let times = 0; times < 10; times += 1) expect((await guess(`guess ${times}!`)).status).toBe(401);
    const refused = await guess(PASSWORD);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Content-Type")).toMatch(/^text\/plain/);
    expect(refused.body).toMatch(
      /^Demasiados intentos\. Inténtalo de nuevo en \d+ (segundos?|minutos?|horas?)\.$/,
    );
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test("fifty concurrent guesses: no more than the limit are checked", async () => {
    await createVerifiedUser(product, "burst@example.com");
    const guesses = Array.from({ length: 50 }, (_, index) =>
      createApiClient(product)("POST", "/api/auth", {
        email: "burst@example.com",
        password: `guess ${index}!`,
      }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });
});

describe("DELETE /api/auth", () => {
  test("DELETE /api/auth ends the session, and its token stops working", async () => {
    const { call } = await createVerifiedUser(product, "leaving@example.com");
    const answer = await call("DELETE", "/api/auth");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Clear-Site-Data")).toBe('"storage"');
    expect((await call("GET", "/api/user")).status).toBe(401);
  });

  test("DELETE /api/auth without a valid session answers 401", async () => {
    expect((await createApiClient(product)("DELETE", "/api/auth")).status).toBe(401);
    const dead = createApiClient(product, `scr_${"A".repeat(43)}`);
    expect((await dead("DELETE", "/api/auth")).status).toBe(401);
  });

  test("with an expired token next to a valid cookie, signing out ends the cookie's session, and other calls answer 401", async () => {
    await createUserOnFreePlan(product, "slept@example.com");
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: "slept@example.com", password: PASSWORD });
    const headers = { Cookie: `session=${visitor.cookies.get("session")}`, "Sec-Fetch-Site": "same-origin" };
    const dead = createApiClient(
      product,
      `ref_00000000-0000-7000-8000-000000000000.zzzzzz.${"A".repeat(43)}`,
    );
    expect((await dead("PATCH", "/api/user", { locale: "es" }, headers)).status).toBe(401);
    expect((await dead("DELETE", "/api/auth", {}, headers)).status).toBe(200);
    expect((await visitor.get("/dashboard")).location).toBe("/signin");
  });

  test("signing out in a browser ends the session of the cookie and of the bearer token", async () => {
    await createUserOnFreePlan(product, "both@example.com");
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: "both@example.com", password: PASSWORD });
    const cookie = visitor.cookies.get("session") ?? "";
    const { data } = JSON.parse((await visitor.get("/api/auth")).html) as { data: { token: string } };
    expect((await visitor.post("/signout", {})).location).toBe("/signin");
    expect((await visitor.post("/signout", {})).location).toBe("/signin");
    expect((await createApiClient(product, data.token)("GET", "/api/user")).status).toBe(401);
    const replayed = createBrowser(product);
    replayed.cookies.set("session", cookie);
    expect((await replayed.get("/dashboard")).location).toBe("/signin");
  });
});
