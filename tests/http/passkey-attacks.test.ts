/** Answers about passkeys that were spoiled: none of them signs in, adds anything, or makes the server fail. */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passkeyEntity } from "~/models/passkey.server";
import { PASSWORD } from "../support/clients";
import { openCredentials, type Credentials } from "../support/credentials";
import { createAuthenticator, type AnswerChanges } from "../support/passkey-authenticator";
import { addPasskey, openHolders, signInByPasskey, type Holders } from "../support/passkeys";
import { readSubject, startProduct, type Product } from "../support/product";

let product: Product;
let credentials: Credentials;
let holders: Holders;
beforeAll(async () => {
  product = await startProduct();
  credentials = await openCredentials(product);
  holders = openHolders(product, credentials);
});
afterAll(async () => {
  await credentials.close();
  await product.stop();
});

const P256 = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

const SPOILED: Record<string, (product: Product) => AnswerChanges> = {
  "the origin of another site": () => ({ origin: "https://evil.example" }),
  "the origin under https beside http": ({ url }) => ({ origin: url.replace("http:", "https:") }),
  "the origin of another port": () => ({ origin: "http://localhost:1" }),
  "the origin of a subdomain": ({ port }) => ({ origin: `http://evil.localhost:${port}` }),
  "the hash of another host": () => ({ rpId: "host" }),
  "a frame of another site": () => ({ clientData: { crossOrigin: true } }),
  "a frame of another site that is named": () => ({
    clientData: { crossOrigin: true, topOrigin: "https://evil.example" },
  }),
  "the type of a registration": () => ({ type: "webauthn.create" }),
  "nobody present": () => ({ isPresent: false }),
  "a holder who was not checked": () => ({ isVerified: false }),
  "the signature of another key": () => ({ signedBy: P256() }),
  "the user handle of nobody": () => ({ userHandle: "AAAA" }),
  "no user handle": () => ({ userHandle: null }),
};

describe("an answer is refused with", () => {
  test.each(Object.entries(SPOILED))("%s", async (_name, spoil) => {
    const holder = await holders.create();
    const options = await holders.readOptions();
    await holders.expectRefused(holder, () =>
      holders.post(holder.authenticator.assert(options, spoil(product))),
    );
  });

  test("another user's handle, and another user's credential", async () => {
    const [holder, victim] = [await holders.create(), await holders.create()];
    const userHandle = Buffer.from(victim.userId).toString("base64url");
    const options = await holders.readOptions();
    await holders.expectRefused(holder, () =>
      holders.post(holder.authenticator.assert(options, { userHandle })),
    );
    const answer = holder.authenticator.assert(options);
    const { credentialId: id } = victim.authenticator;
    await holders.expectRefused(victim, () => holders.post({ ...answer, id, rawId: id }));
  });

  test("an unknown credential, like a known one", async () => {
    const holder = await holders.create();
    const stranger = createAuthenticator({ origin: product.url });
    await holders.expectRefused(holder, () =>
      signInByPasskey(product, stranger, { changes: { userHandle: "AAAA" } }),
    );
  });

  test("bytes that are cut, too long, or no bytes at all, and never a failure of the server", async () => {
    const holder = await holders.create();
    const options = await holders.readOptions();
    const answer = holder.authenticator.assert(options);
    const { response } = answer;
    const spoiled: unknown[] = [
      ...[null, 7, "", "{", "[]", [], {}, { ...answer, type: "password" }, { ...answer, id: "a b" }],
      { ...answer, response: { ...response, clientDataJSON: response.clientDataJSON.slice(0, 40) } },
      { ...answer, response: { ...response, clientDataJSON: "bnVsbA" } },
      { ...answer, response: { ...response, authenticatorData: response.authenticatorData.slice(0, 30) } },
      { ...answer, response: { ...response, authenticatorData: `${response.authenticatorData}hFFFF` } },
      { ...answer, response: { ...response, signature: response.signature.slice(0, 20) } },
      { ...answer, response: { ...response, signature: "A".repeat(20_000) } },
      { ...answer, response: { ...response, userHandle: "A".repeat(20_000) } },
    ];
    for (const wrong of spoiled) expect([400, 401]).toContain((await holders.post(wrong)).status);
    expect((await holders.post("x".repeat(1_000_000))).status).toBe(413);
    expect((await holders.post({ ...answer, more: { deep: [1] } })).status).toBe(200);
  });
});

describe("the counter of an authenticator", () => {
  test("one that goes back is refused, and the user gets one mail about it", async () => {
    const holder = await holders.create();
    await signInByPasskey(product, holder.authenticator, { changes: { counter: 5 } });
    for (const counter of [4, 3, 5, 0]) {
      const options = await holders.readOptions();
      await holders.expectRefused(holder, () =>
        holders.post(holder.authenticator.assert(options, { counter })),
      );
    }
    expect(await product.mailTo(holder.email, /passkey was refused/)).toContain("looked like a copy");
    const about = product
      .mailsTo(holder.email)
      .filter((mail) => readSubject(mail).includes("passkey was refused"));
    expect(about).toHaveLength(1);
    expect((await signInByPasskey(product, holder.authenticator, { changes: { counter: 6 } })).status).toBe(
      200,
    );
  });

  test("one that counts nothing, as of a synced passkey, is accepted again and again", async () => {
    const holder = await holders.create({ countsNothing: true });
    for (let index = 0; index < 3; index += 1)
      expect((await signInByPasskey(product, holder.authenticator)).status).toBe(200);
  });

  test("one at the end of its range is no failure of the server", async () => {
    const holder = await holders.create();
    const counter = 2 ** 32 - 1;
    expect((await signInByPasskey(product, holder.authenticator, { changes: { counter } })).status).toBe(200);
    expect((await signInByPasskey(product, holder.authenticator, { changes: { counter } })).status).toBe(401);
  });
});

describe("a registration is refused with", () => {
  const wrong: Record<string, AnswerChanges> = {
    "an algorithm that was not offered": { algorithm: -257 - 1 },
    "nobody present": { isPresent: false },
    "the type of a sign-in": { type: "webauthn.get" },
    "the origin of another site": { origin: "https://evil.example" },
    "a frame of another site": { clientData: { crossOrigin: true } },
  };

  test.each(Object.entries(wrong))("%s", async (_name, changes) => {
    const person = await credentials.signedIn();
    const { answer } = await addPasskey(product, person.script, {
      changes,
      optionFields: { password: PASSWORD },
    });
    expect([answer.status, answer.body]).toMatchObject([400, { inputError: "response" }]);
    expect(await credentials.store.count(passkeyEntity, { userId: person.userId })).toBe(0);
  });
});
