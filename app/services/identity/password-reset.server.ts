/** Setting a new password by a mailed link, for a user who has forgotten theirs or never had one. */
import { resetPasswordForm } from "~/domain/forms/identity";
import { paths } from "~/domain/paths";
import { RESET_MAIL_LIMITS, TOKEN_LIMITS } from "~/domain/rate-limits";
import { deleteDevices } from "~/models/device.server";
import { listPasskeys } from "~/models/passkey.server";
import { endSessions } from "~/models/session.server";
import { listIdentities } from "~/models/identity.server";
import type { Store } from "~/models/store/store";
import { revokeSignInTokens } from "~/models/token.server";
import { updateUser } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { consumeLink, createInvalidLinkError, defineLinkRequest } from "./mailed-links.server";
import { defineOperation, type Context } from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { getSignInAccount } from "../users/account.server";
import { getIdentityProviderName } from "../platform/identity-provider-name.server";
import { completeSignIn, signInResultShape } from "./complete-sign-in.server";
import { findToken } from "./tokens.server";

export const requestPasswordReset = defineLinkRequest("reset", {
  name: "requestPasswordReset",
  path: "/api/auth/password/reset/request",
  purpose: "Email a link to set a new password.",
  limits: RESET_MAIL_LIMITS,
});

export const resetPassword = defineOperation({
  name: "resetPassword",
  method: "POST",
  path: "/api/auth/password/reset",
  summary:
    "Set a new password with the token from the email (jwt) and the address it was sent to, and sign in. All other sessions end. A second factor is still required.",
  access: { permission: "none" },
  needsOwnSession: false,
  input: resetPasswordForm,
  output: signInResultShape,
  limits: TOKEN_LIMITS,
  async run({ jwt, email, password }, context) {
    const { app } = context;
    // Checked before hashing, so that an invalid link does not cost a slow hash.
    const token = await findToken(app.store, "reset", jwt);
    if (token?.email !== email) throw createInvalidLinkError("reset");
    const passwordHash = await app.passwords.hash(password);
    const reply = await app.store.transaction((store) =>
      setPassword(store, context, { token: jwt, email, passwordHash }),
    );
    return { ...reply, message: "links:reset.done" };
  },
});

/** Whether a link to set a password still works. The check does not consume it, and the result names no user. */
export async function isResetLinkLive(store: Store, token: string): Promise<boolean> {
  return (await findToken(store, "reset", token)) !== null;
}

async function setPassword(
  store: Store,
  context: Context,
  { token, email, passwordHash }: { token: string; email: string; passwordHash: string },
) {
  const { app } = context;
  const owner = await consumeLink(store, "reset", { token, email });
  // An open change of the email is cancelled: an intruder may have requested it.
  const user = { ...owner, passwordHash, pendingEmail: null };
  await updateUser(store, { id: user.id }, { passwordHash, pendingEmail: null });
  await endSessions(store, { userId: user.id });
  // An intruder's device loses the rate limits of a known device. This browser becomes known when it signs in.
  await deleteDevices(store, { userId: user.id });
  await revokeSignInTokens(store, { userId: user.id });
  const accountId = await getSignInAccount(store, context, user);
  await recordAudit(store, context, { action: "password_reset", actor: user, accountId });
  await queueMail(store, app.secrets, {
    template: "password_reset",
    to: user.email,
    locale: user.locale,
    values: {
      name: user.name,
      link: `${app.config.appUrl}${paths.forgotPassword}`,
      remaining: await listRemaining(store, context, user.id),
      securityLink: `${app.config.appUrl}${paths.security}`,
    },
  });
  // The new password says nothing of who set it: the link did.
  return completeSignIn(store, context, { user, accountId, factors: ["link"] });
}

/** What a new password leaves as it was: an intruder may have added it. */
async function listRemaining(store: Store, { app }: Context, userId: string): Promise<string[]> {
  const passkeys = await listPasskeys(store, { userId });
  const identities = await listIdentities(store, { userId });
  const providers = identities.map(({ provider }) => getIdentityProviderName(app, provider));
  return [...passkeys.map(({ name }) => name), ...providers];
}
