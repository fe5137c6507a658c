/** The passkeys of a user over HTTP: adding, listing, renaming and removing them, and who may. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSKEYS_MAX } from "~/domain/passkeys";
import { auditEntity } from "~/models/audit.server";
import { passkeyEntity } from "~/models/passkey.server";
import { sessionEntity } from "~/models/session.server";
import { PASSWORD } from "../support/clients";
import { openCredentials, type Credentials } from "../support/credentials";
import { actAs, openStage } from "../support/impersonation";
import { createAuthenticator } from "../support/passkey-authenticator";
import { addPasskey, signInByPasskey, UNASKED } from "../support/passkeys";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let credentials: Credentials;
beforeAll(async () => {
  product = await shareProduct();
  credentials = await openCredentials(product);
});
afterAll(() => credentials.close());

const WITH_PASSWORD = { optionFields: { password: PASSWORD } };

describe("a passkey that was added", () => {
  test("it is listed with its name, and signs in without a password, and then the list says when and from where", async () => {
    const person = await credentials.signedIn();
    const { answer, authenticator } = await addPasskey(product, person.script, WITH_PASSWORD);
    expect([answer.status, answer.data.name]).toEqual([200, "node"]);
    const before = await person.script("GET", "/api/user/passkeys");
    expect(before.data).toMatchObject([
      { name: "node", last_used_at: null, last_used_ip: null, signs_in: true, synced: false, usable: true },
    ]);
    const signedIn = await signInByPasskey(product, authenticator);
    expect([signedIn.status, signedIn.data.email]).toEqual([200, person.email]);
    const after = await person.script("GET", "/api/user/passkeys");
    expect(after.data).toMatchObject([
      { last_used_at: expect.any(String) as string, last_used_ip: "127.0.0.1" },
    ]);
  });

  test("the user gets a mail, and the log names it", async () => {
    const person = await credentials.signedIn();
    await addPasskey(product, person.script, { ...WITH_PASSWORD, fields: { name: "My laptop" } });
    expect(await product.mailTo(person.email, /passkey has been added/)).toContain("My laptop");
    const audits = await credentials.store.find(auditEntity, { accountId: person.accountId });
    expect(audits).toMatchObject([{ action: "passkey_added", target: "My laptop" }]);
  });

  test("it is renamed, within bounds, by its owner only", async () => {
    const [person, other] = [await credentials.signedIn(), await credentials.signedIn()];
    const { id } = await addPasskey(product, person.script, WITH_PASSWORD);
    const rename = (name: unknown, by = person) => by.script("PATCH", `/api/user/passkeys/${id}`, { name });
    expect((await rename("<b>Büro</b> \u202eevil")).data.name).toBe("<b>Büro</b> evil");
    for (const wrong of ["", "x".repeat(300), "a\u0000b", 7, null])
      expect((await rename(wrong)).status).toBe(400);
    const [ofOther, absent] = [
      await rename("Mine", other),
      await other.script("PATCH", "/api/user/passkeys/00000000-0000-7000-8000-000000000000", {
        name: "Mine",
      }),
    ];
    expect([ofOther.status, ofOther.body]).toEqual([404, absent.body]);
  });

  test("it is removed by its owner only, no longer signs in, and the other sessions end", async () => {
    const [person, other] = [await credentials.signedIn(), await credentials.signedIn()];
    const { id, authenticator } = await addPasskey(product, person.script, WITH_PASSWORD);
    await signInByPasskey(product, authenticator);
    const path = `/api/user/passkeys/${id}`;
    expect((await other.script("DELETE", path, { password: PASSWORD })).status).toBe(404);
    expect((await person.script("DELETE", path, {})).status).toBe(200);
    expect((await signInByPasskey(product, authenticator)).status).toBe(401);
    expect(await credentials.store.count(sessionEntity, { userId: person.userId })).toBe(1);
    expect(await product.mailTo(person.email, /passkey has been removed/)).toContain("no longer signs in");
  });
});

describe("adding a passkey", () => {
  test("it needs the password again, and the sign-in does not count", async () => {
    const person = await credentials.signedIn();
    const options = await person.script("POST", "/api/user/passkeys/options", {});
    expect([options.status, options.body]).toMatchObject([403, { inputError: "password" }]);
    const wrong = await person.script("POST", "/api/user/passkeys/options", { password: "wrong password!" });
    expect(wrong.status).toBe(400);
    const response = createAuthenticator({ origin: product.url }).register({
      challenge: "AAAA",
      rp: { id: "localhost" },
      user: { id: "AAAA" },
    });
    expect((await person.script("POST", "/api/user/passkeys", { response })).status).toBe(403);
  });

  test("a browser's bearer token without its cookie is refused, whatever it gives", async () => {
    const person = await credentials.signedIn();
    const { status } = await person.alone("POST", "/api/user/passkeys/options", { password: PASSWORD });
    expect(status).toBe(403);
    expect((await addPasskey(product, person.withCookie, WITH_PASSWORD)).answer.status).toBe(200);
  });

  test("a master who acts as the user adds, confirms, renames and removes none", async () => {
    const stage = await openStage(product);
    const acting = await actAs(product, await stage.person("master"), await stage.customer());
    const absent = "/api/user/passkeys/00000000-0000-7000-8000-000000000000";
    const statuses = [
      await acting("POST", "/api/user/passkeys/options", { password: PASSWORD }),
      await acting("POST", "/api/user/passkeys/confirmation", {}),
      await acting("POST", "/api/user/passkeys", { response: UNASKED.registration, password: PASSWORD }),
      await acting("PATCH", absent, { name: "Mine" }),
      await acting("DELETE", absent, { password: PASSWORD }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
    await stage.close();
  });

  test("the same authenticator is excluded by the options, and refused when it comes all the same, to another user, too", async () => {
    const [person, other] = [await credentials.signedIn(), await credentials.signedIn()];
    const { authenticator } = await addPasskey(product, person.script, WITH_PASSWORD);
    const { data } = await person.script("POST", "/api/user/passkeys/options", {});
    expect(data.excludeCredentials).toMatchObject([
      { id: authenticator.credentialId, transports: ["internal"] },
    ]);
    for (const by of [person, other]) {
      const { answer } = await addPasskey(product, by.script, { ...WITH_PASSWORD, authenticator });
      expect([answer.status, answer.message]).toEqual([409, "This passkey has been added already."]);
    }
  });

  test(`a user has ${PASSKEYS_MAX} at most, also when the last two come at once`, async () => {
    const person = await credentials.signedIn();
    const first = await addPasskey(product, person.script, WITH_PASSWORD);
    const row = await credentials.store.findOne(passkeyEntity, { id: first.id });
    if (!row) throw new Error("the passkey was not stored");
    const others = Array.from({ length: PASSKEYS_MAX - 2 }, (_, index) => ({
      ...row,
      id: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`.replace(
        /^0{8}/,
        person.userId.slice(0, 8),
      ),
      credentialHash: `${person.userId}-${index}`,
    }));
    await credentials.store.insertAll(passkeyEntity, others);
    const answers = await Promise.all([1, 2].map(() => addPasskey(product, person.script)));
    expect(answers.map(({ answer }) => answer.status).sort()).toEqual([200, 409]);
    const next = await person.script("POST", "/api/user/passkeys/options", {});
    expect([next.status, next.message]).toEqual([
      409,
      "You have as many passkeys as possible. Remove one first.",
    ]);
  });

  test("what the authenticator says of itself is stored or dropped, and gives no right", async () => {
    const person = await credentials.signedIn();
    const google = Buffer.from("ea9b8d664d011d213ce4b6b48cb575d4", "hex");
    const { answer, authenticator } = await addPasskey(product, person.script, {
      ...WITH_PASSWORD,
      changes: {
        aaguid: google,
        backup: { isEligible: true, isBackedUp: false },
        // { "alg": -7, "sig": h'00', "x5c": [h'00'] }: no certificate at all.
        attestation: {
          format: "packed",
          statement: Buffer.from("a363616c672663736967410063783563814100", "hex"),
        },
      },
    });
    expect(answer.data).toMatchObject({ name: "Google Password Manager", synced: true });
    const { status } = await signInByPasskey(product, authenticator, {
      changes: { backup: { isEligible: true, isBackedUp: true } },
    });
    expect(status).toBe(200);
    const row = await credentials.store.findOne(passkeyEntity, { userId: person.userId });
    expect(row).toMatchObject({ isSynced: true, isBackedUp: true });
  });
});
