/** The first master, whom setup has named by their email, on every store: verifying it makes one, once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { runOperation } from "~/services/platform/operation.server";
import type { App } from "~/services/platform/app.server";
import { issueToken } from "~/services/identity/tokens.server";
import { verifyEmail } from "~/services/identity/verification.server";
import { tokenEntity, FIRST_MASTER_OWNER } from "~/models/token.server";
import { makeTestUser } from "../support/users";
import { createContext, makeApp, runConcurrently } from "../support/services";
import { describeStores } from "../support/stores";

await describeStores("the first master", (fresh) => {
  let app: App;
  const folder = mkdtempSync(join(tmpdir(), "groundwork-first-master-"));
  beforeAll(() => {
    app = makeApp({ store: fresh().store, folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const name = (email: string) =>
    issueToken(app.store, app.secrets, { kind: "first_master", userId: FIRST_MASTER_OWNER, email });

  /** A new user with this email, and what verifies it. */
  async function signUp(email: string) {
    const person = await makeTestUser(app.store, {
      permission: "owner",
      isVerified: false,
      subscription: null,
    });
    await app.store.update(userEntity, { id: person.userId }, { email });
    const token = await issueToken(app.store, app.secrets, { kind: "verify", userId: person.userId, email });
    return { token, context: await createContext(app, person) };
  }
  const verify = ({ token, context }: Awaited<ReturnType<typeof signUp>>) =>
    runOperation(verifyEmail, { token }, context);
  const countMasters = () => app.store.count(userEntity, { isMaster: true });

  test("of two new users who verify the email at once, one becomes a master, and a later one does not", async () => {
    const email = "first@example.com";
    await name(email);
    const [first, second] = [await signUp(email), await signUp(email)];
    const { answers } = await runConcurrently(2, (index) => verify(index === 0 ? first : second));
    expect(answers).toHaveLength(1);
    expect(await countMasters()).toBe(1);
    const moved = "moved@example.com";
    await app.store.update(userEntity, { email, isMaster: true }, { email: moved, emailClaim: moved });
    await verify(await signUp(email));
    expect(await countMasters()).toBe(1);
  });

  test("a second name replaces the first, and one that has expired makes no master", async () => {
    const before = await countMasters();
    await name("replaced@example.com");
    await name("second@example.com");
    await verify(await signUp("replaced@example.com"));
    expect(await countMasters()).toBe(before);
    await app.store.update(tokenEntity, { email: "second@example.com" }, { expiresAt: new Date(0) });
    await verify(await signUp("second@example.com"));
    expect(await countMasters()).toBe(before);
  });
});
