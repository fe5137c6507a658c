/** The input of mission control: searching, and acting as a user. */
import { ID_LENGTH, REASON_MAX_LENGTH, TOKEN_MAX_LENGTH } from "../limits";
import { say } from "../messages";
import { reauthenticationFields } from "./reauthentication";
import { formOf, requiredText } from "./rules";

export const impersonationForm = formOf({
  user: requiredText(say("errors:not_found"), { max: ID_LENGTH }),
  account: requiredText(say("errors:unknown_account"), { max: ID_LENGTH }),
  reason: requiredText(say("master:form.reason_required"), { max: REASON_MAX_LENGTH }),
  ...reauthenticationFields(),
});

export const impersonateForm = formOf({
  token: requiredText(say("errors:not_found"), { max: TOKEN_MAX_LENGTH }),
});
