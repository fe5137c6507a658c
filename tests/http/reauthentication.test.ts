/**
 * Every change of a credential needs the password or a code, through every handler. A sign-in of a second ago is enough for
 * creating and changing keys and for switching two-factor on, and for nothing else.
 */
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { sessionEntity } from "~/models/session.server";
import { minutes } from "~/domain/limits";
import type { Permission } from "~/domain/roles";
import { OPERATIONS } from "~/services/operations.server";
import type { Operation } from "~/services/platform/operation.server";
import type { Store } from "~/models/store/store";
import { PASSWORD, type ApiAnswer, type Call } from "../support/clients";
import { openCredentials, type Credentials, type SignedIn } from "../support/credentials";
import { getMailedToken } from "../support/links";
import { UNASKED } from "../support/passkeys";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

const ABSENT_ID = "00000000-0000-7000-8000-000000000000";
const FORBIDDEN = 403;

let product: Product;
let store: Store;
let signedIn: Credentials["signedIn"];
let close: Credentials["close"];
beforeAll(async () => {
  product = await shareProduct();
  ({ store, signedIn, close } = await openCredentials(product));
});
afterAll(async () => {
  await close();
});

interface Act {
  method: string;
  path: string;
  body: Record<string, unknown>;
  as?: Permission;
  /** The field of the password; `password`, when left out. */
  field?: string;
  /** The credential that was given in signing in counts. */
  acceptsSignIn?: true;
  /** The path needs the id of a key. */
  needsKey?: true;
}

const REASON = { reason: "They asked for it", confirm: "yes" };
const MONEY = { ...REASON, request: "once", account: ABSENT_ID, amount: "1" };
const ACCOUNT = `/api/master/accounts/${ABSENT_ID}`;

/** Every operation that reauthenticates. Its target need not exist, but for a key: reauthentication is checked first. */
const ACTS: Record<string, Act> = {
  "two-factor on": {
    method: "PUT",
    path: "/api/user/2fa",
    body: { "2fa_enabled": true },
    acceptsSignIn: true,
  },
  "two-factor off": { method: "PUT", path: "/api/user/2fa", body: { "2fa_enabled": false } },
  "two-factor verified": {
    method: "POST",
    path: "/api/user/2fa/verify",
    body: { code: "123456" },
    acceptsSignIn: true,
  },
  "a key created": {
    method: "POST",
    path: "/api/key",
    body: { name: "One more", scope: ["events:write"] },
    acceptsSignIn: true,
  },
  "a key changed": {
    method: "PATCH",
    path: "/api/key/:id",
    body: { scope: ["usage:read"] },
    acceptsSignIn: true,
    needsKey: true,
  },
  "a key rotated": {
    method: "POST",
    path: "/api/key/:id/rotate",
    body: {},
    acceptsSignIn: true,
    needsKey: true,
  },
  "backup codes": { method: "POST", path: "/api/user/2fa/codes", body: {} },
  "a new email": { method: "PATCH", path: "/api/user", body: { email: "taken-over@example.com" } },
  "a password": {
    method: "PUT",
    path: "/api/user/password",
    body: { newpassword: "another horse!" },
    field: "oldpassword",
  },
  "a network linked": { method: "POST", path: "/api/user/network", body: { token: "soc_nothing" } },
  "a network unlinked": { method: "DELETE", path: "/api/user/network", body: { provider: "facebook" } },
  "a passkey begun": { method: "POST", path: "/api/user/passkeys/options", body: {} },
  "a passkey added": {
    method: "POST",
    path: "/api/user/passkeys",
    body: { response: UNASKED.registration },
  },
  "a passkey removed": { method: "DELETE", path: `/api/user/passkeys/${ABSENT_ID}`, body: {} },
  "ownership offered": { method: "POST", path: "/api/account/owner", body: { user: ABSENT_ID } },
  "the account closed": { method: "DELETE", path: "/api/account", body: {} },
  "the user closed": { method: "DELETE", path: "/api/user", body: {}, as: "user" },
  impersonation: {
    method: "POST",
    path: "/api/master/impersonation",
    body: { user: ABSENT_ID, account: ABSENT_ID, reason: "asked" },
    as: "master",
  },
  "a user's sessions ended": {
    method: "DELETE",
    path: `/api/master/users/${ABSENT_ID}/sessions`,
    body: REASON,
    as: "master",
  },
  "a longer trial": {
    method: "POST",
    path: `${ACCOUNT}/trial`,
    body: { ...REASON, until: "2030-01-01" },
    as: "master",
  },
  "a plan given": {
    method: "POST",
    path: `${ACCOUNT}/plan`,
    body: { ...REASON, plan: "team", days: "7" },
    as: "master",
  },
  "a customer closed": {
    method: "DELETE",
    path: ACCOUNT,
    body: { ...REASON, confirmation: "Acme" },
    as: "master",
  },
  "a refund": {
    method: "POST",
    path: "/api/master/refund",
    body: { ...MONEY, invoice: "in_1" },
    as: "master",
  },
  "a credit": { method: "POST", path: "/api/master/credit", body: MONEY, as: "master" },
};

