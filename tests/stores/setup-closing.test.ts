/** Setup is closed by the first user who verifies their email, in whatever way, and stays closed when they are gone, on every store. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { setupClosingEntity, isSetupClosed } from "~/models/setup-closing.server";
import type { TokenKind } from "~/models/token.server";
import { userEntity, closeSetupOfVerifiedUsers, hasHadUsers, updateUser } from "~/models/user.server";
import { insertShippedPlans } from "~/services/billing/plans/plans.server";
import { signInByMagicLink } from "~/services/identity/magic-link.server";
import { resetPassword } from "~/services/identity/password-reset.server";
import { issueToken } from "~/services/identity/tokens.server";
import { verifyEmail } from "~/services/identity/verification.server";
import type { App } from "~/services/platform/app.server";
import { runOperation } from "~/services/platform/operation.server";
import { createSetupAccess } from "~/services/platform/setup/setup-access.server";
import { signInByIdentityProvider } from "~/services/sign-in/identity-provider-sign-in.server";
import { createPendingSignIn } from "~/services/sign-in/pending-sign-in.server";
import { acceptInvitation, createUser } from "~/services/team/invitation.server";
import { createInvites } from "~/services/team/invites.server";
import { makeTestUser, type TestUser } from "../support/users";
import { createAnonymousContext, createContext, makeApp, runConcurrently } from "../support/services";
import { describeStores } from "../support/stores";

const PASSWORD = "correct horse!";

await describeStores("the end of setup", (fresh) => {
  let app: App;
  const folder = mkdtempSync(join(tmpdir(), "groundwork-setup-closing-"));
  beforeAll(async () => {
    app = makeApp({ store: fresh().store, folder });
    await insertShippedPlans(app.store);
  });
  beforeEach(() => app.store.remove(setupClosingEntity, { id: { not: "" } }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const isClosed = () => isSetupClosed(app.store);
  const getEmail = ({ userId }: TestUser) => `${userId}@example.com`;
  const makeUser = (isVerified: boolean) =>
    makeTestUser(app.store, { permission: "owner", isVerified, subscription: "active" });
  const mail = (person: TestUser, kind: TokenKind) =>
    issueToken(app.store, app.secrets, { kind, userId: person.userId, email: getEmail(person) });

  /** Invites this email. The owner was not verified by any operation, so that only the invitation is tried. */
  async function invite(email: string): Promise<string> {
    const owner = await makeUser(true);
    await app.store.update(subscriptionEntity, { id: owner.accountId }, { planId: "scale" });
    await runOperation(createInvites, { email }, await createContext(app, owner));
    const [sent] = await app.store.find(mailEntity, { recipient: email });
    const { link } = JSON.parse(app.secrets.decrypt("mail", sent?.payload ?? "")) as { link: string };
    return new URL(link).searchParams.get("id") ?? "";
  }

  const anonymous = () => createAnonymousContext(app);
  const verify = async (person: TestUser) =>
    runOperation(verifyEmail, { token: await mail(person, "verify") }, await createContext(app, person));

  /** Every way in which an email is verified. */
  const WAYS: Record<string, () => Promise<unknown>> = {
    "the link after signing up": async () => verify(await makeUser(false)),
    "a magic link": async () => {
      const token = await mail(await makeUser(false), "magic");
      return runOperation(signInByMagicLink, { token }, anonymous());
    },
    "the link to set a password": async () => {
      const person = await makeUser(false);
      const given = { jwt: await mail(person, "reset"), email: getEmail(person), password: PASSWORD };
      return runOperation(resetPassword, given, anonymous());
    },
    "an invitation of a new user": async () => {
      const email = `${uuid()}@example.com`;
      const given = { name: "Ada", email, password: PASSWORD, confirm_password: PASSWORD };
      return runOperation(createUser, { ...given, invite_id: await invite(email) }, anonymous());
    },
    "an invitation of a user who has signed up": async () => {
      const person = await makeUser(false);
      const invitation = await invite(getEmail(person));
      return runOperation(acceptInvitation, { invite_id: invitation }, await createContext(app, person));
    },
    "an identity provider with an invitation": async () => {
      const invitation = await invite(`${uuid()}@example.com`);
      const profile = { issuer: null, subject: uuid(), name: "Ada", email: null };
      const token = await createPendingSignIn(app, {
        provider: "facebook",
        profile,
        authorizationRequest: { purpose: "sign_up", invite: invitation },
      });
      return signInByIdentityProvider({ token }, anonymous());
    },
  };

  test.each(Object.keys(WAYS))("%s closes it", async (way) => {
    await WAYS[way]?.();
    expect(await isClosed()).toBe(true);
  });

  test("setup stays closed when no user is left, in every process", async () => {
    const { store } = app;
    await verify(await makeUser(false));
    await store.remove(userEntity, { id: { not: "" } });
    expect(await hasHadUsers(store)).toBe(true);
    const { isOpen } = createSetupAccess({ ...app, store });
    expect(await isOpen()).toBe(false);
    await store.remove(setupClosingEntity, { id: { not: "" } });
    expect(await isOpen()).toBe(false);
    expect(await createSetupAccess({ ...app, store }).isOpen()).toBe(true);
  });

  test("two first users who verify at once both succeed, and both close it", async () => {
    const [first, second] = [await makeUser(false), await makeUser(false)];
    const { answers } = await runConcurrently(2, (index) => verify(index === 0 ? first : second));
    expect(answers).toHaveLength(2);
    expect(await isClosed()).toBe(true);
  });

  test("a second user who verifies adds no row", async () => {
    for (let count = 0; count < 2; count += 1) await verify(await makeUser(false));
    expect(await app.store.count(setupClosingEntity, {})).toBe(1);
  });

  test("a verification that fails, or is rolled back, leaves it open", async () => {
    const { userId } = await makeUser(false);
    const verifiedAt = new Date();
    expect(await updateUser(app.store, { id: userId, email: "other@example.com" }, { verifiedAt })).toBe(
      false,
    );
    const undone = app.store.transaction(async (inner) => {
      await updateUser(inner, { id: userId }, { verifiedAt });
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    expect(await isClosed()).toBe(false);
  });

  test("the start closes it where a previous version has verified a user, and not for one who has only signed up", async () => {
    await app.store.remove(userEntity, { id: { not: "" } });
    await makeUser(false);
    await closeSetupOfVerifiedUsers(app.store);
    expect(await isClosed()).toBe(false);
    await makeUser(true);
    for (let starts = 0; starts < 2; starts += 1) await closeSetupOfVerifiedUsers(app.store);
    expect(await app.store.count(setupClosingEntity, {})).toBe(1);
  });
});

/** The lint keeps tables out of everything but the models, so no other way can verify a user. */
test("only the model of users changes users", () => {
  const folder = join(import.meta.dirname, "../../app/models");
  const changing = readdirSync(folder).filter(
    (file) =>
      !file.includes(".test.") &&
      file.endsWith(".ts") &&
      /\.(update|insert|insertAll)\(\s*userEntity\b/.test(readFileSync(join(folder, file), "utf8")),
  );
  expect(changing).toEqual(["user.server.ts"]);
});
