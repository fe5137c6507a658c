/** The input of ending a session. */
import { ID_LENGTH } from "../limits";
import { formOf, requiredText } from "./rules";

export const endSessionForm = formOf({ id: requiredText(undefined, { max: ID_LENGTH }) });
