/** The card and the payment of a form: a token before the form is sent, and the payment that a reply asks to confirm. */
import { useState, type RefObject } from "react";
import { CARD_FIELD, PAYMENT_FIELD, type FormAccepted } from "~/domain/forms/reply";
import type { Message } from "~/domain/messages";
import type { CardEntry, CardResult } from "./form-state";

/**
 * The form's side of the card field: a token before the form is sent, a confirmed payment after it. Both functions add
 * the provider's result to the values.
 */
export function useCard(card: RefObject<CardEntry>) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Message | null>(null);

  async function ask(run: (entry: CardEntry) => Promise<CardResult>): Promise<CardResult> {
    if (!card.current) return { ok: false, message: "form:card.unavailable" };
    setIsBusy(true);
    const result = await run(card.current);
    setIsBusy(false);
    return result;
  }

  return {
    /** The provider, or the card holder, has not answered yet. */
    isBusy,
    /** The provider's message about the card itself. */
    error,
    /** False when the card was rejected. A form without a card field needs no token. */
    async addToken(values: FormData): Promise<boolean> {
      setError(null);
      if (!card.current) return true;
      const token = await ask((entry) => entry.createToken());
      if (token.ok) values.set(CARD_FIELD, token.id);
      else {
        setError(token.message);
        card.current.focus();
      }
      return token.ok;
    },
    async addPayment(values: FormData, clientSecret: string): Promise<CardResult> {
      const payment = await ask((entry) => entry.confirm(clientSecret));
      if (payment.ok) values.set(PAYMENT_FIELD, payment.id);
      return payment;
    },
  };
}

/** The client secret of a payment that the card holder must confirm, or null. */
export function findPaymentSecret({ payment, data }: FormAccepted): string | null {
  if (payment) return payment.client_secret;
  if (typeof data !== "object" || data === null) return null;
  if (!("requires_payment_action" in data) || data.requires_payment_action !== true) return null;
  return "client_secret" in data && typeof data.client_secret === "string" ? data.client_secret : null;
}
