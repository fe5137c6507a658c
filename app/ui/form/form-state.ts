/** The state that a form shares with the fields inside it: errors, the values sent before, and the card field. */
import { createContext, useContext, useId } from "react";
import type { TranslateFile } from "~/domain/message-keys";
import { readMessage, toOptions, type Message } from "~/domain/messages";
import { useTexts } from "../use-texts";

/** The payment provider's result: an id, or a message (a packed key, or a text in the reader's language). */
export type CardResult = { ok: true; id: string } | { ok: false; message: string };

/** The card field of a form, as the form uses it. */
export interface CardEntry {
  /** Null when the card on file pays, so that no token is needed. */
  createToken(): Promise<CardResult | null>;
  /** Lets the card holder confirm a payment (`pi_…`) or a set-up (`seti_…`). */
  confirm(clientSecret: string): Promise<CardResult>;
  focus(): void;
}

export interface FormState {
  errors: Readonly<Record<string, Message>>;
  /** The values that were sent before; the fields start with them. */
  values: Readonly<Record<string, string | readonly string[]>>;
  isBusy: boolean;
  /** The plan that would allow the rejected request. */
  plan?: string;
  /** Registers the card field; returns the function that removes it. */
  attachCard: (entry: CardEntry) => () => void;
  /** The user has changed the card: its earlier errors are out of date. `error` is what is wrong with it now. */
  changeCard: (error: Message | null) => void;
  /** Submits the form a moment after the last call, if that one was ready. For a field that completes its form. */
  submitSoon: (isReady: boolean) => void;
}

/** The default is for a field outside of a form: it has no errors and no values. */
export const FormContext = createContext<FormState>({
  errors: {},
  values: {},
  isBusy: false,
  attachCard: () => () => undefined,
  changeCard: () => undefined,
  submitSoon: () => undefined,
});

/** The state of one field: the ids of its parts, the text of its error, and the value to start with. */
export function useField(name: string, label: string | undefined) {
  const { errors, values } = useContext(FormContext);
  const { t } = useTexts("form");
  const id = useId();
  const message = errors[name];
  const sent = values[name];
  const wasSent = Object.keys(values).length > 0;
  return {
    id,
    hintId: `${id}-hint`,
    errorId: `${id}-error`,
    error: message === undefined ? undefined : translateMessage(t, message, label),
    sentValue: typeof sent === "string" ? sent : undefined,
    /** Of a field with several controls: all that were sent; undefined when the form was not sent before. */
    sentValues: wasSent ? [sent ?? []].flat() : undefined,
    /** The form was sent before and is shown again. */
    wasSent,
  };
}

/** The text of a packed message, or of a message that the server has translated; `label` is the field's own label. */
export function translateMessage(t: TranslateFile<"form">, message: Message, label?: string): string {
  if (!PACKED.test(message)) return message;
  const { key, values } = readMessage(message);
  // `t` finds the keys of every file; its type lists those of one file.
  return t(key as "required", toOptions({ label: label ?? t("field"), ...values }));
}

/** A key with its namespace and optional packed values; a translated sentence never has this form. */
const PACKED = /^[a-z][\w-]*:[\w.-]+(?:\?\S*)?$/;
