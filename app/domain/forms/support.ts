/** The input of the contact form. The sender's name and address come from their session, whatever is sent. */
import { MESSAGE_MAX_LENGTH } from "../limits";
import { say } from "../messages";
import { formOf, requiredText } from "./rules";

export const supportForm = formOf({
  message: requiredText(say("help:message_required"), { max: MESSAGE_MAX_LENGTH, isMultiline: true }),
});
