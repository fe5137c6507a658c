/** Signing in with two-factor: the challenge and its code. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OTP_TRIES } from "~/domain/limits";
import { OPERATIONS } from "~/services/operations.server";
import { createBrowser, PASSWORD, createApiClient } from "../support/clients";
import { startProduct, type Product } from "../support/product";
import { invite, makeOwner } from "../support/team";
import {
  generateCode,
  sendCode,
  requestChallenge,
  waitUntilMidStep,
  withTwoFactor,
} from "../support/two-factor";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const signIn = (email: string) =>
  createApiClient(product)("POST", "/api/auth", { email, password: PASSWORD });

describe("signing in", () => {
  test("the password gives a challenge, and the code the session user", async () => {
    const { email, secret } = await withTwoFactor(product, "usual@example.com");
    const asked = await signIn(email);
    expect(asked.data).toEqual({ "2fa_required": true, token: expect.stringMatching(/^otp_/) as string });
    const answer = await sendCode(product, asked.data.token, generateCode(secret));
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ "2fa_required": false, email });
    expect((await createApiClient(product, String(answer.data.token))("GET", "/api/user")).status).toBe(200);
  });

  test("signing up again with the right password creates another account only after the code", async () => {
    const { email, secret, call } = await withTwoFactor(product, "again@example.com");
    const countAccounts = async () => ((await call("GET", "/api/auth")).data.accounts as unknown[]).length;
    const asked = await createApiClient(product)("POST", "/api/account", {
      name: "Grace Hopper",
      email,
      password: PASSWORD,
      confirm_password: PASSWORD,
    });
    expect(asked.data).toMatchObject({ "2fa_required": true });
    expect(await countAccounts()).toBe(1);
    const answer = await sendCode(product, asked.data.token, generateCode(secret));
    expect(answer.data).toMatchObject({ "2fa_required": false, duplicate_user: true });
    expect(await countAccounts()).toBe(2);
    expect(answer.data.account_id).not.toBe((await call("GET", "/api/auth")).data.account_id);
  });

  test("a code works once, also for another challenge", async () => {
    const { email, secret } = await withTwoFactor(product, "replay@example.com");
    const code = generateCode(secret);
    const first = await requestChallenge(product, email);
    expect((await sendCode(product, first, code)).status).toBe(200);
    expect((await sendCode(product, first, code)).status).toBe(401);
    const again = await sendCode(product, await requestChallenge(product, email), code);
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({ inputError: "code" });
  });

  test("the codes of the steps before and after work; codes two steps away do not", async () => {
    const early = await withTwoFactor(product, "clock@example.com");
    await waitUntilMidStep();
    const jwt = await requestChallenge(product, early.email);
    for (const steps of [-2, 2]) {
      expect(
        (await sendCode(product, jwt, generateCode(early.secret, { steps }))).status,
        String(steps),
      ).toBe(400);
    }
    expect((await sendCode(product, jwt, generateCode(early.secret, { steps: 1 }))).status).toBe(200);
    // Setting up two-factor used the code of the step before, so that this one works is tested there.
    const earlier = await sendCode(
      product,
      await requestChallenge(product, early.email),
      generateCode(early.secret, { steps: 0 }),
    );
    expect(earlier.status, "a code from before the one used last").toBe(400);
  });

  test("a challenge allows five attempts; after them, the right code answers 401", async () => {
    const { email, secret } = await withTwoFactor(product, "guessed@example.com");
    const jwt = await requestChallenge(product, email);
    for (let tries = 0; tries < OTP_TRIES; tries += 1) {
      expect((await sendCode(product, jwt, generateCode(secret, { steps: 20 + tries }))).status).toBe(400);
    }
    const sixth = await sendCode(product, jwt, generateCode(secret));
    expect(sixth.status).toBe(401);
    expect(
      (await sendCode(product, await requestChallenge(product, email), generateCode(secret))).status,
    ).toBe(200);
  });

  test("twenty wrong codes an hour are allowed over all challenges; the next attempt answers 429", async () => {
    const { email, secret } = await withTwoFactor(product, "spread@example.com");
    for (let round = 0; round < 4; round += 1) {
      const jwt = await requestChallenge(product, email);
      for (let tries = 0; tries < OTP_TRIES; tries += 1)
        await sendCode(product, jwt, generateCode(secret, { steps: 99 }));
    }
    const refused = await sendCode(product, await requestChallenge(product, email), generateCode(secret));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Content-Type")).toMatch(/^text\/plain/);
  });

  test.each([
    "",
    " ",
    null,
    undefined,
    123456,
    true,
    ["123456", "123457"],
    { code: "123456" },
    "12345",
    "1234567",
    "12a456",
    "１２３４５６",
    "123\u0000456",
    "12 34 56",
    "-12345",
    "1e5",
    "0x1234",
    "7KQ2M9XD4",
    "7KQ2M9XD4HH",
    "7KQ2M9XD4U",
    "ABCDEFGHIJKLMNOPQRSTUVW",
    "ABCDEFGHIJKLMNOPQRSTUVW1",
    "x".repeat(10_000),
  ])("the malformed code %j answers 400 and consumes no attempt", async (code) => {
    const answer = await sendCode(product, "otp_none", code);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ inputError: "code" });
  });

  test.each([null, undefined, "", 7, ["otp_a", "otp_b"], {}])(
    "the challenge token %j answers 400",
    async (jwt) => {
      expect((await sendCode(product, jwt, "123456")).status).toBe(400);
    },
  );

  test("an unknown challenge token and one of another kind answer 401", async () => {
    await withTwoFactor(product, "kinds@example.com");
    for (const jwt of ["otp_unknown", "ver_unknown", "x".repeat(200)]) {
      expect((await sendCode(product, jwt, "123456")).status).toBe(401);
    }
  });

  test("a challenge token is neither a bearer token nor a session cookie", async () => {
    const { email } = await withTwoFactor(product, "ticket@example.com");
    const challenge = await requestChallenge(product, email);
    const guarded = OPERATIONS.filter(({ access }) => access.permission !== "none");
    for (const { method, path } of guarded) {
      const body = method === "GET" ? undefined : {};
      expect(
        (await createApiClient(product, challenge)(method, path, body)).status,
        `${method} ${path}`,
      ).toBe(401);
      const byCookie = { Cookie: `session=${challenge}`, "Sec-Fetch-Site": "same-origin" };
      expect((await createApiClient(product)(method, path, body, byCookie)).status, path).toBe(401);
    }
    const visitor = createBrowser(product);
    visitor.cookies.set("session", challenge);
    expect((await visitor.get("/dashboard")).location).toBe("/signin");
  });

  test("a browser with an open challenge has no session cookie", async () => {
    const { email } = await withTwoFactor(product, "cookieless@example.com");
    const visitor = createBrowser(product);
    const answer = await visitor.post("/signin", { email, password: PASSWORD });
    expect(answer.location).toMatch(/^\/signin\/otp\?token=otp_/);
    expect([...visitor.cookies.keys()]).toEqual([]);
  });

  test("changing the password ends open challenges", async () => {
    const { email, call, secret } = await withTwoFactor(product, "waiting@example.com");
    const jwt = await requestChallenge(product, email);
    await call("PUT", "/api/user/password", { oldpassword: PASSWORD, newpassword: "a new password!" });
    expect((await sendCode(product, jwt, generateCode(secret))).status).toBe(401);
  });
});

test("ending a membership ends the challenges for that account", async () => {
  const person = await withTwoFactor(product, "removed@example.com");
  const owner = await makeOwner(product, "removes@example.com");
  const { id: invite_id } = await invite(product, owner.call, { email: person.email });
  const joined = await person.call("POST", "/api/invite/accept", { invite_id });
  const call = createApiClient(product, String(joined.data.token));
  await call("PATCH", "/api/user", { default_account: joined.data.account_id });
  const jwt = await requestChallenge(product, person.email);
  const { id } = (await call("GET", "/api/user")).data;
  expect((await owner.call("DELETE", `/api/user/${String(id)}`)).status).toBe(200);
  expect((await sendCode(product, jwt, generateCode(person.secret))).status).toBe(401);
});
