/** Shows the fields inside it with an error, as a form does that the server has rejected. */
import type { ReactNode } from "react";
import { toMessage } from "~/domain/messages";
import { FormContext, type FormState } from "../form/form-state";

/** The name of a field with an error. */
export const WRONG = "wrong";

export function WithErrors({ children }: { children: ReactNode }) {
  return <FormContext.Provider value={STATE}>{children}</FormContext.Provider>;
}

const STATE: FormState = {
  errors: { [WRONG]: toMessage("form:required") },
  values: {},
  isBusy: false,
  attachCard: () => () => undefined,
  changeCard: () => undefined,
};
