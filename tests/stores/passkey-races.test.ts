/** Passkeys under parallel requests, on every store: each answer starts one session, and none is one too many. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSKEYS_MAX } from "~/domain/passkeys";
import { passkeyEntity } from "~/models/passkey.server";
import { sessionEntity } from "~/models/session.server";
import { tokenEntity } from "~/models/token.server";
import { deleteUsers } from "~/models/belongings.server";
import { getPasskeySignInOptions, signInByPasskey } from "~/services/identity/passkey-sign-in.server";
import { addPasskey, getPasskeyOptions, removePasskey } from "~/services/identity/passkeys.server";
import type { App } from "~/services/platform/app.server";
import { runOperation, type Context } from "~/services/platform/operation.server";
import { createAuthenticator, type Authenticator } from "../support/passkey-authenticator";
import { createAnonymousContext, createContext, makeApp, runConcurrently } from "../support/services";
import { describeStores } from "../support/stores";
import { makeTestUser, type TestUser } from "../support/users";

const RACERS = 12;

interface Holder {
  person: TestUser;
  context: Context;
}

await describeStores("passkeys", (fresh) => {
  let app: App;
  const folder = mkdtempSync(join(tmpdir(), "groundwork-passkeys-"));
  beforeAll(() => {
    app = makeApp({ store: fresh().store, folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function createHolder(): Promise<Holder> {
    const person = await makeTestUser(app.store, {
      permission: "owner",
      isVerified: true,
      subscription: "active",
    });
    return { person, context: await createContext(app, person) };
  }

  const createKey = () => createAuthenticator({ origin: new URL(app.config.appUrl).origin });

  async function add({ context }: Holder, authenticator = createKey()): Promise<Authenticator> {
    const { data } = await runOperation(getPasskeyOptions, {}, context);
    await runOperation(addPasskey, { response: authenticator.register(data) }, context);
    return authenticator;
  }

  const createVisitor = () => ({ ...createAnonymousContext(app), caller: "script" as const });
  const signIn = (response: unknown) => runOperation(signInByPasskey, { response }, createVisitor());
  async function answerNew(authenticator: Authenticator): Promise<unknown> {
    const { data } = await runOperation(getPasskeySignInOptions, {}, createVisitor());
    return authenticator.assert(data);
  }
  const countSessions = ({ person }: Holder) => app.store.count(sessionEntity, { userId: person.userId });

  test("of concurrent sign-ins with the same answer, one starts a session", async () => {
    const holder = await createHolder();
    const answer = await answerNew(await add(holder));
    const before = await countSessions(holder);
    const { answers, refusals } = await runConcurrently(RACERS, () => signIn(answer));
    expect([answers.length, refusals.length]).toEqual([1, RACERS - 1]);
    expect(await countSessions(holder)).toBe(before + 1);
  });

  test("of concurrent additions, no more are stored than a user may have, and one of the same credential", async () => {
    const holder = await createHolder();
    const same = createKey();
    await runConcurrently(4, () => add(holder, same));
    expect(await app.store.count(passkeyEntity, { userId: holder.person.userId })).toBe(1);
    const { answers } = await runConcurrently(PASSKEYS_MAX + 4, () => add(holder));
    expect(answers.length).toBe(PASSKEYS_MAX - 1);
    expect(await app.store.count(passkeyEntity, { userId: holder.person.userId })).toBe(PASSKEYS_MAX);
  });

  test("a sign-in next to the removal of its passkey is refused, or its session has ended afterwards", async () => {
    const holder = await createHolder();
    const answer = await answerNew(await add(holder));
    const [row] = await app.store.find(passkeyEntity, { userId: holder.person.userId });
    const id = row?.id ?? "";
    const before = await countSessions(holder);
    await Promise.allSettled([signIn(answer), runOperation(removePasskey, { id }, holder.context)]);
    expect(await app.store.count(passkeyEntity, { userId: holder.person.userId })).toBe(0);
    expect(await countSessions(holder)).toBeLessThanOrEqual(before);
  });

  test("a passkey, and the answers that it has given, go with its user", async () => {
    const holder = await createHolder();
    await signIn(await answerNew(await add(holder)));
    const { userId } = holder.person;
    expect(await app.store.count(tokenEntity, { userId, kind: "passkey" })).toBe(2);
    await app.store.transaction((store) => deleteUsers(store, [{ id: userId, isMaster: false }]));
    expect(await app.store.count(passkeyEntity, { userId })).toBe(0);
    expect(await app.store.count(tokenEntity, { userId })).toBe(0);
  });
});
