/** The rules of a new password, for the schema that checks them and for the list that shows them while it is typed. */
import { PASSWORD_MIN_LENGTH } from "./limits";

export const SPECIAL_CHARACTER = /[!@#$%^&*(),.?":{}|<>]/;

/** Whether a password meets each rule. The maximum length is not among them: no one has to be told of it beforehand. */
export function checkPasswordRules(password: string): { length: boolean; special: boolean } {
  return { length: password.length >= PASSWORD_MIN_LENGTH, special: SPECIAL_CHARACTER.test(password) };
}
