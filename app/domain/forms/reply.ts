/** The server's reply to a form of a page, with scripts or without. */

/**
 * The provider asks the card holder to confirm the payment; then the browser repeats the same request. The API's answer
 * has it at the top level, next to `message`.
 */
export interface PaymentAction {
  requires_payment_action: true;
  client_secret: string;
}

export interface FormAccepted extends Partial<PaymentAction> {
  ok: true;
  /** Shown as a notification, translated. */
  message?: string;
  data?: unknown;
  /** The submitted values, to fill the form again, of a form that stays. Never a password or a token. */
  values?: Record<string, string | string[]>;
  /** The intent of the submitted form, when the page has several. */
  intent?: string;
}

export interface FormRefused {
  ok: false;
  /** The HTTP status, which decides what the page does. */
  status: number;
  /** Translated, or a packed message key. */
  message: string;
  /** The field that `message` belongs to. */
  inputError?: string;
  /**
   * Messages by field, the most important first: packed keys, so that the field adds its label, or translated
   * texts.
   */
  errors?: Record<string, string[]>;
  /** The submitted values, to fill the form again. Never a password or a token. */
  values?: Record<string, string | string[]>;
  /** The intent of the submitted form, when the page has several; `UNKNOWN_INTENT` when the page has no such form. */
  intent?: string;
  /** What has changed since the page was made, by field: the form sends it in place of what the page showed. */
  shown?: Readonly<Record<string, string>>;
  /** With status 402: the plan that would allow the request. */
  plan?: string;
}

export type FormReply = FormAccepted | FormRefused;

/** No form of the page has this intent: the page shows the message, and no form does. */
export const UNKNOWN_INTENT = "";

/** The field that carries a confirmed payment in the repeated request. */
export const PAYMENT_FIELD = "payment_intent";

/** The field of a form that brings back what was before: its reply says so, and offers no further Undo. */
export const UNDO_FIELD = "undo";

/** Before the name of a field: the value that the page showed, which another page may have changed since. */
export const SHOWN_PREFIX = "shown.";

/** The form behind the button Undo: where it is posted, and all its fields. */
export interface UndoForm {
  action: string;
  fields: Readonly<Record<string, string>>;
}

/** The field that carries a card's token. */
export const CARD_FIELD = "token";
