/** Passkeys that confirm a change of a credential, or are the second factor of a sign-in, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passkeyEntity } from "~/models/passkey.server";
import { sessionEntity } from "~/models/session.server";
import { userEntity } from "~/models/user.server";
import { createApiClient, PASSWORD, type Call } from "../support/clients";
import { openCredentials, type Credentials } from "../support/credentials";
import { getMailedToken } from "../support/links";
import { createAuthenticator, type Authenticator } from "../support/passkey-authenticator";
import {
  addPasskey,
  confirmByPasskey,
  openHolders,
  signInByPasskey,
  type Holder,
  type Holders,
} from "../support/passkeys";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { generateCode, withTwoFactor } from "../support/two-factor";

let product: Product;
let credentials: Credentials;
let holders: Holders;
beforeAll(async () => {
  product = await shareProduct();
  credentials = await openCredentials(product);
  holders = openHolders(product, credentials);
});
afterAll(() => credentials.close());

/** A user with a passkey who has not reauthenticated since. */
async function createHolder(): Promise<Holder> {
  const holder = await holders.create();
  await credentials.store.update(sessionEntity, { userId: holder.userId }, { reauthenticatedAt: null });
  return holder;
}

/** The same without a password. */
async function createPasswordless(): Promise<Holder> {
  const holder = await createHolder();
  await credentials.store.update(userEntity, { id: holder.userId }, { passwordHash: null });
  return holder;
}

const renewCodes = (call: Call, given: object) => call("POST", "/api/user/2fa/codes", given);

describe("a passkey confirms", () => {
  test("a new email, by a script and by a browser with its cookie", async () => {
    const holder = await createHolder();
    for (const call of [holder.script, holder.withCookie]) {
      const email = `new-${call === holder.script ? "script" : "browser"}-${holder.email}`;
      expect((await call("PATCH", "/api/user", { email })).status).toBe(403);
      const passkey = await confirmByPasskey(call, holder.authenticator);
      expect((await call("PATCH", "/api/user", { email, passkey })).status).toBe(200);
    }
  });

  test("closing the account, for a user with a password and for one without", async () => {
    for (const holder of [await createHolder(), await createPasswordless()]) {
      expect([400, 403]).toContain((await holder.script("DELETE", "/api/account", {})).status);
      const passkey = await confirmByPasskey(holder.script, holder.authenticator);
      expect((await holder.script("DELETE", "/api/account", { passkey })).status).toBe(200);
    }
  });

  test("the first password, switching two-factor off, and another passkey, for a user without a password", async () => {
    const holder = await createPasswordless();
    const refused = await holder.script("POST", "/api/user/passkeys/options", {});
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { inputError: "passkey", message: "Please confirm this change with your passkey." },
    ]);
    const passkey = await confirmByPasskey(holder.script, holder.authenticator);
    const { answer } = await addPasskey(product, holder.script, { optionFields: { passkey } });
    expect(answer.status).toBe(200);
    expect((await holder.script("PUT", "/api/user/2fa", { "2fa_enabled": false })).status).toBe(200);
    const newpassword = "another horse!";
    expect((await holder.script("PUT", "/api/user/password", { newpassword })).status).toBe(200);
    // Nothing was changed: there was none before.
    await product.mailTo(holder.email, /^You can now sign in with a password$/);
  });

  test("with a form's text as with an object, once, and then for ten minutes", async () => {
    const holder = await createHolder();
    const passkey = await confirmByPasskey(holder.withCookie, holder.authenticator);
    const page = await holder.visitor.post("/account/profile", {
      intent: "change-email",
      email: `form-${holder.email}`,
      passkey: JSON.stringify(passkey),
    });
    expect(page.status).toBe(302);
    const user = await credentials.store.findOne(userEntity, { id: holder.userId });
    expect(user?.pendingEmail).toBe(`form-${holder.email}`);
  });
});

describe("a confirmation is refused", () => {
  async function expectRefused(holder: Holder, passkey: unknown): Promise<void> {
    const { status, body } = await renewCodes(holder.script, { passkey });
    expect([status, body]).toMatchObject([400, { inputError: "passkey" }]);
    const confirmed = { userId: holder.userId, reauthenticatedAt: { not: null } };
    expect(await credentials.store.count(sessionEntity, confirmed)).toBe(0);
  }

  test("when it is used again", async () => {
    const holder = await createHolder();
    const passkey = await confirmByPasskey(holder.script, holder.authenticator);
    await renewCodes(holder.script, { passkey });
    await credentials.store.update(sessionEntity, { userId: holder.userId }, { reauthenticatedAt: null });
    await expectRefused(holder, passkey);
  });

  test("when its challenge was for signing in, for adding a passkey, or of another session", async () => {
    const holder = await createHolder();
    await expectRefused(holder, holder.authenticator.assert(await holders.readOptions()));
    const { data } = await holder.script("POST", "/api/user/passkeys/options", { password: PASSWORD });
    await credentials.store.update(sessionEntity, { userId: holder.userId }, { reauthenticatedAt: null });
    await expectRefused(holder, holder.authenticator.assert({ ...data, rpId: "localhost" }));
    await expectRefused(holder, await confirmByPasskey(holder.withCookie, holder.authenticator));
  });

  test("when the passkey is another user's", async () => {
    const [holder, other] = [await createHolder(), await createHolder()];
    const { data } = await holder.script("POST", "/api/user/passkeys/confirmation", {});
    await expectRefused(holder, other.authenticator.assert(data));
  });

  test("to a browser's bearer token alone, which gets no challenge", async () => {
    const holder = await createHolder();
    expect((await holder.alone("POST", "/api/user/passkeys/confirmation", {})).status).toBe(403);
  });

  test("to a user who has no passkey", async () => {
    const person = await credentials.signedIn();
    expect((await person.script("POST", "/api/user/passkeys/confirmation", {})).status).toBe(409);
  });
});

