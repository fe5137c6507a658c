/** The input of two-factor authentication: switching it, and the codes that are typed in. Spec §5 and §7. */
import * as z from "zod/mini";
import { OTP_DIGITS } from "../limits";
import { say } from "../messages";
import { flag } from "./choices";
import { reauthenticationFields, secondFactorCode } from "./reauthentication";
import { formOf, optional, password, requiredText } from "./rules";

const DIGITS = new RegExp(`^[0-9]{${OTP_DIGITS}}$`);

export const twoFactorForm = formOf({ "2fa_enabled": flag(), ...reauthenticationFields() });

/** The code of an app that is being set up; before that there is no code to confirm with, only the password. */
export const codeForm = formOf({
  code: requiredText(say("form:code_required")).check(
    z.regex(DIGITS, say("form:code", { digits: OTP_DIGITS })),
  ),
  password: optional(password()),
});

/** The answer to a challenge: its token, and a code of the app or a backup code, however that is written. */
export const otpForm = formOf({
  code: secondFactorCode(),
  jwt: requiredText(say("errors:challenge_expired")),
});

/**
 * Removes the spaces that people type within a code, as in "123 456". For what a page's form posts: the API takes a code
 * of an app as its digits alone.
 */
export function withoutSpaces(code: unknown): unknown {
  return typeof code === "string" ? code.replace(/\s/g, "") : code;
}
