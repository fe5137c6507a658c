/** How backup codes are written: in Crockford's base32, which leaves out letters that resemble others. */
import { BACKUP_CODE_GROUP, BACKUP_CODE_LENGTH, LEGACY_BACKUP_CODE_LENGTH } from "../limits";

/** https://www.crockford.com/base32.html; 5 bits a character. */
export const BACKUP_CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const CODE = new RegExp(`^[${BACKUP_CODE_ALPHABET}]{${BACKUP_CODE_LENGTH}}$`);
/** Issued by earlier versions, in RFC 4648's base32. */
const LEGACY_CODE = new RegExp(`^[A-Z2-7]{${LEGACY_BACKUP_CODE_LENGTH}}$`);
const GROUPS = new RegExp(`.{1,${BACKUP_CODE_GROUP}}`, "g");

/**
 * Returns the code as it was generated: typed in any case, with spaces or dashes, with an O for a zero or an I or L for
 * a one. Returns null for a text that cannot be a backup code.
 */
export function parseBackupCode(text: string): string | null {
  const plain = text.replace(/[\s\p{Pd}]/gu, "").toUpperCase();
  if (LEGACY_CODE.test(plain)) return plain;
  const code = plain.replace(/O/g, "0").replace(/[IL]/g, "1");
  return CODE.test(code) ? code : null;
}

/** Whether `parseBackupCode` returned a code of an earlier version. */
export function isLegacyBackupCode(code: string): boolean {
  return code.length === LEGACY_BACKUP_CODE_LENGTH;
}

/** Formats a code for reading and typing, such as `7KQ2M-9XD4H`. */
export function formatBackupCode(code: string): string {
  return (code.match(GROUPS) ?? []).join("-");
}
