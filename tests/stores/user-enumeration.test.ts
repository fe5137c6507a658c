/** Known and unknown emails cost equally many statements, so that response times do not reveal who is registered. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { requestMagicLink } from "~/services/identity/magic-link.server";
import { type Operation, runOperation } from "~/services/platform/operation.server";
import { requestPasswordReset } from "~/services/identity/password-reset.server";
import { signIn } from "~/services/sign-in/sign-in.server";
import { createAccount } from "~/services/identity/sign-up.server";
import { PASSWORD } from "../support/clients";
import { makeTestUser } from "../support/users";
import { makeApp, createAnonymousContext } from "../support/services";
import { describeStores } from "../support/stores";

const WRONG = "not the password!";
const QUESTIONS: [Operation, (email: string) => Record<string, string>][] = [
  [signIn, (email) => ({ email, password: WRONG })],
  [createAccount, (email) => ({ name: "Mallory", email, password: WRONG, confirm_password: WRONG })],
  [requestMagicLink, (email) => ({ email })],
  [requestPasswordReset, (email) => ({ email })],
];

await describeStores("a known, a pending and an unknown email", (fresh) => {
  test.each(QUESTIONS.map(([operation, input]) => [operation.name, operation, input] as const))(
    "a known, a pending and an unknown email cost the same number of statements: %s",
    async (name, operation, input) => {
      const folder = mkdtempSync(join(tmpdir(), "oracles-"));
      const { store } = fresh();
      const app = makeApp({ store, folder });
      const context = createAnonymousContext(app);
      const passwordHash = await app.passwords.hash(PASSWORD);
      const createUserRow = async (isVerified: boolean) => {
        const { userId } = await makeTestUser(store, { permission: "owner", isVerified, subscription: null });
        const email = `${name.toLowerCase()}-${isVerified}@example.com`;
        const emailClaim = isVerified ? email : userId;
        await store.update(userEntity, { id: userId }, { email, emailClaim, passwordHash });
        return email;
      };
      const addresses = [
        await createUserRow(true),
        await createUserRow(false),
        `${name.toLowerCase()}@example.com`,
      ];
      const counts: number[] = [];
      for (const email of addresses) {
        const before = store.statements;
        await runOperation(operation, input(email), context).catch(() => null);
        counts.push(store.statements - before);
      }
      rmSync(folder, { recursive: true });
      expect(counts[0]).toBeGreaterThan(1);
      expect(new Set(counts).size, counts.join()).toBe(1);
    },
  );
});
