/** The form's side of the card field: a token before the form is sent, a confirmed payment after. Spec §4. */
import { useState, type RefObject } from "react";
import { CARD_FIELD, PAYMENT_FIELD } from "~/domain/forms/reply";
import type { Message } from "~/domain/messages";
import type { CardEntry, CardResult } from "./form-state";

/** Both functions add to the values what the provider gave, and tell what it said if it gave nothing. */
export function useCard(card: RefObject<CardEntry>) {
  const [isAsked, setIsAsked] = useState(false);
  const [error, setError] = useState<Message | null>(null);

  async function ask(question: (entry: CardEntry) => Promise<CardResult>): Promise<CardResult> {
    if (!card.current) return { ok: false, message: "form:card.unavailable" };
    setIsAsked(true);
    const result = await question(card.current);
    setIsAsked(false);
    return result;
  }

  return {
    /** The provider is being asked, or the card holder is. */
    isAsked,
    /** What is wrong with the card itself. */
    error,
    /** A form without a card field needs no token. */
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
