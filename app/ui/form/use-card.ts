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

  async function ask<Result>(run: (entry: CardEntry) => Promise<Result>): Promise<Result | CardResult> {
    if (!card.current) return { ok: false, message: "form:card.unavailable" };
    setIsBusy(true);
    const result = await run(card.current);
    setIsBusy(false);
    return result;
  }

  function refuse(message: Message): void {
    setError(message);
    card.current?.focus();
  }

  return {
    /** The provider, or the card holder, has not answered yet. */
    isBusy,
    /** The provider's message about the card itself. */
    error,
    /** Replaces the message: the user has changed the card. */
    setError,
    /** False when the card was rejected. A form without a card field needs no token. */
    async addToken(values: FormData): Promise<boolean> {
      setError(null);
      if (!card.current) return true;
      const token = await ask((entry) => entry.createToken());
      if (token === null) return true;
      if (token.ok) values.set(CARD_FIELD, token.id);
      else refuse(token.message);
      return token.ok;
    },
    /** False when the card holder or the bank did not confirm the payment. */
    async addPayment(values: FormData, clientSecret: string): Promise<boolean> {
      const payment = await ask((entry) => entry.confirm(clientSecret));
      if (payment.ok) values.set(PAYMENT_FIELD, payment.id);
      else refuse(payment.message);
      return payment.ok;
    },
  };
}

/** The client secret of a payment that the card holder must confirm, or null. */
export function findPaymentSecret(reply: FormAccepted): string | null {
  return reply.requires_payment_action === true ? (reply.client_secret ?? null) : null;
}
