/** The input of allowing support to sign in. */
import { SUPPORT_HOURS } from "../limits";
import { flag, selectNumber } from "./choices";
import { createFormSchema } from "./rules";

export const supportAccessForm = createFormSchema({
  support_enabled: flag(),
  support_hours: selectNumber(SUPPORT_HOURS),
});
