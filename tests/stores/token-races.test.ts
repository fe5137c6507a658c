/** Mailed links under parallel requests, on every store: each works once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { sessionEntity } from "~/models/session.server";
import { runOperation } from "~/services/platform/operation.server";
import type { App } from "~/services/platform/app.server";
import { signInByMagicLink } from "~/services/identity/magic-link.server";
import { resetPassword } from "~/services/identity/password-reset.server";
import { issueToken } from "~/services/identity/tokens.server";
import { verifyEmail } from "~/services/identity/verification.server";
import type { TokenKind } from "~/models/token.server";
import { makeTestUser, type TestUser } from "../support/users";
import { createContext, makeApp, runConcurrently, createAnonymousContext } from "../support/services";
import { describeStores } from "../support/stores";

const RACERS = 20;
const ROUNDS = 3;
const PASSWORD = "another horse?";

await describeStores("mailed links", (fresh) => {
  let app: App;
  const folder = mkdtempSync(join(tmpdir(), "groundwork-tokens-"));
  beforeAll(() => {
    app = makeApp({ store: fresh().store, folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const makeAnybody = (isVerified: boolean) =>
    makeTestUser(app.store, { permission: "owner", isVerified, subscription: "active" });
  const getEmail = ({ userId }: TestUser) => `${userId}@example.com`;
  const issue = (kind: TokenKind, person: TestUser, email = getEmail(person)) =>
    issueToken(app.store, app.secrets, { kind, userId: person.userId, email });
  const countSessions = ({ userId }: TestUser) => app.store.count(sessionEntity, { userId });

  /** One request succeeds, and the others get the same status. */
  async function expectOneAccepted(send: (index: number) => Promise<unknown>): Promise<void> {
    const { answers, refusals } = await runConcurrently(RACERS, send);
    expect(answers).toHaveLength(1);
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([400]));
  }

  describe.each([
    ["a verified user", true],
    ["an unverified user", false],
  ])("of %s", (_, isVerified) => {
    test("twenty concurrent sign-ins with one link start one session", async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const person = await makeAnybody(isVerified);
        const before = isVerified ? await countSessions(person) : 0;
        const token = await issue("magic", person);
        await expectOneAccepted((index) =>
          runOperation(signInByMagicLink, { token }, createAnonymousContext(app, `10.1.0.${index}`)),
        );
        expect(await countSessions(person)).toBe(before + 1);
        const user = await app.store.findOne(userEntity, { id: person.userId });
        expect(user?.emailClaim).toBe(getEmail(person));
      }
    });

    test("twenty concurrent password resets with one link set one password and leave one session", async () => {
      const person = await makeAnybody(isVerified);
      const jwt = await issue("reset", person);
      const createInput = (index: number) => ({
        jwt,
        email: getEmail(person),
        password: `${PASSWORD}${index}`,
      });
      await expectOneAccepted((index) =>
        runOperation(resetPassword, createInput(index), createAnonymousContext(app, `10.2.0.${index}`)),
      );
      expect(await countSessions(person)).toBe(1);
    });
  });

  test("twenty concurrent verifications of a new email with one link succeed once and leave one session", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await makeAnybody(true);
      const pendingEmail = `new-${getEmail(person)}`;
      await app.store.update(userEntity, { id: person.userId }, { pendingEmail });
      const context = await createContext(app, person);
      const token = await issue("verify", person, pendingEmail);
      await expectOneAccepted(() => runOperation(verifyEmail, { token }, context));
      const user = await app.store.findOne(userEntity, { id: person.userId });
      expect(user).toMatchObject({ email: pendingEmail, emailClaim: pendingEmail, pendingEmail: null });
      expect(await countSessions(person)).toBe(1);
    }
  });

  test("two users who verify the same new email at once: one of them gets it", async () => {
    const people = await Promise.all([makeAnybody(true), makeAnybody(true)]);
    const pendingEmail = `wanted-${getEmail(people[0])}`;
    const proofs = await Promise.all(
      people.map(async (person) => {
        await app.store.update(userEntity, { id: person.userId }, { pendingEmail });
        const token = await issue("verify", person, pendingEmail);
        return { token, context: await createContext(app, person) };
      }),
    );
    const { answers, refusals } = await runConcurrently(2, (index) => {
      const { token, context } = proofs[index] ?? { token: "", context: createAnonymousContext(app) };
      return runOperation(verifyEmail, { token }, context);
    });
    expect(answers).toHaveLength(1);
    expect(refusals.map(({ status }) => status)).toEqual([400]);
    expect(await app.store.count(userEntity, { email: pendingEmail })).toBe(1);
  });
});
