/** The input of changing the password. */
import { flag } from "./choices";
import { secondFactorCode } from "./reauthentication";
import { createFormSchema, newPassword, optional, password, repeats } from "./rules";

/**
 * `oldpassword` is required from a user who has a password. The server looks that up: a client may send
 * `has_password`, but it decides nothing. `confirm_password` repeats the new password on the page.
 */
export const passwordForm = createFormSchema({
  oldpassword: optional(password()),
  has_password: optional(flag()),
  /** A second-factor code, for a user who has no password yet. */
  code: optional(secondFactorCode()),
  newpassword: newPassword(),
  confirm_password: optional(password()),
}).check(repeats("newpassword", "confirm_password", { isOptional: true }));
