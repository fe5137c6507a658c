/**
 * The rules of a new password, for the schema that checks them and the list that shows them while the user types.
 */
import { PASSWORD_MIN_LENGTH } from "./limits";

export const SPECIAL_CHARACTER = /[!@#$%^&*(),.?":{}|<>]/;

/**
 * Whether a password meets each rule. The maximum length is left out, because no user needs to know it in advance.
 */
export function checkPasswordRules(password: string): { length: boolean; special: boolean } {
  return { length: password.length >= PASSWORD_MIN_LENGTH, special: SPECIAL_CHARACTER.test(password) };
}
