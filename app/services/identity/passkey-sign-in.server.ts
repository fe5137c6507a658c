/**
 * Signing in with a passkey that the user picks in the browser. No email is asked for, so no answer tells whether one is
 * known, and nothing is stored before the right passkey was shown.
 * docs/decisions/0089-passkeys-are-discoverable.md
 */
import * as z from "zod";
import { passkeySignInForm } from "~/domain/forms/passkeys";
import { PASSKEY_OPTIONS_LIMITS, TOKEN_LIMITS } from "~/domain/rate-limits";
import { createAssertionOptions } from "~/gateways/passkeys/passkeys";
import { findUser } from "~/models/user.server";
import { createRandomToken, hashToken } from "~/crypto/secrets.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, type Context } from "../platform/operation.server";
import { getSignInAccount } from "../users/account.server";
import { completeSignIn, signInResultShape } from "./complete-sign-in.server";
import { checkPasskey, consumePasskey, createPasskeyError, withCloneMail } from "./passkey-assertions.server";
import { createChallenge, getPasskeySite } from "./passkey-challenges.server";
import { requestOptionsShape } from "./passkey-options.server";

export const getPasskeySignInOptions = defineOperation({
  name: "getPasskeySignInOptions",
  method: "POST",
  path: "/api/auth/passkey/options",
  summary:
    "Get what a browser needs to sign in with a passkey: the answer is for navigator.credentials.get(). It is the same for " +
    "everyone but for its challenge, which this browser can answer once within five minutes.",
  access: { permission: "none" },
  needsOwnSession: false,
  input: z.object({}),
  output: requestOptionsShape,
  limits: PASSKEY_OPTIONS_LIMITS,
  run(_input, context) {
    const { app, caller } = context;
    const site = getPasskeySite(app);
    const known = context.browserHash ?? null;
    const cookie = caller === "script" || known !== null ? undefined : createRandomToken("brw");
    const browserHash = cookie === undefined ? known : hashToken(cookie);
    const holder = caller === "script" ? null : browserHash;
    const challenge = createChallenge(app.secrets, { purpose: "sign_in", browserHash: holder });
    const data = createAssertionOptions({ site, challenge, allowed: [], isVerificationRequired: true });
    return Promise.resolve({ data, browserCookie: cookie });
  },
});

export const signInByPasskey = defineOperation({
  name: "signInByPasskey",
  method: "POST",
  path: "/api/auth/passkey",
  summary:
    "Sign in with the browser's answer to such options, as response. The passkey is both factors: no code is asked for.",
  access: { permission: "none" },
  needsOwnSession: false,
  input: passkeySignInForm,
  output: signInResultShape,
  limits: TOKEN_LIMITS,
  async run({ response }, context) {
    const use = { purpose: "sign_in", browserHash: getBrowserHash(context) } as const;
    const shown = await checkPasskey(context, response, use);
    const { passkey, assertion } = shown;
    // The user handle shows that the authenticator keeps it.
    if (!passkey.canSignIn || !assertion.isVerified || !response.response.userHandle)
      throw createPasskeyError({ userId: passkey.userId });
    return withCloneMail(context, shown, async (store) => {
      const user = await findUser(store, { id: passkey.userId });
      if (!user) throw createPasskeyError();
      await consumePasskey(store, context, { ...shown, user });
      const accountId = await getSignInAccount(store, context, user);
      await recordAudit(store, context, {
        action: "passkey_used",
        target: passkey.name,
        actor: user,
        accountId,
      });
      return completeSignIn(store, context, { user, accountId, factors: ["passkey"] });
    });
  },
});

/** Null for a script. Throws for a browser that has not asked for options. */
function getBrowserHash({ caller, browserHash = null }: Context): string | null {
  if (caller === "script") return null;
  if (browserHash === null) throw createPasskeyError();
  return browserHash;
}
