/** The input of the contact form. The sender's name and email come from the session, never from the input. */
import { MESSAGE_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { createFormSchema, requiredText } from "./rules";

export const supportForm = createFormSchema({
  message: requiredText(toMessage("help:message_required"), { max: MESSAGE_MAX_LENGTH, isMultiline: true }),
});
