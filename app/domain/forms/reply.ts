/** What a page's form gets back from the server, with scripts or without. */

/** The provider asks the card holder to confirm; then the same request is repeated. */
export interface PaymentToConfirm {
  client_secret: string;
}

export interface FormAccepted {
  ok: true;
  /** Shown as a notification; translated. */
  message?: string;
  data?: unknown;
  /** Of the form that was sent, where a page has several. */
  intent?: string;
  payment?: PaymentToConfirm;
}

export interface FormRefused {
  ok: false;
  /** HTTP status, which decides what the page does. */
  status: number;
  /** Translated, or a packed key. */
  message: string;
  /** The field that `message` belongs to. */
  inputError?: string;
  /** Messages by field, the most important first: packed keys, so that the field adds its label, or translated. */
  errors?: Record<string, string[]>;
  /** What was sent, to fill the form again; never a password or a token. */
  values?: Record<string, string>;
  /** Of the form that was sent, where a page has several; `UNKNOWN_INTENT` when it could not be told. */
  intent?: string;
  /** With status 402: the plan that would allow it. */
  plan?: string;
}

export type FormReply = FormAccepted | FormRefused;

/** No form of the page has it: the page shows the message, and no form does. */
export const UNKNOWN_INTENT = "";

/** The field in which a confirmed payment goes back with the repeated request. */
export const PAYMENT_FIELD = "payment_intent";

/** The field of a card's token. */
export const CARD_FIELD = "token";
