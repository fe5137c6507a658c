/** Signing up: a new user and the account that they own. */
import { signUpForm } from "~/domain/forms/identity";
import { SIGN_UP_LIMITS } from "~/domain/rate-limits";
import { createUnverifiedUser } from "~/models/user.server";
import { defineOperation } from "../platform/operation.server";
import { findByPassword } from "../users/users.server";
import { requireSignUps } from "../platform/site/site-rules.server";
import { completeSignIn, signInResultShape } from "./complete-sign-in.server";
import { queueVerification } from "./verification.server";

/**
 * The response is the same whether the email has a user already or not; only the mail differs. A user who gives their
 * current password gets another account. docs/decisions/0003-an-email-belongs-to-the-user-who-verifies-it.md
 */
export const createAccount = defineOperation({
  name: "createAccount",
  method: "POST",
  path: "/api/account",
  summary: "Sign up: create a user and the account they own, and send the email that verifies the address.",
  access: { permission: "none" },
  needsOwnSession: false,
  input: signUpForm,
  output: signInResultShape,
  limits: SIGN_UP_LIMITS,
  async run(input, context) {
    const { app } = context;
    requireSignUps(app, { isInvited: false });
    const known = await findByPassword(app.store, app.passwords, input);
    const passwordHash = await app.passwords.hash(input.password);
    return app.store.transaction(async (store) => {
      const user =
        known ?? (await createUnverifiedUser(store, { ...input, passwordHash, locale: context.locale }));
      if (!user.verifiedAt) await queueVerification(store, context, user);
      return completeSignIn(store, context, {
        user,
        accountId: null,
        isDuplicateUser: known !== null,
        factors: ["password"],
      });
    });
  },
});
