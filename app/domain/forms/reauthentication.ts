/** The proof of identity that a change of a credential may carry: the password or a second-factor code. */
import * as z from "zod/mini";
import { OTP_DIGITS } from "../limits";
import { toMessage } from "../messages";
import { parseBackupCode } from "./backup-code";
import { createFormSchema, optional, password, requiredText } from "./rules";

/** How a user can reauthenticate. `none`: the user has neither a password nor a second factor. */
export type ReauthenticationMethod = "password" | "code" | "none";

/** What a form that changes a credential needs to know. */
export interface ReauthenticationState {
  /** The user reauthenticated within the last minutes, so nothing is asked. */
  isRecent: boolean;
  method: ReauthenticationMethod;
}

const DIGITS = new RegExp(`^[0-9]{${OTP_DIGITS}}$`);

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
  return { password: optional(password()), code: optional(secondFactorCode()) };
}

export const reauthenticationForm = createFormSchema(reauthenticationFields());
