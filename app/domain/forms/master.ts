/** The input of mission control: searching, and acting as somebody. */
import { ID_LENGTH, REASON_MAX_LENGTH, TOKEN_MAX_LENGTH } from "../limits";
import { say } from "../messages";
import { formOf, optional, password, requiredText } from "./rules";

export const impersonationForm = formOf({
  user: requiredText(say("errors:not_found"), { max: ID_LENGTH }),
  account: requiredText(say("errors:unknown_account"), { max: ID_LENGTH }),
  reason: requiredText(say("master:form.reason_required"), { max: REASON_MAX_LENGTH }),
  /** Asked for when the master signed in too long ago. */
  password: optional(password()),
});

export const impersonateForm = formOf({
  token: requiredText(say("errors:not_found"), { max: TOKEN_MAX_LENGTH }),
});
