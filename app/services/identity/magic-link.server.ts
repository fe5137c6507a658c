/** Signing in by a link in a mail. */
import { magicForm } from "~/domain/forms/identity";
import { MAGIC_MAIL_LIMITS, TOKEN_LIMITS } from "~/domain/rate-limits";
import { consumeLink, defineLinkRequest } from "./mailed-links.server";
import { defineOperation } from "../platform/operation.server";
import { getSignInAccount } from "../users/account.server";
import { completeSignIn, signInResultShape } from "./complete-sign-in.server";

export const requestMagicLink = defineLinkRequest("magic", {
  name: "requestMagicLink",
  path: "/api/auth/magic",
  purpose: "Email a sign-in link.",
  limits: MAGIC_MAIL_LIMITS,
});

export const signInByMagicLink = defineOperation({
  name: "signInByMagicLink",
  method: "POST",
  path: "/api/auth/magic/verify",
  summary: "Sign in with the token from an emailed link. It verifies the email address as well.",
  access: { permission: "none" },
  needsOwnSession: false,
  input: magicForm,
  output: signInResultShape,
  limits: TOKEN_LIMITS,
  async run({ token }, context) {
    return context.app.store.transaction(async (store) => {
      const user = await consumeLink(store, "magic", { token });
      return completeSignIn(store, context, {
        user,
        accountId: await getSignInAccount(store, context, user),
        factors: ["link"],
      });
    });
  },
});
