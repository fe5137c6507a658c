/** Two-factor authentication: switched on with a code, off after reauthentication, and its backup codes. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { reauthenticationForm } from "~/domain/forms/reauthentication";
import { codeForm, twoFactorForm } from "~/domain/forms/credentials";
import { paths } from "~/domain/paths";
import { countBackupCodes, deleteBackupCodes } from "~/models/backup-code.server";
import { updateMemberships } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import {
  deleteEnabledTwoFactor,
  deleteTwoFactor,
  enableTwoFactor,
  findPendingTwoFactor,
  findTwoFactor,
  lockTwoFactor,
  startTwoFactor,
} from "~/models/two-factor.server";
import { recordAudit } from "../platform/audit/audit.server";
import {
  defineOperation,
  requireViewer,
  type Context,
  type Reply,
  type SessionChange,
} from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { requireReauthentication } from "./reauthentication.server";
import { revokeOtherSessions } from "./sessions.server";
import { issueBackupCodes } from "./second-factor.server";
import {
  createTotpSecret,
  createEnrollment,
  findMatchingStep,
  createWrongCodeError,
  type TotpEnrollment,
} from "./totp.server";

const twoFactorResultShape = z.object({
  "2fa_enabled": z.boolean(),
  /** `otpauth` as a QR code, in a data: URL. */
  qr_code: z.string().optional(),
  otpauth: z.string().optional(),
  /** Base32, for a user who types it instead of scanning the QR code. */
  secret: z.string().optional(),
});
type TwoFactorResult = z.infer<typeof twoFactorResultShape>;

const codesShape = z.object({ backup_code: z.string(), backup_codes: z.array(z.string()) });

export const setTwoFactor = defineOperation({
  name: "switchTwoFactor",
  method: "PUT",
  path: "/api/user/2fa",
  summary:
    "Start enabling two-factor authentication: the answer is for the app, and a code from it confirms. Or disable it. Needs " +
    "password or code, unless one was given within ten minutes; for enabling, also in signing in.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  refusesImpersonator: true,
  input: twoFactorForm,
  output: twoFactorResultShape,
  async run({ "2fa_enabled": isWanted, ...given }, context) {
    await requireReauthentication(context, given, { acceptsSignIn: isWanted });
    return isWanted ? { data: await startEnrollment(context) } : disableTwoFactor(context);
  },
});

export const verifyTwoFactor = defineOperation({
  name: "verifyTwoFactor",
  method: "POST",
  path: "/api/user/2fa/verify",
  summary:
    "Enable two-factor authentication with a code from the app. The ten backup codes, of ten characters in two groups, " +
    "are shown here and never again.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  refusesImpersonator: true,
  input: codeForm,
  output: codesShape.extend({ "2fa_enabled": z.literal(true) }),
  async run({ code, ...given }, context) {
    await requireReauthentication(context, given, { acceptsSignIn: true });
    const { app } = context;
    const { user } = requireViewer(context);
    const { pendingSecret } = await getPendingSecret(app.store, user.id);
    const secret = app.secrets.decrypt("two_factor", pendingSecret);
    // It may be encrypted again meanwhile (`npm run rekey`).
    const isChecked = (encrypted: string) => app.secrets.decrypt("two_factor", encrypted) === secret;
    const step = await findMatchingStep(secret, code);
    if (step === null) throw createWrongCodeError(user.id);
    const { codes, session } = await app.store.transaction(async (store) => {
      const isEnabled = await enableTwoFactor(store, { userId: user.id, isChecked, step });
      if (!isEnabled) throw new AppError("conflict", "errors:conflict");
      await updateMemberships(store, { userId: user.id, twoFactorAt: new Date() });
      return {
        codes: await issueBackupCodes(store, app.secrets, user.id),
        session: await finishTwoFactorChange(store, context, "two_factor_on"),
      };
    });
    return {
      data: { "2fa_enabled": true, ...toCodesResponse(codes) },
      message: "account:two_factor.switched_on",
      session,
    };
  },
});

