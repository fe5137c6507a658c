/** What a form tells the fields inside it. */
import { createContext, useContext, useId } from "react";
import { useTranslation } from "react-i18next";
import type { Message } from "~/domain/messages";
import { translateMessage } from "./messages";

/** What came of asking the payment provider: an id, or a message (packed, or already in the reader's language). */
export type CardResult = { ok: true; id: string } | { ok: false; message: string };

/** The card field of a form, as the form needs it. */
export interface CardEntry {
  createToken(): Promise<CardResult>;
  /** Lets the card holder confirm a payment (`pi_…`) or a set-up (`seti_…`). */
  confirm(clientSecret: string): Promise<CardResult>;
  focus(): void;
}

export interface FormState {
  errors: Readonly<Record<string, Message>>;
  /** What was sent before, to fill the fields again. */
  values: Readonly<Record<string, string>>;
  isBusy: boolean;
  /** The plan that would allow what was refused. */
  plan?: string | undefined;
  /** Tells the form of its card field; returns how to take it back. */
  attachCard: (entry: CardEntry) => () => void;
}

/** Outside of a form a field has nothing to say. */
export const FormContext = createContext<FormState>({
  errors: {},
  values: {},
  isBusy: false,
  attachCard: () => () => undefined,
});

/** The state of one field: ids that tie it together, the text of its error, and the value to start with. */
export function useField(name: string, label: string | undefined) {
  const { errors, values } = useContext(FormContext);
  const { t } = useTranslation("form");
  const id = useId();
  const message = errors[name];
  return {
    id,
    hintId: `${id}-hint`,
    errorId: `${id}-error`,
    error: message === undefined ? undefined : translateMessage(t, message, label),
    sentValue: values[name],
    /** The form was sent before and comes back. */
    wasSent: Object.keys(values).length > 0,
  };
}
