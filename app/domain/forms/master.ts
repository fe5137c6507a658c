/** The input of mission control: searching, and acting as a user. */
import { ID_LENGTH, REASON_MAX_LENGTH, TOKEN_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { reauthenticationFields } from "./reauthentication";
import { createFormSchema, requiredText } from "./rules";

export const impersonationForm = createFormSchema({
  user: requiredText(toMessage("errors:not_found"), { max: ID_LENGTH }),
  account: requiredText(toMessage("errors:unknown_account"), { max: ID_LENGTH }),
  reason: requiredText(toMessage("master:form.reason_required"), { max: REASON_MAX_LENGTH }),
  ...reauthenticationFields(),
});

export const impersonateForm = createFormSchema({
  token: requiredText(toMessage("errors:not_found"), { max: TOKEN_MAX_LENGTH }),
});
