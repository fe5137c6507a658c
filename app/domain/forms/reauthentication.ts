/** Reauthentication before a change of a credential: the password, a code of the app, a backup code, or a passkey. */
import * as z from "zod/mini";
import { BACKUP_CODE_GROUP, BACKUP_CODE_LENGTH, LEGACY_BACKUP_CODE_LENGTH, OTP_DIGITS } from "../limits";
import { toMessage } from "../messages";
import { passkeyAssertion } from "./passkey-answers";
import { createFormSchema, optional, password, requiredText } from "./rules";

/** What a user types to reauthenticate. `none`: the user has neither a password nor a second factor. */
type ReauthenticationMethod = "password" | "code" | "none";

/** The facts that a form that changes a credential needs. */
export interface ReauthenticationState {
  /** The user reauthenticated within the last minutes, so nothing is asked. */
  isRecent: boolean;
  method: ReauthenticationMethod;
  /** The user has a passkey, which confirms as well. */
  hasPasskey: boolean;
}

const DIGITS = new RegExp(`^[0-9]{${OTP_DIGITS}}$`);

/** Crockford's base32, which leaves out letters that resemble others: https://www.crockford.com/base32.html. 5 bits a character. */
export const BACKUP_CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const BACKUP_CODE = new RegExp(`^[${BACKUP_CODE_ALPHABET}]{${BACKUP_CODE_LENGTH}}$`);
/** Issued by earlier versions, in RFC 4648's base32. */
const LEGACY_BACKUP_CODE = new RegExp(`^[A-Z2-7]{${LEGACY_BACKUP_CODE_LENGTH}}$`);
const BACKUP_CODE_GROUPS = new RegExp(`.{1,${BACKUP_CODE_GROUP}}`, "g");

/** A code of the authenticator app, or a backup code in any of its spellings. */
export function secondFactorCode() {
  return requiredText(toMessage("form:code_required")).check(
    z.overwrite((text) => parseBackupCode(text) ?? text),
    z.refine((code) => DIGITS.test(code) || parseBackupCode(code) !== null, {
      error: toMessage("form:code_or_backup", { digits: OTP_DIGITS }),
    }),
  );
}

/** The fields of a form whose operation needs reauthentication. The server decides whether they are required. */
export function reauthenticationFields() {
  return {
    password: optional(password()),
    code: optional(secondFactorCode()),
    passkey: optional(passkeyAssertion),
  };
}

/** The name of such a field: it proves who the caller is, and says nothing of what they want. */
export function isReauthenticationField(name: string): boolean {
  return name === "password" || name === "code" || name === "passkey";
}

export const reauthenticationForm = createFormSchema(reauthenticationFields());

/**
 * Returns the code as it was generated: typed in any case, with spaces or dashes, with an O for a zero or an I or L for
 * a one. Returns null for a text that cannot be a backup code.
 */
export function parseBackupCode(text: string): string | null {
  const plain = text.replace(/[\s\p{Pd}]/gu, "").toUpperCase();
  if (LEGACY_BACKUP_CODE.test(plain)) return plain;
  const code = plain.replace(/O/g, "0").replace(/[IL]/g, "1");
  return BACKUP_CODE.test(code) ? code : null;
}

/** Whether `parseBackupCode` returned a code of an earlier version. */
export function isLegacyBackupCode(code: string): boolean {
  return code.length === LEGACY_BACKUP_CODE_LENGTH;
}

/** Formats a backup code for reading and typing, such as `7KQ2M-9XD4H`. */
export function formatBackupCode(code: string): string {
  return (code.match(BACKUP_CODE_GROUPS) ?? []).join("-");
}
