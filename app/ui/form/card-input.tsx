/** The payment provider's card input, loaded only on pages that ask for a card. */
import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { CardElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeCardElement } from "@stripe/stripe-js";
import { useEffect, useMemo, useState } from "react";
import type { Message } from "~/domain/messages";
import { CardFrame, CardUnavailable } from "./card-frame";
import type { CardEntry } from "./form-state";
import {
  confirmWithProvider,
  loadProvider,
  toCardResult,
  UNAVAILABLE,
  type CardProvider,
} from "./load-provider";

export const CARD_ENTRY_FONT_PX = 13;

interface CardInputProps extends CardProvider {
  isInvalid: boolean;
  /** The input takes the focus once it is ready. */
  hasFocus: boolean;
  /** Called with the input once it is ready, and with null when it is removed. */
  onEntry: (entry: CardEntry | null) => void;
  /** Called on every change: what is wrong with the card as it is now, or null. */
  onChange: (error: Message | null) => void;
}

/** Loads the provider's script, then shows its input. */
export default function CardInput({ publishableKey, locale, scriptUrl, ...input }: CardInputProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const stripe = useMemo(
    () =>
      loadProvider({ publishableKey, locale, scriptUrl }).catch(() => {
        setHasFailed(true);
        return null;
      }),
    [publishableKey, locale, scriptUrl],
  );
  return hasFailed ? (
    <CardUnavailable />
  ) : (
    <Elements stripe={stripe} options={{ fonts: listFonts() }}>
      <Input {...input} />
    </Elements>
  );
}

function Input({ isInvalid, hasFocus, onEntry, onChange }: Omit<CardInputProps, keyof CardProvider>) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [isFocused, setIsFocused] = useState(false);

  useEffect(() => {
    if (!stripe || !elements || !isReady) return;
    onEntry(createCardEntry(stripe, () => elements.getElement(CardElement)));
    return () => onEntry(null);
  }, [stripe, elements, isReady, onEntry]);

  useEffect(() => {
    if (isReady && hasFocus) elements?.getElement(CardElement)?.focus();
  }, [isReady, hasFocus, elements]);

  return (
    <CardFrame isReady={isReady} isInvalid={isInvalid} isFocused={isFocused}>
      <CardElement
        options={{ style: getCardStyle(), hidePostalCode: true }}
        onReady={() => setIsReady(true)}
        onChange={({ error }) => onChange(error?.message ?? null)}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
      />
    </CardFrame>
  );
}

/** The form's access to the card. */
function createCardEntry(stripe: Stripe, findElement: () => StripeCardElement | null): CardEntry {
  return {
    async createToken() {
      const element = findElement();
      if (!element) return UNAVAILABLE;
      const { token, error } = await stripe.createToken(element);
      return toCardResult(token, error);
    },
    confirm: (clientSecret) => confirmWithProvider(stripe, clientSecret),
    focus: () => findElement()?.focus(),
  };
}

const FONT_FAMILY = "Inter Variable";

/** The page's typeface, which the provider's iframe loads from this site. Where it cannot, the text is in the system's. */
function listFonts() {
  const source = new URL(interUrl, window.location.href).href;
  return [{ family: FONT_FAMILY, src: `url(${source}) format("woff2")`, weight: "400", display: "swap" }];
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
      fontFamily: `"${FONT_FAMILY}", Inter, system-ui, sans-serif`,
      fontSize: `${CARD_ENTRY_FONT_PX}px`,
      "::placeholder": { color: css.getPropertyValue("--faint") },
    },
    invalid: { color: bad, iconColor: bad },
  };
}
