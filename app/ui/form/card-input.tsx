/** The payment provider's card input, loaded only on pages that ask for a card. */
import { CardElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeCardElement } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import clsx from "clsx";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { CARD_ENTRY_FONT_PX } from "~/domain/limits";
import type { Locale } from "~/domain/locales";
import type { CardEntry, CardResult } from "./form-state";

export interface CardInputProps {
  publishableKey: string;
  locale: Locale;
  isInvalid: boolean;
  /** Called with the input once it is ready, and with null when it is removed. */
  onEntry: (entry: CardEntry | null) => void;
}

/** Loads the provider's script, then shows its input. */
export default function CardInput({ publishableKey, locale, ...input }: CardInputProps) {
  const { t } = useTranslation("form");
  const [hasFailed, setHasFailed] = useState(false);
  const stripe = useMemo(
    () =>
      loadStripe(publishableKey, { locale }).catch((error: unknown) => {
        console.error(error);
        setHasFailed(true);
        return null;
      }),
    [publishableKey, locale],
  );
  return hasFailed ? (
    <p role="alert" className="text-sm text-bad">
      {t("card.unavailable")}
    </p>
  ) : (
    <Elements stripe={stripe}>
      <Input {...input} />
    </Elements>
  );
}

function Input({ isInvalid, onEntry }: Pick<CardInputProps, "isInvalid" | "onEntry">) {
  const { t } = useTranslation("form");
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [isFocused, setIsFocused] = useState(false);

  useEffect(() => {
    if (!stripe || !elements || !isReady) return;
    onEntry(createCardEntry(stripe, () => elements.getElement(CardElement)));
    return () => onEntry(null);
  }, [stripe, elements, isReady, onEntry]);

  return (
    <div
      className={clsx(
        "min-h-9.5 rounded border bg-surface px-3 py-2.5 shadow-control",
        isInvalid ? "border-bad" : "border-line-strong",
        isFocused && "outline outline-2 outline-offset-2 outline-ring",
      )}
    >
      {isReady ? null : <p className="text-sm text-muted">{t("card.loading")}</p>}
      <CardElement
        options={{ style: getCardStyle(), hidePostalCode: true }}
        onReady={() => setIsReady(true)}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
      />
    </div>
  );
}

/** The form's access to the card. Error messages are the provider's, in the user's language. */
function createCardEntry(stripe: Stripe, findElement: () => StripeCardElement | null): CardEntry {
  return {
    async createToken() {
      const element = findElement();
      if (!element) return UNAVAILABLE;
      const { token, error } = await stripe.createToken(element);
      return toCardResult(token, error);
    },
    async confirm(clientSecret) {
      if (clientSecret.startsWith("seti_")) {
        const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret);
        return toCardResult(setupIntent, error);
      }
      const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret);
      return toCardResult(paymentIntent, error);
    },
    focus: () => findElement()?.focus(),
  };
}

const UNAVAILABLE: CardResult = { ok: false, message: "form:card.unavailable" };

function toCardResult(
  created: { id: string } | undefined,
  error: { message?: string } | undefined,
): CardResult {
  if (created) return { ok: true, id: created.id };
  return error?.message ? { ok: false, message: error.message } : UNAVAILABLE;
}

/** The provider's input is in an iframe, which does not inherit the page's colours. */
function getCardStyle() {
  const css = getComputedStyle(document.documentElement);
  const color = css.getPropertyValue("--text");
  const bad = css.getPropertyValue("--bad");
  return {
    base: {
      color,
      iconColor: color,
      fontFamily: "Inter, system-ui, sans-serif",
      fontSize: `${CARD_ENTRY_FONT_PX}px`,
      "::placeholder": { color: css.getPropertyValue("--faint") },
    },
    invalid: { color: bad, iconColor: bad },
  };
}
