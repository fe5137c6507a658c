/** A stranger who exhausts an email's limits does not lock the owner out of a browser that they have signed in with. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { deviceEntity } from "~/models/device.server";
import { DEVICES_MAX } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { hashToken } from "~/crypto/secrets.server";
import {
  createBrowser,
  PASSWORD,
  createApiClient,
  createUserOnFreePlan,
  signUp,
  type Browser,
} from "../support/clients";
import { createOtherNetworkHeaders } from "../support/links";
import { type Product, startProduct } from "../support/product";
import { openProductStore } from "../support/product-store";
import { makeOwner } from "../support/team";
import { sendCode, requestChallenge, withTwoFactor } from "../support/two-factor";

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

const WRONG = "wrong one!";
const TOO_MANY = 429;
const HOME = { "X-Forwarded-For": "192.0.2.1" };

/** Sends the request this many times, each from another IP; returns the statuses. */
async function sendManyTimes(path: string, body: object, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1)
    statuses.push((await createApiClient(product)("POST", path, body, createOtherNetworkHeaders())).status);
  return statuses;
}

/** A browser in which the owner has signed in once and signed out again. */
async function createKnownBrowser(email: string): Promise<Browser> {
  await createUserOnFreePlan(product, email);
  const visitor = createBrowser(product);
  expect((await visitor.post("/signin", { email, password: PASSWORD }, HOME)).status).toBe(302);
  await visitor.post("/signout", {}, HOME);
  return visitor;
}

describe("while a stranger exhausts an email's limits", () => {
  test("the owner signs in with the password in a known browser, and a new browser gets 429", async () => {
    const email = "guessed@example.com";
    const visitor = await createKnownBrowser(email);
    expect((await sendManyTimes("/api/auth", { email, password: WRONG }, 21)).at(-1)).toBe(TOO_MANY);
    const given = { email, password: PASSWORD };
    expect((await createBrowser(product).post("/signin", given, HOME)).status).toBe(TOO_MANY);
    expect((await visitor.post("/signin", given, HOME)).location).toBe("/welcome");
  });

  test("the same holds for attempts from the owner's own IP", async () => {
    const email = "office@example.com";
    const visitor = await createKnownBrowser(email);
    const office = { "X-Forwarded-For": "192.0.2.77" };
    const given = { email, password: WRONG };
    for (let index = 0; index < 11; index += 1)
      await createApiClient(product)("POST", "/api/auth", given, office);
    const right = { ...given, password: PASSWORD };
    expect((await createBrowser(product).post("/signin", right, office)).status).toBe(TOO_MANY);
    expect((await visitor.post("/signin", right, office)).location).toBe("/welcome");
  });

  test.each([
    ["/api/auth/magic", "/signin/magic"],
    ["/api/auth/password/reset/request", "/forgotpassword"],
  ])("%s: the owner gets their link in a known browser", async (path, page) => {
    const email = `${page.slice(1).replace("/", "-")}@example.com`;
    const visitor = await createKnownBrowser(email);
    const statuses = await sendManyTimes(path, { email }, 21);
    expect(statuses).toEqual([...Array<number>(20).fill(200), TOO_MANY]);
    expect((await createBrowser(product).post(page, { email }, HOME)).status).toBe(TOO_MANY);
    expect((await visitor.post(page, { email }, HOME)).location).toBe(`${page}?sent=1`);
  });

  test.each(["/api/auth/magic", "/api/auth/password/reset/request"])(
    "%s: requests from one IP leave the other IPs' limits untouched",
    async (path) => {
      const email = `alone${path.length}@example.com`;
      await createUserOnFreePlan(product, email);
      const statuses: number[] = [];
      const stranger = createOtherNetworkHeaders();
      for (let index = 0; index < 8; index += 1)
        statuses.push((await createApiClient(product)("POST", path, { email }, stranger)).status);
      expect(statuses).toEqual([...Array<number>(3).fill(200), ...Array<number>(5).fill(TOO_MANY)]);
      expect(
        (await createApiClient(product)("POST", path, { email }, createOtherNetworkHeaders())).status,
      ).toBe(200);
    },
  );

  test("sign-ups with the email limit neither sign-in nor links, nor a known browser's sign-up", async () => {
    const email = "signed-up@example.com";
    const visitor = await createKnownBrowser(email);
    const given = { name: "Mallory", email, password: WRONG, confirm_password: WRONG };
    const statuses = await sendManyTimes("/api/account", given, 21);
    // The owner's own sign-up was one of the twenty an hour.
    expect(statuses.slice(-2)).toEqual([TOO_MANY, TOO_MANY]);
    expect(
      (
        await createApiClient(product)(
          "POST",
          "/api/auth",
          { email, password: PASSWORD },
          createOtherNetworkHeaders(),
        )
      ).status,
    ).toBe(200);
    expect(
      (await createApiClient(product)("POST", "/api/auth/magic", { email }, createOtherNetworkHeaders()))
        .status,
    ).toBe(200);
    const own = { ...given, name: "The Owner", password: PASSWORD, confirm_password: PASSWORD };
    expect((await createBrowser(product).post("/signup", own, HOME)).status).toBe(TOO_MANY);
    expect((await visitor.post("/signup", own, HOME)).status).toBe(302);
  });

  test("wrong codes from an attacker who knows the password do not lock out a known browser", async () => {
    const { email, backupCodes } = await withTwoFactor(product, "second@example.com");
    const visitor = createBrowser(product);
    const enter = async (code: string) => {
      const { location } = await visitor.post(
        "/signin",
        { email, password: PASSWORD },
        createOtherNetworkHeaders(),
      );
      const jwt = new URL(location ?? "", product.url).searchParams.get("token") ?? "";
      return visitor.post(`/signin/otp?token=${jwt}`, { jwt, code }, createOtherNetworkHeaders());
    };
    expect((await enter(backupCodes[0] ?? "")).status).toBe(302);
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      const jwt = await requestChallenge(product, email);
      for (let times = 0; times < 5; times += 1)
        statuses.push((await sendCode(product, jwt, "000000")).status);
    }
    expect(statuses).toContain(TOO_MANY);
    const jwt = await requestChallenge(product, email);
    expect((await sendCode(product, jwt, backupCodes[1] ?? "")).status).toBe(TOO_MANY);
    expect((await enter(backupCodes[1] ?? "")).status).toBe(302);
  });
});

