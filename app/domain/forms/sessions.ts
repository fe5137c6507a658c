/** The input of ending a session. */
import { ID_LENGTH } from "../limits";
import { createFormSchema, requiredText } from "./rules";

export const endSessionForm = createFormSchema({ id: requiredText(undefined, { max: ID_LENGTH }) });
