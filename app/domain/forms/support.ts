/** The forms of the help page: a message to support, and allowing support to sign in. */
import { MESSAGE_MAX_LENGTH, SUPPORT_HOURS } from "../limits";
import { toMessage } from "../messages";
import { flag, selectNumber } from "./choices";
import { createFormSchema, requiredText } from "./rules";

/** The sender's name and email come from the session, never from the input. */
export const supportForm = createFormSchema({
  message: requiredText(toMessage("help:message_required"), { max: MESSAGE_MAX_LENGTH, isMultiline: true }),
});

export const supportAccessForm = createFormSchema({
  support_enabled: flag(),
  support_hours: selectNumber(SUPPORT_HOURS),
});
