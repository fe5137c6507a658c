/** Signing in by a link in a mail. Spec §7 "POST /api/auth/magic". */
import { z } from "zod";
import { addressForm, magicForm } from "~/domain/forms/identity";
import { MAGIC_MAIL_LIMITS, TOKEN_LIMITS } from "~/domain/rate-limits";
import { mailLink, redeemLink } from "./mailed-links.server";
import { operation } from "../platform/operation.server";
import { accountAtSignIn } from "../people/people.server";
import { completeSignIn, signInResultShape } from "./complete-sign-in.server";

export const requestMagicLink = operation({
  name: "requestMagicLink",
  method: "POST",
  path: "/api/auth/magic",
  summary: "Email a sign-in link. The answer is the same whether the email address is known or not.",
  access: { permission: "none" },
  input: addressForm,
  output: z.object({}),
  limits: MAGIC_MAIL_LIMITS,
  async run({ email }, context) {
    await mailLink("magic", email, context);
    return { data: {}, message: "auth:mailed_link.sent" };
  },
});

export const signInByMagicLink = operation({
  name: "signInByMagicLink",
  method: "POST",
  path: "/api/auth/magic/verify",
  summary: "Sign in with the token from an emailed link. It verifies the email address as well.",
  access: { permission: "none" },
  input: magicForm,
  output: signInResultShape,
  limits: TOKEN_LIMITS,
  async run({ token }, context) {
    const { app } = context;
    const reply = await app.store.transaction(async (store) => {
      const user = await redeemLink(store, "magic", { token });
      return completeSignIn(store, context, { user, accountId: await accountAtSignIn(store, context, user) });
    });
    app.outbox.wake();
    return reply;
  },
});
