/** The input of choosing a plan. */
import { ID_LENGTH } from "../limits";
import { createFormSchema, optionalText, requiredText } from "./rules";

/** Only the server knows whether the plan needs a card, so the server rejects a missing token. */
export const planForm = createFormSchema({
  plan: requiredText("billing:form.plan_required", { max: ID_LENGTH }),
  token: optionalText(),
  /** The payment that the browser confirmed. Its value is not trusted: the server asks the provider. */
  payment_intent: optionalText(),
  setup_intent: optionalText(),
});
