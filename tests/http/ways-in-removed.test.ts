/** A user who takes their ways in away, one after the other: none of the orders locks them out. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createIdentity } from "~/models/identity.server";
import { userEntity } from "~/models/user.server";
import { createApiClient, PASSWORD, type ApiAnswer } from "../support/clients";
import { openCredentials, type Credentials, type SignedIn } from "../support/credentials";
import { openMagic, requestMagicToken } from "../support/links";
import type { Authenticator } from "../support/passkey-authenticator";
import { addPasskey, confirmByPasskey } from "../support/passkeys";
import { startProduct, type Product } from "../support/product";
import { generateCode, sendCode, waitUntilMidStep } from "../support/two-factor";

let product: Product;
let credentials: Credentials;
beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  credentials = await openCredentials(product);
});
afterAll(async () => {
  await credentials.close();
  await product.stop();
});

interface Owner {
  person: SignedIn;
  authenticator: Authenticator;
  passkeyId: string;
  /** What they still have to confirm a change with. */
  has: Set<"password" | "codes" | "passkey">;
  backupCodes: string[];
}

/** A user with a password, two-factor authentication, a passkey and an identity provider. */
async function createOwner(): Promise<Owner> {
  const person = await credentials.signedIn();
  const started = await person.script("PUT", "/api/user/2fa", { "2fa_enabled": true, password: PASSWORD });
  await waitUntilMidStep();
  const code = generateCode(String(started.data.secret), { steps: -1 });
  const { data } = await person.script("POST", "/api/user/2fa/verify", { code });
  const { authenticator, id } = await addPasskey(product, person.script);
  const identity = { issuer: "https://issuer.example", subject: person.userId, userId: person.userId };
  await createIdentity(credentials.store, { provider: "google", ...identity });
  const backupCodes = data.backup_codes as string[];
  return {
    person,
    authenticator,
    passkeyId: id,
    has: new Set(["password", "codes", "passkey"] as const),
    backupCodes,
  };
}

/** By the first of what the user still has; nothing when nothing is left. */
async function confirm({ has, backupCodes, authenticator }: Owner, session: SignedIn): Promise<object> {
  if (has.has("password")) return { password: PASSWORD };
  if (has.has("passkey")) return { passkey: await confirmByPasskey(session.withCookie, authenticator) };
  return has.has("codes") ? { code: backupCodes.shift() } : {};
}

type Act = (owner: Owner, session: SignedIn) => Promise<ApiAnswer>;

const ACTS = {
  "two-factor": async (owner: Owner, session: SignedIn) => {
    const given = await confirm(owner, session);
    const answer = await session.withCookie("PUT", "/api/user/2fa", { "2fa_enabled": false, ...given });
    if (answer.status === 200) owner.has.delete("codes");
    return answer;
  },
  passkey: async (owner: Owner, session: SignedIn) => {
    const given = await confirm(owner, session);
    const answer = await session.withCookie("DELETE", `/api/user/passkeys/${owner.passkeyId}`, given);
    if (answer.status === 200) owner.has.delete("passkey");
    return answer;
  },
  provider: async (owner: Owner, session: SignedIn) =>
    session.withCookie("DELETE", "/api/user/network", {
      provider: "google",
      ...(await confirm(owner, session)),
    }),
  // Users cannot do this themselves: a user who came by a provider, or by a link, has none from the start.
  password: async (owner: Owner, session: SignedIn) => {
    await credentials.store.update(userEntity, { id: owner.person.userId }, { passwordHash: null });
    owner.has.delete("password");
    return session.withCookie("GET", "/api/user");
  },
} satisfies Record<string, Act>;
type Name = keyof typeof ACTS;

const ORDERS = permute(["two-factor", "passkey", "provider", "password"]);

function permute(names: readonly Name[]): Name[][] {
  if (names.length === 0) return [[]];
  return names.flatMap((name) =>
    permute(names.filter((other) => other !== name)).map((rest) => [name, ...rest]),
  );
}

test("there are 24 orders", () => expect(new Set(ORDERS.map(String)).size).toBe(24));

test.each(ORDERS.map((order) => ({ order, named: order.join(", ") })))(
  "without $named, in this order, the user signs in by a mailed link",
  async ({ order }) => {
    const owner = await createOwner();
    for (const name of order) {
      const session = await credentials.enter(owner.person);
      const canConfirm = owner.has.size > 0;
      const { status, message } = await ACTS[name](owner, session);
      if (name === "password" || canConfirm) expect([name, status, message]).toEqual([name, 200, message]);
      else expect([status, message]).toEqual([403, expect.stringContaining("you don't have one yet")]);
    }
    const { email } = owner.person;
    const byLink = await openMagic(createApiClient(product), await requestMagicToken(product, email));
    expect(byLink.status).toBe(200);
    const needsCode = byLink.data["2fa_required"] === true;
    expect(needsCode).toBe(owner.has.has("codes"));
    const signedIn = needsCode
      ? await sendCode(product, byLink.data.token, owner.backupCodes.shift())
      : byLink;
    expect(signedIn.data.email).toBe(email);
  },
);
