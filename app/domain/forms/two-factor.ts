/** The input of two-factor authentication: turning it on or off, and the codes that the user types. */
import * as z from "zod/mini";
import { OTP_DIGITS } from "../limits";
import { say } from "../messages";
import { flag } from "./choices";
import { reauthenticationFields, secondFactorCode } from "./reauthentication";
import { formOf, optional, password, requiredText } from "./rules";

const DIGITS = new RegExp(`^[0-9]{${OTP_DIGITS}}$`);

export const twoFactorForm = formOf({ "2fa_enabled": flag(), ...reauthenticationFields() });

/** The code of an app during setup. Before that, only the password can confirm, because there is no code yet. */
export const codeForm = formOf({
  code: requiredText(say("form:code_required")).check(
    z.regex(DIGITS, say("form:code", { digits: OTP_DIGITS })),
  ),
  password: optional(password()),
});

/** Answers a challenge: its token, and the app's code or a backup code in any of its spellings. */
export const otpForm = formOf({
  code: secondFactorCode(),
  jwt: requiredText(say("errors:challenge_expired")),
});

/**
 * Removes the spaces that users type within a code, as in "123 456". Only a page's form does this: the API
 * accepts an app's code as digits alone.
 */
export function withoutSpaces(code: unknown): unknown {
  return typeof code === "string" ? code.replace(/\s/g, "") : code;
}
