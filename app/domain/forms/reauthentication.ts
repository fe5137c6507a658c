/** What an act on a credential may bring along to confirm who asks: the password, or a second-factor code. */
import * as z from "zod/mini";
import { OTP_DIGITS } from "../limits";
import { say } from "../messages";
import { parseBackupCode } from "./backup-code";
import { formOf, optional, password, requiredText } from "./rules";

/** What a user can confirm with: `none` when they have neither a password nor a second factor. */
export type ReauthenticationMethod = "password" | "code" | "none";

/** What a form that acts on a credential needs to know. */
export interface ReauthenticationState {
  /** Given within the last minutes: nothing is asked. */
  isRecent: boolean;
  method: ReauthenticationMethod;
}

const DIGITS = new RegExp(`^[0-9]{${OTP_DIGITS}}$`);

/** A code of the authenticator app, or a backup code, however that is written. */
export function secondFactorCode() {
  return requiredText(say("form:code_required")).check(
    z.overwrite((text) => parseBackupCode(text) ?? text),
    z.refine((code) => DIGITS.test(code) || parseBackupCode(code) !== null, {
      error: say("form:code_or_backup", { digits: OTP_DIGITS }),
    }),
  );
}

/** The fields of a form whose act asks for reauthentication; the server decides whether they are needed. */
export function reauthenticationFields() {
  return { password: optional(password()), code: optional(secondFactorCode()) };
}

export const reauthenticationForm = formOf(reauthenticationFields());
