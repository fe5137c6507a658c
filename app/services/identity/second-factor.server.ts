/**
 * The second factor's codes, at sign-in and at reauthentication: each code of the app and each backup code works once.
 * Backup codes are shown once, stored as a keyed hash, and removed when used.
 */
import { randomInt } from "node:crypto";
import { BACKUP_CODE_ALPHABET, formatBackupCode, isLegacyBackupCode } from "~/domain/forms/reauthentication";
import { BACKUP_CODE_LENGTH, BACKUP_CODES, OTP_DIGITS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { consumeBackupCode, countBackupCodes, replaceBackupCodes } from "~/models/backup-code.server";
import type { Store } from "~/models/store/store";
import { consumeStep, findTwoFactor, isTwoFactorEnabled } from "~/models/two-factor.server";
import type { UserRow } from "~/models/user.server";
import { hashToken } from "~/crypto/secrets.server";
import type { App } from "../platform/app.server";
import { recordAudit } from "../platform/audit/audit.server";
import type { AppSecrets } from "../platform/crypto/hash-keys.server";
import { queueMail } from "../platform/mail/outbox.server";
import type { Context } from "../platform/operation.server";
import { findMatchingStep, createWrongCodeError } from "./totp.server";

/** Whether the user is asked for a second factor at sign-in. */
export function hasTwoFactor(store: Store, userId: string): Promise<boolean> {
  return isTwoFactorEnabled(store, { userId });
}

/** Finds the time step of a code; null for text that can only be a backup code. Throws invalid for a wrong code. */
export async function findStep(app: App, userId: string, code: string): Promise<number | null> {
  if (code.length !== OTP_DIGITS) return null;
  const factor = await findTwoFactor(app.store, { userId });
  const step = factor?.secret
    ? await findMatchingStep(app.secrets.decrypt("two_factor", factor.secret), code)
    : null;
  if (step === null) throw createWrongCodeError(userId);
  return step;
}

/**
 * Makes a code unusable, in the caller's transaction. `step` is the result of `findStep`. Throws invalid for a code
 * that was used before.
 */
export async function consumeCode(
  store: Store,
  context: Context,
  { step, ...given }: { user: UserRow; accountId: string; code: string; step: number | null },
): Promise<void> {
  const { id: userId } = given.user;
  if (step === null) await consumeBackup(store, context, given);
  else if (!(await consumeStep(store, { userId, step }))) throw createWrongCodeError(userId);
}

/** Creates backup codes that replace all earlier ones. Returns them formatted for reading. */
export async function issueBackupCodes(store: Store, secrets: AppSecrets, userId: string): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, createBackupCode);
  const codeHashes = codes.map((code) => hashBackupCode(secrets, { userId, code }));
  await replaceBackupCodes(store, { userId, codeHashes });
  return codes.map(formatBackupCode);
}

async function consumeBackup(
  store: Store,
  context: Context,
  { user, accountId, code }: { user: UserRow; accountId: string; code: string },
): Promise<void> {
  const { app } = context;
  const codeHash = hashBackupCode(app.secrets, { userId: user.id, code });
  if (!(await consumeBackupCode(store, { userId: user.id, codeHash }))) throw createWrongCodeError(user.id);
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

/**
 * A plain hash of 50 bits can be broken by trying all codes, so the hash has a key that is not in the database. Codes
 * of earlier versions have 120 bits and are stored as a plain SHA-256. `code` is the result of `parseBackupCode`, and
 * the hash is valid for this user only.
 */
function hashBackupCode(secrets: AppSecrets, { userId, code }: { userId: string; code: string }): string {
  return isLegacyBackupCode(code) ? hashToken(code) : secrets.hash("backup_code", `${userId}.${code}`);
}

function createBackupCode(): string {
  const length = BACKUP_CODE_ALPHABET.length;
  return Array.from({ length: BACKUP_CODE_LENGTH }, () => BACKUP_CODE_ALPHABET[randomInt(length)]).join("");
}
