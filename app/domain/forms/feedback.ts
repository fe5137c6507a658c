/** The feedback form: a rating, and what the user wants to say about it. */
import { RATINGS } from "../feedback";
import { MESSAGE_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { select } from "./choices";
import { createFormSchema, optionalText } from "./rules";

export const feedbackForm = createFormSchema({
  rating: select(RATINGS, toMessage("feedback:rating_required")),
  comment: optionalText({ max: MESSAGE_MAX_LENGTH, isMultiline: true }),
});