describe("a security key that does not check its holder, or keeps no passkey", () => {
  /** A user with two-factor authentication, and such a key. */
  async function createKeyHolder(email: string) {
    const person = await withTwoFactor(product, email);
    const authenticator = createAuthenticator({ origin: product.url, isResident: false });
    const { answer } = await addPasskey(product, person.call, {
      authenticator,
      optionFields: { password: PASSWORD, second_factor: true },
      changes: { isVerified: false },
    });
    return { ...person, answer, authenticator };
  }

  const signInByPassword = async (email: string) => {
    const { data } = await createApiClient(product)("POST", "/api/auth", { email, password: PASSWORD });
    return String(data.token);
  };

  const answerChallenge = async (jwt: string, key: Authenticator) => {
    const { data } = await createApiClient(product)("POST", "/api/auth/otp/options", { jwt });
    return createApiClient(product)("POST", "/api/auth/otp", {
      jwt,
      passkey: key.assert(data, { isVerified: false }),
    });
  };

  test("it is no sign-in of its own, but the second factor after the password", async () => {
    const email = "key-second-factor@example.com";
    const { answer, authenticator } = await createKeyHolder(email);
    expect(answer.data).toMatchObject({ signs_in: false });
    for (const isVerified of [false, true]) {
      const changes = { isVerified, userHandle: "AAAA" };
      expect((await signInByPasskey(product, authenticator, { changes })).status).toBe(401);
    }
    const jwt = await signInByPassword(email);
    const signedIn = await answerChallenge(jwt, authenticator);
    expect([signedIn.status, signedIn.data.email]).toEqual([200, email]);
    expect((await answerChallenge(jwt, authenticator).catch(() => null))?.status).not.toBe(200);
  });

  test("it confirms a change", async () => {
    const { call, authenticator } = await createKeyHolder("key-confirms@example.com");
    const passkey = await confirmByPasskey(call, authenticator, { isVerified: false });
    expect((await renewCodes(call, { passkey })).status).toBe(200);
  });

  test("another user's key, and one for another sign-in, are refused, and a code still works", async () => {
    const email = "key-of-another@example.com";
    const { secret, authenticator } = await createKeyHolder(email);
    const other = await createKeyHolder("key-other@example.com");
    const jwt = await signInByPassword(email);
    expect((await answerChallenge(jwt, other.authenticator)).status).toBe(401);
    const { data } = await createApiClient(product)("POST", "/api/auth/otp/options", {
      jwt: await signInByPassword("key-other@example.com"),
    });
    const passkey = authenticator.assert(data, { isVerified: false });
    const ofAnother = await createApiClient(product)("POST", "/api/auth/otp", { jwt, passkey });
    expect(ofAnother.status).toBe(401);
    const code = generateCode(secret);
    expect((await createApiClient(product)("POST", "/api/auth/otp", { jwt, code })).status).toBe(200);
  });

  test("a token that is no sign-in gets no options", async () => {
    const { status } = await createApiClient(product)("POST", "/api/auth/otp/options", {
      jwt: "otp_nothing",
    });
    expect(status).toBe(401);
  });

  test("a passkey that was asked to sign in, and was made without a check of its holder, does not sign in", async () => {
    const person = await credentials.signedIn();
    const { answer, authenticator } = await addPasskey(product, person.script, {
      optionFields: { password: PASSWORD },
      changes: { isVerified: false },
    });
    expect(answer.data).toMatchObject({ signs_in: false });
    expect((await signInByPasskey(product, authenticator)).status).toBe(401);
  });
});

test("after a password reset, the mail names the passkeys that remain, with a link to remove them", async () => {
  const holder = await createHolder();
  await createApiClient(product)("POST", "/api/auth/password/reset/request", { email: holder.email });
  const jwt = await getMailedToken(product, "reset", holder.email);
  const input = { jwt, email: holder.email, password: "another horse!" };
  expect((await createApiClient(product)("POST", "/api/auth/password/reset", input)).status).toBe(200);
  const mail = await product.mailTo(holder.email, /password has been changed/);
  expect(mail).toMatch(/still sign in[^]*node/);
  expect(mail).toContain("/account/security");
  expect((await signInByPasskey(product, holder.authenticator)).status).toBe(200);
  expect(await credentials.store.count(passkeyEntity, { userId: holder.userId })).toBe(1);
});

test("the page offers the confirmation to a user who has a passkey, and not to others", async () => {
  const holder = await createHolder();
  const { visitor } = holder;
  const page = await visitor.get("/account/security");
  expect(page.html).toContain("Confirm with a passkey");
  const without = await credentials.signedIn();
  expect((await without.visitor.get("/account/security")).html).not.toContain("Confirm with a passkey");
});