export const renewBackupCodes = defineOperation({
  name: "renewBackupCodes",
  method: "POST",
  path: "/api/user/2fa/codes",
  summary: "Generate ten new backup codes. The previous ones stop working.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  refusesImpersonator: true,
  input: reauthenticationForm,
  output: codesShape,
  async run(given, context) {
    await requireReauthentication(context, given);
    const { app } = context;
    const { user } = requireViewer(context);
    const codes = await app.store.transaction(async (store) => {
      // A concurrent request waits here, and then replaces these codes.
      if (!(await lockTwoFactor(store, { userId: user.id })))
        throw new AppError("conflict", "account:two_factor.is_off");
      await recordAudit(store, context, { action: "backup_codes_renewed" });
      return issueBackupCodes(store, app.secrets, user.id);
    });
    return { data: toCodesResponse(codes) };
  },
});

/** When two-factor authentication was enabled (null: it is off), and how many backup codes are left. */
export async function readTwoFactor(
  store: Store,
  userId: string,
): Promise<{ enabledAt: Date | null; codesLeft: number }> {
  const row = await findTwoFactor(store, { userId });
  const enabledAt = row?.secret ? row.enabledAt : null;
  return { enabledAt, codesLeft: enabledAt ? await countBackupCodes(store, { userId }) : 0 };
}

/** The secret that is not confirmed by a code yet, as the page shows it; null when there is none. */
export async function findPendingEnrollment(context: Context): Promise<TotpEnrollment | null> {
  const { app } = context;
  const { user } = requireViewer(context);
  const row = await findPendingTwoFactor(app.store, { userId: user.id });
  return row?.pendingSecret
    ? createEnrollment(app.secrets.decrypt("two_factor", row.pendingSecret), user.email)
    : null;
}

/** Creates a secret. Nothing uses it until a code confirms that the app has it, so a secret in use stays valid. */
async function startEnrollment(context: Context): Promise<TwoFactorResult> {
  const { app } = context;
  const { user } = requireViewer(context);
  const secret = await createTotpSecret();
  const pendingSecret = app.secrets.encrypt("two_factor", secret);
  if (!(await startTwoFactor(app.store, { userId: user.id, pendingSecret })))
    throw new AppError("conflict", "account:two_factor.is_on");
  const { qrCode, otpauth } = await createEnrollment(secret, user.email);
  return { "2fa_enabled": false, qr_code: qrCode, otpauth, secret };
}

async function getPendingSecret(store: Store, userId: string): Promise<{ pendingSecret: string }> {
  const row = await findTwoFactor(store, { userId });
  if (row?.secret) throw new AppError("conflict", "account:two_factor.is_on");
  if (!row?.pendingSecret) throw new AppError("conflict", "account:two_factor.not_begun");
  return { pendingSecret: row.pendingSecret };
}

/** When two-factor authentication is off already, no mail is sent and no session ends. */
async function disableTwoFactor(context: Context): Promise<Reply<TwoFactorResult>> {
  const { app } = context;
  const { user } = requireViewer(context);
  const session = await app.store.transaction(async (store) => {
    const wasOn = await deleteEnabledTwoFactor(store, { userId: user.id });
    await deleteTwoFactor(store, { userId: user.id });
    await updateMemberships(store, { userId: user.id, twoFactorAt: null });
    await deleteBackupCodes(store, { userId: user.id });
    return wasOn ? finishTwoFactorChange(store, context, "two_factor_off") : undefined;
  });
  return {
    data: { "2fa_enabled": false },
    message: "account:two_factor.switched_off",
    session,
  };
}

/** Records the change, mails the user, and ends their other sessions. */
async function finishTwoFactorChange(
  store: Store,
  context: Context,
  change: "two_factor_on" | "two_factor_off",
): Promise<SessionChange | undefined> {
  const { app } = context;
  const { user } = requireViewer(context);
  await recordAudit(store, context, { action: change });
  await queueMail(store, app.secrets, {
    template: change,
    to: user.email,
    locale: user.locale,
    values: { name: user.name, link: `${app.config.appUrl}${paths.twoFactor}` },
  });
  return revokeOtherSessions(store, context);
}

function toCodesResponse(codes: string[]): z.infer<typeof codesShape> {
  return { backup_code: codes[0] ?? "", backup_codes: codes };
}
