/** Known devices over time: attempts from a device stay counted, and recovering an account forgets earlier devices. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBrowser, PASSWORD, createUserOnFreePlan, type Browser } from "../support/clients";
import { deviceEntity } from "~/models/device.server";
import { userEntity } from "~/models/user.server";
import type { OpenStore } from "~/models/store/database";
import { createOtherNetworkHeaders, requestMagicToken, resetTokenFor } from "../support/links";
import { type Product, startProduct } from "../support/product";
import { openProductStore } from "../support/product-store";
import { requestChallenge, withTwoFactor } from "../support/two-factor";

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

const TOO_MANY = 429;
const HOME = { "X-Forwarded-For": "192.0.2.1" };

/** Signs in without the session cookie: the sign-in page redirects a signed-in user. */
async function signIn(visitor: Browser, email: string, password = PASSWORD): Promise<number> {
  visitor.cookies.delete("session");
  return (await visitor.post("/signin", { email, password }, HOME)).status;
}

test("on a shared browser, signing in as one user gives no new guesses at the other's password", async () => {
  const [owner, other] = ["shared-owner@example.com", "shared-other@example.com"];
  for (const email of [owner, other]) await createUserOnFreePlan(product, email);
  const visitor = createBrowser(product);
  for (const email of [owner, other]) expect(await signIn(visitor, email)).toBe(302);
  const statuses: number[] = [];
  for (let index = 0; index < 12; index += 1) {
    if (index % 3 === 0) expect(await signIn(visitor, other)).toBe(302);
    statuses.push(await signIn(visitor, owner, `guess number ${index}`));
  }
  expect(statuses.slice(0, 10)).not.toContain(TOO_MANY);
  expect(statuses.slice(10)).toEqual([TOO_MANY, TOO_MANY]);
});

test("on a shared browser, signing in as one user gives no new guesses at the other's second factor", async () => {
  const other = "code-other@example.com";
  const { email, backupCodes } = await withTwoFactor(product, "code-owner@example.com");
  await createUserOnFreePlan(product, other);
  const visitor = createBrowser(product);
  const enter = async (code: string) => {
    const jwt = await requestChallenge(product, email);
    return (await visitor.post(`/signin/otp?token=${jwt}`, { jwt, code }, HOME)).status;
  };
  expect(await enter(backupCodes[0] ?? "")).toBe(302);
  const statuses: number[] = [];
  for (let index = 0; index < 21; index += 1) {
    if (index % 5 === 0) expect(await signIn(visitor, other)).toBe(302);
    statuses.push(await enter("000000"));
  }
  expect(statuses.slice(0, 20)).not.toContain(TOO_MANY);
  expect(statuses.at(-1)).toBe(TOO_MANY);
});

test.each([true, false])(
  "signing in does not raise the limit of sign-ups; with the same device cookie each time: %s",
  async (keepsCookie) => {
    const email = `accounts-${String(keepsCookie)}@example.com`;
    await createUserOnFreePlan(product, email);
    let visitor = createBrowser(product);
    const given = { name: "Mallory", email, password: PASSWORD, confirm_password: PASSWORD };
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      if (!keepsCookie) visitor = createBrowser(product);
      expect(await signIn(visitor, email)).toBe(302);
      visitor.cookies.delete("session");
      statuses.push((await visitor.post("/signup", given, HOME)).status);
    }
    expect(statuses).toEqual([302, 302, 302, 302, 302, TOO_MANY, TOO_MANY]);
  },
);

test("signing in on new devices does not raise the limit of mails", async () => {
  const email = "mailed@example.com";
  await createUserOnFreePlan(product, email);
  const statuses: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    const visitor = createBrowser(product);
    expect(
      (await visitor.post("/signin", { email, password: PASSWORD }, createOtherNetworkHeaders())).status,
    ).toBe(302);
    statuses.push((await visitor.post("/forgotpassword", { email }, createOtherNetworkHeaders())).status);
  }
  expect(statuses).toEqual([302, 302, 302, TOO_MANY, TOO_MANY]);
});

async function countDevices(email: string): Promise<number> {
  const user = await store.findOne(userEntity, { emailClaim: email });
  return store.count(deviceEntity, { userId: user?.id ?? "" });
}

test("after a magic link, the device of a stranger who signed up with the email is not known", async () => {
  const email = "adopted@example.com";
  const [stranger, owner] = [createBrowser(product), createBrowser(product)];
  const given = { name: "Mallory", email, password: PASSWORD, confirm_password: PASSWORD };
  expect((await stranger.post("/signup", given, createOtherNetworkHeaders())).status).toBe(302);
  expect((await owner.post("/magic", { token: await requestMagicToken(product, email) })).status).toBe(302);
  expect(await countDevices(email)).toBe(1);
});

test("after a password reset, earlier devices are not known", async () => {
  const email = "recovered@example.com";
  await createUserOnFreePlan(product, email);
  const [thief, owner] = [createBrowser(product), createBrowser(product)];
  expect(await signIn(thief, email)).toBe(302);
  const jwt = await resetTokenFor(product, email);
  const reset = await owner.post("/resetpassword", { jwt, email, password: "another horse!" });
  expect(reset.status).toBe(302);
  expect(await countDevices(email)).toBe(1);
});