describe("the device cookie", () => {
  const getDeviceCookie = (visitor: Browser) => visitor.cookies.get("device") ?? "";

  test("the device cookie is random and HttpOnly, is stored as a hash, and survives signing out", async () => {
    const email = "cookie@example.com";
    await createUserOnFreePlan(product, email);
    const visitor = createBrowser(product);
    const { headers } = await visitor.post("/signin", { email, password: PASSWORD }, HOME);
    const set = headers.getSetCookie().find((cookie) => cookie.startsWith("device=")) ?? "";
    expect(set).toMatch(/^device=dev_[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = getDeviceCookie(visitor);
    expect(await store.count(deviceEntity, { tokenHash: hashToken(token) })).toBe(1);
    await visitor.post("/signout", {}, HOME);
    expect(getDeviceCookie(visitor)).toBe(token);
  });

  test("the device cookie changes with each sign-in, and is shared by the users of one browser", async () => {
    const [one, other] = ["one@example.com", "other@example.com"];
    const visitor = await createKnownBrowser(one);
    const first = getDeviceCookie(visitor);
    await createUserOnFreePlan(product, other);
    await visitor.post("/signin", { email: other, password: PASSWORD }, HOME);
    expect(getDeviceCookie(visitor)).not.toBe(first);
    expect(await store.count(deviceEntity, { tokenHash: hashToken(first) })).toBe(0);
    expect(await store.count(deviceEntity, { tokenHash: hashToken(getDeviceCookie(visitor)) })).toBe(2);
  });

  test("a browser known for one email is unknown for any other, and its own guesses are limited", async () => {
    const [own, victim] = ["attacker@example.com", "attacked@example.com"];
    await createUserOnFreePlan(product, victim);
    const visitor = await createKnownBrowser(own);
    await sendManyTimes("/api/auth", { email: victim, password: WRONG }, 20);
    expect((await visitor.post("/signin", { email: victim, password: WRONG }, HOME)).status).toBe(TOO_MANY);
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1)
      statuses.push(
        (await visitor.post("/signin", { email: own, password: WRONG }, createOtherNetworkHeaders())).status,
      );
    expect(statuses.at(-1)).toBe(TOO_MANY);
  });

  test("signing up with another user's email does not make it known for that email", async () => {
    const email = "claimed@example.com";
    await createUserOnFreePlan(product, email);
    const visitor = createBrowser(product);
    const given = { name: "Mallory", email, password: WRONG, confirm_password: WRONG };
    expect((await visitor.post("/signup", given, HOME)).status).toBe(302);
    expect(getDeviceCookie(visitor)).toMatch(/^dev_/);
    await visitor.post("/signout", {}, HOME);
    await sendManyTimes("/api/auth", { email, password: "another one!" }, 20);
    expect((await visitor.post("/signin", { email, password: "a guess!" }, HOME)).status).toBe(TOO_MANY);
  });

  test("scripts get none, and a forged or malformed one changes nothing", async () => {
    const email = "script@example.com";
    await signUp(product, email);
    const user = await store.findOne(userEntity, { email });
    expect(await store.count(deviceEntity, { userId: user?.id ?? "" })).toBe(0);
    await sendManyTimes("/api/auth", { email, password: WRONG }, 20);
    for (const forged of ["x", "", `dev_${"A".repeat(43)}`, "dev_%00"]) {
      const headers = { ...createOtherNetworkHeaders(), Cookie: `device=${forged}` };
      const answer = await createApiClient(product)(
        "POST",
        "/api/auth",
        { email, password: PASSWORD },
        headers,
      );
      expect(answer.status).toBe(TOO_MANY);
    }
  });

  test("the device cookie does not affect an operation on a list of emails", async () => {
    const email = "inviter@example.com";
    await makeOwner(product, email);
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email, password: PASSWORD }, HOME);
    const invited = await visitor.post("/account/users/invite", {
      intent: "invite",
      email: "a@example.com, b@example.com",
    });
    expect([invited.status, invited.location]).toEqual([302, "/account/users"]);
  });

  test(`is kept for at most ${DEVICES_MAX} browsers; the least recently used one is forgotten`, async () => {
    const email = "many@example.com";
    await createUserOnFreePlan(product, email);
    const [first, ...others] = Array.from({ length: DEVICES_MAX + 1 }, () => createBrowser(product));
    for (const visitor of [first, ...others])
      await visitor?.post("/signin", { email, password: PASSWORD }, createOtherNetworkHeaders());
    const user = await store.findOne(userEntity, { email });
    expect(await store.count(deviceEntity, { userId: user?.id ?? "" })).toBe(DEVICES_MAX);
    const hashDevice = (visitor: Browser | undefined) => hashToken(visitor ? getDeviceCookie(visitor) : "");
    expect(await store.count(deviceEntity, { tokenHash: hashDevice(first) })).toBe(0);
    expect(await store.count(deviceEntity, { tokenHash: hashDevice(others[0]) })).toBe(1);
  });
});
