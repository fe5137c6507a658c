/** The input of mission control: searching, and acting as somebody. */
import { REASON_MAX_LENGTH } from "../limits";
import { say } from "../messages";
import { formOf, optional, password, requiredText } from "./rules";

const ID_MAX_LENGTH = 36;

export const impersonationForm = formOf({
  user: requiredText(say("errors:not_found"), { max: ID_MAX_LENGTH }),
  account: requiredText(say("errors:unknown_account"), { max: ID_MAX_LENGTH }),
  reason: requiredText(say("master:form.reason_required"), { max: REASON_MAX_LENGTH }),
  /** Asked for when the master signed in too long ago. */
  password: optional(password()),
});

export const impersonateForm = formOf({ token: requiredText(say("errors:not_found"), { max: 200 }) });