const CREDENTIAL_FIELD = /"(?:password|oldpassword|code)":/;

const takesCredential = ({ access, input }: Operation) =>
  access.permission !== "none" &&
  CREDENTIAL_FIELD.test(JSON.stringify(z.toJSONSchema(input, { io: "input", unrepresentable: "any" })));

test("the list below has every operation that takes a password or a code from a signed-in user", () => {
  const listed = Object.values(ACTS).map(({ method, path }) => `${method} ${path.replace(ABSENT_ID, ":id")}`);
  const found = OPERATIONS.filter(takesCredential).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(listed)).toEqual(new Set(found));
});

/** A user who has given their password in signing in a moment ago, and the call with their key's id in its path. */
async function prepare(given: Act): Promise<{ person: SignedIn; act: Act }> {
  const person = await signedIn(given.as);
  if (!given.needsKey) return { person, act: given };
  const key = { name: "A program", scope: ["events:write"], password: PASSWORD };
  const { data } = await person.script("POST", "/api/key", key);
  await forgetReauthentication(person);
  return { person, act: { ...given, path: given.path.replace(":id", String(data.id)) } };
}

const forgetReauthentication = ({ userId }: SignedIn) =>
  store.update(sessionEntity, { userId }, { reauthenticatedAt: null });

const send = (call: Call, { method, path, body, field = "password" }: Act, password?: string) =>
  call(method, path, { ...body, ...(password !== undefined && { [field]: password }) });

/** Whether the operation itself answered: with success, or because its target does not exist. */
const isOperationReached = ({ status, body }: ApiAnswer) =>
  status !== FORBIDDEN && !String((body as { inputError?: string }).inputError).includes("password");

describe.each(Object.entries(ACTS))("%s", (_name, given) => {
  test("a call with a browser's bearer token alone answers 403, also with the right password", async () => {
    const { person, act } = await prepare(given);
    const before = await store.findOne(userEntity, { id: person.userId });
    for (const password of [undefined, PASSWORD]) {
      const answer = await send(person.alone, act, password);
      expect(answer.status).toBe(FORBIDDEN);
      expect(answer.body).not.toHaveProperty("data");
    }
    expect(await store.findOne(userEntity, { id: person.userId })).toEqual(before);
    expect(
      await store.count(sessionEntity, { userId: person.userId, reauthenticatedAt: { not: null } }),
    ).toBe(0);
  });

  test.each(["withCookie", "script"] as const)(
    `a second after a sign-in with the password, it is ${given.acceptsSignIn ? "accepted" : "rejected"}: %s`,
    async (by) => {
      const { person, act } = await prepare(given);
      const answer = await send(person[by], act);
      const isRefused = (answer.body as { inputError?: string }).inputError === (act.field ?? "password");
      expect([isRefused, isOperationReached(answer)]).toEqual(
        act.acceptsSignIn ? [false, true] : [true, false],
      );
    },
  );

  test.each(["withCookie", "script"] as const)(
    "a call a second after a sign-in without a password or a code is rejected: %s",
    async (by) => {
      const { person, act } = await prepare(given);
      await store.update(sessionEntity, { userId: person.userId }, { credentialAt: null });
      const answer = await send(person[by], act);
      expect([400, FORBIDDEN]).toContain(answer.status);
      expect(answer.body).toMatchObject({ inputError: act.field ?? "password" });
      const wrong = await send(person[by], act, "wrong one!");
      expect(wrong).toMatchObject({ status: 400, body: { inputError: act.field ?? "password" } });
    },
  );

  test.each(["withCookie", "script"] as const)("a call with the password is accepted: %s", async (by) => {
    const { person, act } = await prepare(given);
    expect(isOperationReached(await send(person[by], act, PASSWORD))).toBe(true);
  });
});

