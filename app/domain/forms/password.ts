/** The input of choosing another password. Spec §5 and §7. */
import { flag } from "./choices";
import { secondFactorCode } from "./reauthentication";
import { formOf, newPassword, optional, password, repeats } from "./rules";

/**
 * `oldpassword` is asked of whoever has one. Whether they have is known here: `has_password`, which a client may send,
 * decides nothing. `confirm_password` repeats the new one where a person types it.
 */
export const passwordForm = formOf({
  oldpassword: optional(password()),
  has_password: optional(flag()),
  /** Of the second factor, for a user who has no password yet. */
  code: optional(secondFactorCode()),
  newpassword: newPassword(),
  confirm_password: optional(password()),
}).check(repeats("newpassword", "confirm_password", { isOptional: true }));
