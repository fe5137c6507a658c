/** The input of two-factor authentication: switching it, and the codes that are typed in. Spec §5 and §7. */
import * as z from "zod/mini";
import { BACKUP_CODE_LENGTH, OTP_DIGITS } from "../limits";
import { say } from "../messages";
import { flag } from "./choices";
import { formOf, optional, password, requiredText } from "./rules";

const DIGITS = new RegExp(`^[0-9]{${OTP_DIGITS}}$`);
const BACKUP_CODE = new RegExp(`^[A-Z2-7]{${BACKUP_CODE_LENGTH}}$`);
const REQUIRED = say("form:code_required");

/** The password proves who it is, when they signed in too long ago. */
const proof = { password: optional(password()) };

export const proofForm = formOf(proof);

export const twoFactorForm = formOf({ "2fa_enabled": flag(), ...proof });

/** The code of an app that is being set up. */
export const codeForm = formOf({
  code: requiredText(REQUIRED).check(z.regex(DIGITS, say("form:code", { digits: OTP_DIGITS }))),
  ...proof,
});

/** A sign-in that goes on: its ticket, and the app's code or a backup code, however that is written. */
export const otpForm = formOf({
  code: requiredText(REQUIRED).check(
    z.overwrite(plainBackupCode),
    z.refine((code) => DIGITS.test(code) || BACKUP_CODE.test(code), {
      error: say("form:code_or_backup", { digits: OTP_DIGITS }),
    }),
  ),
  jwt: requiredText(say("errors:ticket_dead")),
});

/** A backup code without its dashes, in capitals; anything else as it is. */
function plainBackupCode(text: string): string {
  const plain = text.replace(/[\s-]/g, "").toUpperCase();
  return BACKUP_CODE.test(plain) ? plain : text;
}
