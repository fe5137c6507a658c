/** A copy of the data folder and of the log contains no password, no token and no secret that still works. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askFor, openStage } from "../support/impersonation";
import { createBrowser, PASSWORD, createApiClient, signUp } from "../support/clients";
import { requestMagicToken, resetTokenFor, getMailedToken } from "../support/links";
import { startProduct, type Product } from "../support/product";
import { signInByIdentityProvider, getToken } from "../support/identity-provider";
import { invite, makeOwner } from "../support/team";
import { requestChallenge, withTwoFactor } from "../support/two-factor";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** The database's bytes, with its journal files; without a mail server, mails are files elsewhere in the folder. */
function readDatabaseBytes(): Buffer {
  const files = readdirSync(product.dataDir).filter((name) => name.startsWith("app.db"));
  return Buffer.concat(files.map((name) => readFileSync(join(product.dataDir, name))));
}

test("the database and the log contain none of the users' passwords, tokens and secrets", async () => {
  const email = "kept@example.com";
  const owner = await makeOwner(product, email);
  const guest = await withTwoFactor(product, "factor@example.com");
  const cookies = createBrowser(product);
  await cookies.post("/signin", { email, password: PASSWORD });
  const secrets = {
    "the password": PASSWORD,
    "the session's cookie": cookies.cookies.get("session") ?? "",
    "a script's bearer token": owner.token,
    "a link that signs in": await requestMagicToken(product, email),
    "a link that sets a password": await resetTokenFor(product, email),
    "an invitation": (await invite(product, owner.call, { email: "guest@example.com" })).id,
    "a two-factor challenge": await requestChallenge(product, guest.email),
    "the result of a social sign-in": getToken(
      await signInByIdentityProvider(createBrowser(product), "facebook"),
    ),
    "the authenticator's secret": guest.secret,
    "a backup code": guest.backupCodes[0] ?? "",
    "a backup code without its dashes": (guest.backupCodes[1] ?? "").replaceAll("-", ""),
  };
  const bytes = readDatabaseBytes();
  expect(bytes.includes(email), "the right file was read").toBe(true);
  for (const [what, secret] of Object.entries(secrets)) {
    expect(secret.length, what).toBeGreaterThan(5);
    expect(bytes.includes(secret), what).toBe(false);
  }
  // However they are sent: in URLs, in malformed JSON, in fields for another kind of token.
  for (const secret of Object.values(secrets)) {
    await fetch(`${product.url}/magic?token=${encodeURIComponent(secret)}`);
    await createApiClient(product, secret)("GET", "/api/user");
    await createApiClient(product)("POST", "/api/auth/magic/verify", `{"token":"${secret}`);
    await createApiClient(product)("POST", "/api/auth", { email: secret, password: secret });
  }
  const output = await product.wholeOutput();
  for (const [what, secret] of Object.entries({ ...secrets, "an email": email }))
    expect(output.includes(secret), `${what}, in the log`).toBe(false);
});

/** The token with which a master starts to impersonate a customer. */
async function createImpersonationToken(): Promise<string> {
  const stage = await openStage(product);
  const token = await askFor(await stage.person("master"), await stage.customer());
  await stage.close();
  return token;
}

test("a token of one kind is rejected by the calls for every other kind", async () => {
  const email = "kinds@example.com";
  const owner = await makeOwner(product, email);
  const guest = await withTwoFactor(product, "kinds-factor@example.com");
  const newcomer = await signUp(product, "kinds-newcomer@example.com");
  const tokens = {
    magic: await requestMagicToken(product, email),
    reset: await resetTokenFor(product, email),
    otp: await requestChallenge(product, guest.email),
    invite: (await invite(product, owner.call, { email: "kinds-guest@example.com" })).id,
    social: getToken(await signInByIdentityProvider(createBrowser(product), "facebook")),
    verify: await getMailedToken(product, "verify", "kinds-newcomer@example.com"),
    impersonate: await createImpersonationToken(),
    session: owner.token,
  };
  const doors: Record<string, (token: string) => { path: string; body: object; token?: string }> = {
    magic: (token) => ({ path: "/api/auth/magic/verify", body: { token } }),
    reset: (jwt) => ({
      path: "/api/auth/password/reset",
      body: { jwt, email, password: "another horse!", confirm: "another horse!" },
    }),
    otp: (jwt) => ({ path: "/api/auth/otp", body: { jwt, code: "123456" } }),
    invite: (invite_id) => ({
      path: "/api/user",
      body: { invite_id, email, name: "A", password: PASSWORD, confirm_password: PASSWORD },
    }),
    social: (token) => ({ path: "/api/auth", body: { token } }),
    verify: (token) => ({ path: "/api/user/verify", body: { token }, token: newcomer.token }),
    impersonate: (token) => ({ path: "/api/auth/impersonate", body: { token }, token: owner.token }),
    session: (token) => ({ path: "/api/auth/switch", body: { account: "x" }, token }),
  };
  for (const [kind, token] of Object.entries(tokens))
    for (const [door, ask] of Object.entries(doors)) {
      if (kind === door) continue;
      const { path, body, token: bearer } = ask(token);
      const { status } = await createApiClient(product, bearer)("POST", path, body);
      expect([400, 401, 403, 404], `${kind} at ${door}: ${status}`).toContain(status);
    }
});
