/** The second factor's codes, at sign-in and at reauthentication: each code of the app and each backup code works once. */
import { OTP_DIGITS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { countBackupCodes } from "~/models/backup-code.server";
import type { Store } from "~/models/store/store";
import { consumeStep, findTwoFactor, isTwoFactorEnabled } from "~/models/two-factor.server";
import type { UserRow } from "~/models/user.server";
import type { App } from "../platform/app.server";
import { queueMail } from "../platform/mail/outbox.server";
import type { Context } from "../platform/operation.server";
import { recordAudit } from "../platform/audit/audit.server";
import { redeemBackupCode } from "./backup-codes.server";
import { findMatchingStep, createWrongCodeError } from "./totp.server";

/** Whether a user is asked for a second factor when they sign in. */
export function hasTwoFactor(store: Store, userId: string): Promise<boolean> {
  return isTwoFactorEnabled(store, { userId });
}

/** The time step of an app's code; null for what can only be a backup code. Throws invalid for a wrong code. */
export async function findStep(app: App, userId: string, code: string): Promise<number | null> {
  if (code.length !== OTP_DIGITS) return null;
  const factor = await findTwoFactor(app.store, { userId });
  const step = factor?.secret
    ? await findMatchingStep(app.secrets.decrypt("two_factor", factor.secret), code)
    : null;
  if (step === null) throw createWrongCodeError(userId);
  return step;
}

/** Uses a code up, in the caller's transaction; `step` is what `findStep` returned. Throws invalid for a used one. */
export async function consumeCode(
  store: Store,
  context: Context,
  { step, ...given }: { user: UserRow; accountId: string; code: string; step: number | null },
): Promise<void> {
  const { id: userId } = given.user;
  if (step === null) await consumeBackup(store, context, given);
  else if (!(await consumeStep(store, { userId, step }))) throw createWrongCodeError(userId);
}

async function consumeBackup(
  store: Store,
  context: Context,
  { user, accountId, code }: { user: UserRow; accountId: string; code: string },
): Promise<void> {
  const { app } = context;
  if (!(await redeemBackupCode(store, app.secrets, { userId: user.id, code })))
    throw createWrongCodeError(user.id);
  await recordAudit(store, context, { action: "backup_code_used", actor: user, accountId });
  await queueMail(store, app.secrets, {
    template: "backup_code_used",
    to: user.email,
    locale: user.locale,
    values: {
      name: user.name,
      left: await countBackupCodes(store, { userId: user.id }),
      link: `${app.config.appUrl}${paths.twoFactor}`,
    },
  });
}
