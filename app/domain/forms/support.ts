/** The form of the help page: a message to support. */
import * as z from "zod/mini";
import { MESSAGE_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { select } from "./choices";
import { createFormSchema, requiredText } from "./rules";

/** The mails that may be sent to support. */
const SUPPORT_TEMPLATES = ["support_message"] as const;

/** The sender's name and email come from the session, never from the input. */
export const supportForm = createFormSchema({
  template: z._default(select(SUPPORT_TEMPLATES), SUPPORT_TEMPLATES[0]),
  message: requiredText(toMessage("help:message_required"), { max: MESSAGE_MAX_LENGTH, isMultiline: true }),
});