test("a reauthentication is valid for ten minutes, in its own session only", async () => {
  const [person, act] = [await signedIn(), ACTS["backup codes"]];
  if (!act) throw new Error("there is no such act");
  expect(isOperationReached(await send(person.script, act, PASSWORD))).toBe(true);
  expect(isOperationReached(await send(person.script, act))).toBe(true);
  expect((await send(person.withCookie, act)).status).toBe(FORBIDDEN);
  const past = { reauthenticatedAt: new Date(Date.now() - minutes(10)) };
  await store.update(sessionEntity, { userId: person.userId, kind: "script" }, past);
  expect((await send(person.script, act)).status).toBe(FORBIDDEN);
});

test("attempts with a stolen bearer token do not consume the user's limit", async () => {
  const [person, act] = [await signedIn(), ACTS["backup codes"]];
  if (!act) throw new Error("there is no such act");
  for (let index = 0; index < 12; index += 1)
    expect((await send(person.alone, act, "wrong one!")).status).toBe(FORBIDDEN);
  expect(isOperationReached(await send(person.withCookie, act, PASSWORD))).toBe(true);
});

test("after ten wrong passwords, the right one answers 429", async () => {
  const [person, act] = [await signedIn(), ACTS["backup codes"]];
  if (!act) throw new Error("there is no such act");
  for (let index = 0; index < 10; index += 1)
    expect((await send(person.withCookie, act, "wrong one!")).status).toBe(400);
  expect((await send(person.withCookie, act, PASSWORD)).status).toBe(429);
});

describe("a new email", () => {
  async function requestEmailChange() {
    const person = await signedIn();
    const next = `new-${person.email}`;
    const answer = await person.withCookie("PATCH", "/api/user", { email: next, password: PASSWORD });
    expect(answer.status).toBe(200);
    return { person, next, token: await getMailedToken(product, "verify", next) };
  }

  test("a new email is not verified with a browser's bearer token alone, but with the cookie next to it", async () => {
    const { person, next, token } = await requestEmailChange();
    expect((await person.alone("POST", "/api/user/verify", { token })).status).toBe(FORBIDDEN);
    expect((await store.findOne(userEntity, { id: person.userId }))?.email).toBe(person.email);
    expect((await person.withCookie("POST", "/api/user/verify", { token })).status).toBe(200);
    expect((await store.findOne(userEntity, { id: person.userId }))?.email).toBe(next);
  });

  test("a new email is verified with a script's bearer token", async () => {
    const { person, token } = await requestEmailChange();
    expect((await person.script("POST", "/api/user/verify", { token })).status).toBe(200);
  });

  test("a new email that is pending is not canceled with a browser's bearer token alone", async () => {
    const { person } = await requestEmailChange();
    expect((await person.alone("PATCH", "/api/user", { email: person.email })).status).toBe(FORBIDDEN);
    expect((await store.findOne(userEntity, { id: person.userId }))?.pendingEmail).not.toBeNull();
  });

  test("a new email needs only a browser session while none is verified and there is nothing to reauthenticate with", async () => {
    const person = await signedIn("owner", { isPasswordless: true });
    const next = `right-${person.email}`;
    await store.update(userEntity, { id: person.userId }, { verifiedAt: null, emailClaim: person.userId });
    expect((await person.alone("PATCH", "/api/user", { email: next })).status).toBe(FORBIDDEN);
    expect((await person.withCookie("PATCH", "/api/user", { email: next })).status).toBe(200);
  });
});

test("an ownership offer is not accepted with a browser's bearer token alone", async () => {
  const person = await signedIn("admin");
  expect((await person.alone("POST", "/api/account/owner/accept", {})).status).toBe(FORBIDDEN);
  expect((await person.withCookie("POST", "/api/account/owner/accept", {})).status).toBe(409);
});
