/** The input of choosing a plan. Spec §5 "Plan-change form" and §7. */
import { ID_LENGTH } from "../limits";
import { formOf, optionalText, requiredText } from "./rules";

/** Whether the plan needs a card is known only to the server, so a missing token is its to refuse. */
export const planForm = formOf({
  plan: requiredText("billing:form.plan_required", { max: ID_LENGTH }),
  token: optionalText(),
  /** What the browser got for a confirmed payment. Only that it is there counts: the provider is asked. */
  payment_intent: optionalText(),
  setup_intent: optionalText(),
});
