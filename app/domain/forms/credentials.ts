/** The input of changing the password, of turning two-factor authentication on or off, and of a code at sign-in. */
import * as z from "zod/mini";
import { OTP_DIGITS } from "../limits";
import { toMessage } from "../messages";
import { flag } from "./choices";
import { passkeyAssertion } from "./passkey-answers";
import { reauthenticationFields, secondFactorCode } from "./reauthentication";
import {
  confirmedPassword,
  createFormSchema,
  newPassword,
  optional,
  password,
  repeats,
  requiredText,
} from "./rules";

const DIGITS = new RegExp(`^[0-9]{${OTP_DIGITS}}$`);

/**
 * `oldpassword` is required from a user who has a password. The server looks that up: a client may send
 * `has_password`, but it decides nothing. `confirm_password` repeats the new password on the page.
 */
export const passwordForm = createFormSchema({
  oldpassword: optional(password()),
  has_password: optional(flag()),
  /** A second-factor code, for a user who has no password yet. */
  code: optional(secondFactorCode()),
  passkey: optional(passkeyAssertion),
  newpassword: newPassword(),
  confirm_password: optional(confirmedPassword()),
}).check(repeats("newpassword", "confirm_password", { isOptional: true }));

export const twoFactorForm = createFormSchema({ "2fa_enabled": flag(), ...reauthenticationFields() });

/** The code of an app during setup. Before that, only the password can confirm, because there is no code yet. */
export const codeForm = createFormSchema({
  code: requiredText(toMessage("form:code_required")).check(
    z.regex(DIGITS, toMessage("form:code", { digits: OTP_DIGITS })),
  ),
  password: optional(password()),
  passkey: optional(passkeyAssertion),
});

/** Answers a challenge: its token, and the app's code or a backup code in any of its spellings. */
export const otpForm = createFormSchema({
  code: secondFactorCode(),
  jwt: requiredText(toMessage("errors:challenge_expired")),
});

/**
 * Removes the spaces that users type within a code, as in "123 456". Only a page's form does this: the API
 * accepts an app's code as digits alone.
 */
export function removeSpaces(code: unknown): unknown {
  return typeof code === "string" ? code.replace(/\s/g, "") : code;
}
