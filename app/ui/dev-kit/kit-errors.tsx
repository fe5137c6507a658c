/** Shows the fields inside it with an error, as a form does that the server has rejected. */
import type { ReactNode } from "react";
import { CARD_FIELD } from "~/domain/forms/reply";
import { toMessage } from "~/domain/messages";
import { FormContext, type FormState } from "../form/form-state";

/** The name of a field with an error. The card's field, whose name is fixed, has one too. */
export const WRONG = "wrong";

export function WithErrors({ children }: { children: ReactNode }) {
  return <FormContext.Provider value={STATE}>{children}</FormContext.Provider>;
}

const STATE: FormState = {
  errors: { [WRONG]: toMessage("form:required"), [CARD_FIELD]: toMessage("form:required") },
  values: {},
  isBusy: false,
  attachCard: () => () => undefined,
  changeCard: () => undefined,
  submitSoon: () => undefined,
};
