/** The whole flow at a provider that is certified by the OpenID Foundation, and that is none of ours. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { identityEntity } from "~/models/identity.server";
import { userEntity } from "~/models/user.server";
import { startCertifiedProvider, type CertifiedProvider } from "../support/certified-provider";
import { createBrowser, type Browser } from "../support/clients";
import { findFreePort } from "../support/free-port";
import { isSignedIn } from "../support/identity-provider";
import {
  confirm,
  createPerson,
  leaveFor,
  listOpenIdSettings,
  open,
  startSignInStage,
  type SignInStage,
} from "../support/openid-visits";

let provider: CertifiedProvider;
let stage: SignInStage;
beforeAll(async () => {
  const [port, productPort] = [await findFreePort(), await findFreePort()];
  provider = await startCertifiedProvider(port, `http://localhost:${productPort}/auth/acme/callback`);
  stage = await startSignInStage({
    PORT: String(productPort),
    ...listOpenIdSettings("acme", provider.issuer),
  });
});
afterAll(async () => {
  await stage.stop();
  await provider.close();
});

const createVisitor = () => createBrowser(stage.product);

async function getCallback(visitor: Browser, as: Parameters<CertifiedProvider["visit"]>[1], query?: string) {
  return provider.visit(await leaveFor(visitor, "acme", query), as);
}

test("a new user signs up with the name and email of the provider, and comes back as the same one", async () => {
  const person = { ...createPerson(), name: "Grace Hopper" };
  const someone = createVisitor();
  const page = await open(someone, await getCallback(someone, person));
  expect((await confirm(someone, page)).location).toBe("/signup/verify");
  const user = await stage.store.findOne(userEntity, { email: person.email });
  expect(user).toMatchObject({ name: "Grace Hopper", verifiedAt: null, passwordHash: null });

  const later = createVisitor();
  const again = await open(later, await getCallback(later, { ...person, email: "other@example.com" }, ""));
  await confirm(later, again);
  expect((await later.get("/signup/verify")).html).toContain(person.email);
  const identities = await stage.store.find(identityEntity, { userId: user?.id ?? "" });
  expect(identities).toMatchObject([{ provider: "acme", issuer: provider.issuer }]);
});

test("the provider sees a challenge by S256, a nonce, and neither verifier nor secret", () => {
  expect(provider.authorizations.length).toBeGreaterThan(0);
  for (const asked of provider.authorizations) {
    expect(asked).toMatchObject({ response_type: "code", code_challenge_method: "S256" });
    expect(asked.code_challenge).toMatch(/^[\w-]{43}$/);
    expect(asked.nonce).toMatch(/^[\w-]{43}$/);
    expect(asked.scope).toBe("openid profile email");
  }
  expect(new Set(provider.authorizations.map(({ nonce }) => nonce)).size).toBe(
    provider.authorizations.length,
  );
});

test("refusing at the provider leads to the sign-in page, which says so", async () => {
  const someone = createVisitor();
  const callback = await getCallback(someone, "refuses");
  expect(callback.searchParams.get("error")).toBe("access_denied");
  expect(await open(someone, callback)).toBe("/signin?error=access_denied");
  expect(isSignedIn(someone)).toBe(false);
});

test("a code works once, also in a browser that still has the state", async () => {
  const someone = createVisitor();
  const callback = await getCallback(someone, createPerson());
  const cookie = someone.cookies.get("social") ?? "";
  expect(await open(someone, callback)).toContain("token=soc_");
  // The callback has taken the state from the browser. Who had copied the cookie before still has it.
  someone.cookies.set("social", cookie);
  await stage.expectRefusal(someone, callback);
  expect(provider.exchanges.at(-1)).toBe("error");
});

test("the code of another browser is refused by the provider, because the verifier is another", async () => {
  const [victim, attacker] = [createVisitor(), createVisitor()];
  const stolen = await getCallback(victim, createPerson());
  const callback = await getCallback(attacker, createPerson());
  callback.searchParams.set("code", stolen.searchParams.get("code") ?? "");
  await stage.expectRefusal(attacker, callback);
  expect(provider.exchanges.at(-1)).toBe("error");
});
