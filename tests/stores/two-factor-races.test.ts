/** Two-factor under parallel requests, on every store: each code starts one session. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { twoFactorEntity } from "~/models/two-factor.server";
import { backupCodeEntity } from "~/models/backup-code.server";
import { sessionEntity } from "~/models/session.server";
import { BACKUP_CODES, OTP_TRIES } from "~/domain/limits";
import type { App } from "~/services/platform/app.server";
import { runOperation, type Context } from "~/services/platform/operation.server";
import { signInWithCode } from "~/services/identity/sign-in-code.server";
import { completeSignIn } from "~/services/identity/complete-sign-in.server";
import { renewBackupCodes, setTwoFactor, verifyTwoFactor } from "~/services/identity/two-factor.server";
import { makeTestUser, type TestUser } from "../support/users";
import { createContext, makeApp, runConcurrently, createAnonymousContext } from "../support/services";
import { describeStores } from "../support/stores";
import { generateCode, waitUntilMidStep } from "../support/two-factor";

const RACERS = 20;

interface Prepared {
  person: TestUser;
  context: Context;
  secret: string;
  backupCodes: string[];
}

await describeStores("two-factor", (fresh) => {
  let app: App;
  const folder = mkdtempSync(join(tmpdir(), "groundwork-two-factor-"));
  beforeAll(() => {
    app = makeApp({ store: fresh().store, folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A user who has started to turn two-factor on: their app has the secret, which is not verified yet. */
  async function beginTwoFactor(): Promise<Prepared> {
    const person = await makeTestUser(app.store, {
      permission: "owner",
      isVerified: true,
      subscription: "active",
    });
    const context = await createContext(app, person);
    const { data } = await runOperation(setTwoFactor, { "2fa_enabled": true }, context);
    return { person, context, secret: data.secret ?? "", backupCodes: [] };
  }

  async function enableTwoFactor(): Promise<Prepared> {
    const prepared = await beginTwoFactor();
    const code = generateCode(prepared.secret, { steps: -1 });
    const { data } = await runOperation(verifyTwoFactor, { code }, prepared.context);
    return { ...prepared, backupCodes: data.backup_codes };
  }

  async function createChallenge({ context, person }: Prepared): Promise<string> {
    const user = context.viewer?.user;
    if (!user) throw new Error("no user is signed in");
    const { data } = await app.store.transaction((store) =>
      completeSignIn(store, createAnonymousContext(app), {
        user,
        accountId: person.accountId,
        factors: ["password"],
      }),
    );
    if (!data["2fa_required"]) throw new Error("no code was asked for");
    return data.token;
  }

  const signIn = (jwt: string, code: string) =>
    runOperation(signInWithCode, { jwt, code }, createAnonymousContext(app, jwt));
  const countSessions = ({ person }: Prepared) => app.store.count(sessionEntity, { userId: person.userId });

  test("twenty concurrent sign-ins with the same code start one session", async () => {
    await waitUntilMidStep();
    const prepared = await enableTwoFactor();
    const before = await countSessions(prepared);
    const jwt = await createChallenge(prepared);
    const code = generateCode(prepared.secret);
    const { answers, refusals } = await runConcurrently(RACERS, () => signIn(jwt, code));
    expect(answers).toHaveLength(1);
    for (const { status } of refusals) expect([400, 401, 409]).toContain(status);
    expect(await countSessions(prepared)).toBe(before + 1);
  });

  test("twenty concurrent sign-ins with the same backup code start one session and use one code", async () => {
    await waitUntilMidStep();
    const prepared = await enableTwoFactor();
    const before = await countSessions(prepared);
    const jwt = await createChallenge(prepared);
    const { answers } = await runConcurrently(RACERS, () => signIn(jwt, prepared.backupCodes[0] ?? ""));
    expect(answers).toHaveLength(1);
    expect(await countSessions(prepared)).toBe(before + 1);
    expect(await app.store.count(backupCodeEntity, { userId: prepared.person.userId })).toBe(
      BACKUP_CODES - 1,
    );
  });

  test("twenty concurrent wrong codes: five are checked, and the challenge ends", async () => {
    await waitUntilMidStep();
    const prepared = await enableTwoFactor();
    const jwt = await createChallenge(prepared);
    const { refusals } = await runConcurrently(RACERS, (index) =>
      signIn(jwt, generateCode(prepared.secret, { steps: 100 + index })),
    );
    expect(refusals.filter(({ status }) => status === 400)).toHaveLength(OTP_TRIES);
    await expect(signIn(jwt, generateCode(prepared.secret))).rejects.toMatchObject({ status: 401 });
  });

  test("twenty concurrent verifications of the same code turn two-factor on once, with ten backup codes", async () => {
    await waitUntilMidStep();
    const prepared = await beginTwoFactor();
    const code = generateCode(prepared.secret);
    const { answers, refusals } = await runConcurrently(RACERS, () =>
      runOperation(verifyTwoFactor, { code }, prepared.context),
    );
    expect(answers).toHaveLength(1);
    for (const { status } of refusals) expect([409, 429]).toContain(status);
    expect(await app.store.count(backupCodeEntity, { userId: prepared.person.userId })).toBe(BACKUP_CODES);
  });

  test("twenty concurrent setups and one verification: the active secret is the verified one", async () => {
    await waitUntilMidStep();
    const prepared = await beginTwoFactor();
    const [verified] = await Promise.all([
      runOperation(verifyTwoFactor, { code: generateCode(prepared.secret) }, prepared.context).catch(
        () => null,
      ),
      runConcurrently(RACERS, () => runOperation(setTwoFactor, { "2fa_enabled": true }, prepared.context)),
    ]);
    const row = await app.store.findOne(twoFactorEntity, { id: prepared.person.userId });
    const active = row?.secret ? app.secrets.decrypt("two_factor", row.secret) : null;
    expect(active).toBe(verified ? prepared.secret : null);
  });

  test("ten concurrent requests for new backup codes leave the ten codes of one answer", async () => {
    await waitUntilMidStep();
    const prepared = await enableTwoFactor();
    const { answers } = await runConcurrently(10, () => runOperation(renewBackupCodes, {}, prepared.context));
    expect(answers.length).toBeGreaterThan(0);
    expect(await app.store.count(backupCodeEntity, { userId: prepared.person.userId })).toBe(BACKUP_CODES);
  });
});
