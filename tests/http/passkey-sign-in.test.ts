/** Signing in with a passkey over HTTP: what it gives, its options, and its challenges. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntity } from "~/models/audit.server";
import { loginEntity } from "~/models/login.server";
import { passkeyEntity } from "~/models/passkey.server";
import { tokenEntity } from "~/models/token.server";
import { twoFactorEntity } from "~/models/two-factor.server";
import { userEntity } from "~/models/user.server";
import { createApiClient, PASSWORD } from "../support/clients";
import { openCredentials, type Credentials } from "../support/credentials";
import { createAuthenticator } from "../support/passkey-authenticator";
import { createAskingBrowser, openHolders, signInByPasskey, type Holders } from "../support/passkeys";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let credentials: Credentials;
let holders: Holders;
beforeAll(async () => {
  product = await shareProduct();
  credentials = await openCredentials(product);
  holders = openHolders(product, credentials);
});
afterAll(() => credentials.close());

describe("a passkey", () => {
  test("it is both factors: a user with two-factor authentication is asked for no code", async () => {
    const holder = await holders.create();
    await credentials.store.update(userEntity, { id: holder.userId }, { onboardedAt: new Date() });
    const factor = {
      id: holder.userId,
      secret: "x",
      pendingSecret: null,
      lastStep: 0,
      enabledAt: new Date(),
    };
    await credentials.store.insert(twoFactorEntity, factor);
    const byPassword = await createApiClient(product)("POST", "/api/auth", {
      email: holder.email,
      password: PASSWORD,
    });
    expect(byPassword.data["2fa_required"]).toBe(true);
    const byPasskey = await signInByPasskey(product, holder.authenticator);
    expect([byPasskey.status, byPasskey.data["2fa_required"]]).toEqual([200, false]);
  });

  test("it signs in by the form of the page, too, and the browser is then known, with a mail about a new one that names the way", async () => {
    const holder = await holders.create();
    await signInByPasskey(product, holder.authenticator);
    const { visitor, call } = createAskingBrowser(product);
    const { data } = await call("/api/auth/passkey/options", {});
    const passkey = JSON.stringify(holder.authenticator.assert(data));
    const page = await visitor.post(
      "/signin",
      { passkey, next: "/account" },
      { "User-Agent": "Firefox/1 Linux" },
    );
    expect([page.status, page.location]).toEqual([302, "/account"]);
    expect(visitor.cookies.has("device")).toBe(true);
    expect(await credentials.store.count(loginEntity, { userId: holder.userId })).toBe(2);
    expect(await product.mailTo(holder.email, /New sign-in/)).toMatch(/Signed in with[^]*Passkey/);
    const actions = await credentials.store.find(auditEntity, { accountId: holder.accountId });
    expect(actions.map(({ action }) => action).sort()).toEqual([
      "passkey_added",
      "passkey_used",
      "passkey_used",
    ]);
  });

  test("a sign-in with the password names that way", async () => {
    const person = await credentials.signedIn();
    const signIn = (agent: string) =>
      createApiClient(product)(
        "POST",
        "/api/auth",
        { email: person.email, password: PASSWORD },
        { "User-Agent": agent },
      );
    await signIn("Chrome/1 Windows");
    await signIn("Firefox/1 Linux");
    expect(await product.mailTo(person.email, /New sign-in/)).toMatch(/Signed in with[^]*Password/);
  });

  test("it no longer signs in once it was removed, or its user has closed themselves", async () => {
    const [removed, closed] = [await holders.create(), await holders.create()];
    const options = await holders.readOptions();
    const answers = [removed, closed].map(({ authenticator }) => authenticator.assert(options));
    await removed.script("DELETE", `/api/user/passkeys/${removed.passkeyId}`, {});
    await closed.script("DELETE", "/api/account", { password: PASSWORD });
    for (const answer of answers) expect((await holders.post(answer)).status).toBe(401);
    expect(await credentials.store.count(passkeyEntity, { userId: closed.userId })).toBe(0);
  });

  test("a user whose email is not verified is led where the password leads", async () => {
    const holder = await holders.create();
    await credentials.store.update(userEntity, { id: holder.userId }, { pendingEmail: "next@example.com" });
    const { visitor, call } = createAskingBrowser(product);
    const { data } = await call("/api/auth/passkey/options", {});
    const passkey = JSON.stringify(holder.authenticator.assert(data));
    expect((await visitor.post("/signin", { passkey })).location).toBe("/signup/verify");
  });
});

describe("the options", () => {
  test("they are the same for everyone but for the challenge, whatever email is sent along, and store nothing", async () => {
    const holder = await holders.create();
    const tokens = await credentials.store.count(tokenEntity, { kind: "passkey" });
    const ask = async (body: unknown) => {
      const { data } = await createApiClient(product)("POST", "/api/auth/passkey/options", body);
      const { challenge, ...rest } = data;
      return { challenge, rest };
    };
    const [known, unknown] = [await ask({ email: holder.email }), await ask({ email: "nobody@example.com" })];
    expect(known.rest).toEqual({
      rpId: "localhost",
      timeout: 300_000,
      allowCredentials: [],
      userVerification: "required",
    });
    expect(unknown.rest).toEqual(known.rest);
    expect(unknown.challenge).not.toBe(known.challenge);
    for (let index = 0; index < 40; index += 1) await ask({ email: holder.email });
    expect(await credentials.store.count(tokenEntity, { kind: "passkey" })).toBe(tokens);
  });

  test("those for adding a passkey and for signing in require that it is kept and its holder is checked", async () => {
    const person = await credentials.signedIn();
    const { data } = await person.script("POST", "/api/user/passkeys/options", { password: PASSWORD });
    expect(data.authenticatorSelection).toEqual({
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    });
    expect((await holders.readOptions()).userVerification).toBe("required");
  });
});

describe("a challenge", () => {
  test("its answer counts once, also of two that come at the same time", async () => {
    const holder = await holders.create();
    const answer = holder.authenticator.assert(await holders.readOptions());
    const before = await holders.countSessions(holder);
    const both = await Promise.all([holders.post(answer), holders.post(answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await holders.countSessions(holder)).toBe(before + 1);
    await holders.expectRefused(holder, () => holders.post(answer));
    expect(product.mailsTo(holder.email).join()).not.toContain("refused");
  });

  test("one that was not given here, or was altered, is refused", async () => {
    const holder = await holders.create();
    const { challenge } = (await holders.readOptions()) as { challenge: string };
    const altered = `${challenge.startsWith("A") ? "B" : "A"}${challenge.slice(1)}`;
    for (const wrong of ["AAAA", "", altered, challenge.slice(4), `${challenge}AAAA`])
      await holders.expectRefused(holder, () =>
        holders.post(holder.authenticator.assert({ challenge: wrong, rpId: "localhost" })),
      );
  });

  test("one of another browser, or of a script, is refused in a browser, and one of a browser to a script", async () => {
    const holder = await holders.create();
    const [first, second] = [createAskingBrowser(product), createAskingBrowser(product)];
    const ofFirst = (await first.call("/api/auth/passkey/options", {})).data;
    await second.call("/api/auth/passkey/options", {});
    const send = (browser: typeof first, options: unknown) => () =>
      browser.call("/api/auth/passkey", { response: holder.authenticator.assert(options) });
    await holders.expectRefused(holder, send(second, ofFirst));
    await holders.expectRefused(holder, send(createAskingBrowser(product), ofFirst));
    await holders.expectRefused(holder, send(first, await holders.readOptions()));
    await holders.expectRefused(holder, () => holders.post(holder.authenticator.assert(ofFirst)));
    // A second tab of the same browser takes nothing away from the first.
    await first.call("/api/auth/passkey/options", {});
    expect((await send(first, ofFirst)()).status).toBe(200);
  });

  test("one for adding a passkey, or for confirming, does not sign in", async () => {
    const holder = await holders.create();
    for (const path of ["/api/user/passkeys/options", "/api/user/passkeys/confirmation"]) {
      const { data } = await holder.script("POST", path, {});
      await holders.expectRefused(holder, () =>
        holders.post(holder.authenticator.assert({ ...data, rpId: "localhost" })),
      );
    }
  });

  test("one for signing in adds no passkey", async () => {
    const holder = await holders.create();
    const other = createAuthenticator({ origin: product.url });
    const { challenge } = (await holders.readOptions()) as { challenge: string };
    const response = other.register({ challenge, rp: { id: "localhost" }, user: { id: "AAAA" } });
    const { status, message } = await holder.script("POST", "/api/user/passkeys", { response });
    expect([status, message]).toEqual([400, "The passkey couldn't be added. Please try again."]);
  });
});
