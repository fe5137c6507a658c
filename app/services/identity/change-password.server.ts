/** Changing the password, or creating the first one. Other sessions end, because an intruder may have started them. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { passwordForm } from "~/domain/forms/credentials";
import { paths } from "~/domain/paths";
import type { Store } from "~/models/store/store";
import { updateUser } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { requirePassword, requireReauthentication, type GivenCredential } from "./reauthentication.server";
import { revokeOtherSessions } from "./sessions.server";

export const changePassword = defineOperation({
  name: "changePassword",
  method: "PUT",
  path: "/api/user/password",
  summary: "Change the password, or create one. Every other session ends.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  refusesImpersonator: true,
  input: passwordForm,
  output: z.object({ has_password: z.literal(true) }),
  async run({ oldpassword, newpassword, ...given }, context) {
    const { app } = context;
    const { user } = requireViewer(context);
    await requireOldCredential(context, oldpassword, given);
    if (newpassword === oldpassword) {
      throw new AppError("invalid", "account:password.same", { inputError: "newpassword" });
    }
    const passwordHash = await app.passwords.hash(newpassword);
    const change = await app.store.transaction(async (store) => {
      const asRead = { id: user.id, passwordHash: user.passwordHash };
      const isChanged = await updateUser(store, asRead, { passwordHash });
      if (!isChanged) throw new AppError("conflict", "errors:conflict");
      await recordAudit(store, context, { action: "password_changed" });
      await queueChangedMail(store, context);
      return revokeOtherSessions(store, context);
    });
    return {
      data: { has_password: true },
      message: user.passwordHash === null ? "account:password.set" : "account:password.changed",
      session: change,
    };
  },
});

function queueChangedMail(store: Store, context: Context): Promise<void> {
  const { name, email, locale, passwordHash } = requireViewer(context).user;
  const { config, secrets } = context.app;
  const link = `${config.appUrl}${paths.forgotPassword}`;
  const values = { name, link, isFirst: passwordHash === null };
  return queueMail(store, secrets, { template: "password_changed", to: email, locale, values });
}

/**
 * A user with a password must give it every time. A user without one gives a code or a passkey, or resets the password by
 * mail.
 */
async function requireOldCredential(
  context: Context,
  oldpassword: string | undefined,
  { code, passkey }: Pick<GivenCredential, "code" | "passkey">,
): Promise<void> {
  if (requireViewer(context).user.passwordHash === null)
    return requireReauthentication(context, { code, passkey });
  if (oldpassword === undefined) {
    throw new AppError("invalid", "form:password_required", { inputError: "oldpassword" });
  }
  return requirePassword(context, oldpassword, "oldpassword");
}
