/** The input of the contact form. The sender's name and email come from the session, never from the input. */
import { MESSAGE_MAX_LENGTH } from "../limits";
import { say } from "../messages";
import { formOf, requiredText } from "./rules";

export const supportForm = formOf({
  message: requiredText(say("help:message_required"), { max: MESSAGE_MAX_LENGTH, isMultiline: true }),
});
