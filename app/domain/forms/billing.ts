/** The input of choosing a plan, and of changing the card. */
import { ID_LENGTH } from "../limits";
import { createFormSchema, optionalText, requiredText } from "./rules";

/** Only the server knows whether the plan needs a card, so the server rejects a missing token. */
export const planForm = createFormSchema({
  plan: requiredText("billing:form.plan_required", { max: ID_LENGTH }),
  token: optionalText(),
  /** Checked by the provider. */
  promotion_code: optionalText(),
  /** From the preview of this change, which it is to be charged as. Signed, because the date decides the amount. */
  proration_date: optionalText(),
  /** The payment that the browser confirmed. Its value is not trusted: the server asks the provider. */
  payment_intent: optionalText(),
  setup_intent: optionalText(),
});

/** Without a plan, the preview is of the next invoice. */
export const previewForm = createFormSchema({ plan: optionalText(), promotion_code: optionalText() });

export const cardForm = createFormSchema({
  token: requiredText("billing:form.card_required"),
  /** As above. */
  payment_intent: optionalText(),
  setup_intent: optionalText(),
});
