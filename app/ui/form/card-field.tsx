/** The card field: the payment provider's own input takes the card number, so this product never receives it. */
import { lazy, Suspense, useCallback, useContext, useEffect, useRef } from "react";
import { CARD_FIELD } from "~/domain/forms/reply";
import { useIsHydrated } from "../use-page";
import { CardGroup, CardLoading, CardNeedsScript } from "./card-frame";
import { FieldError } from "./field";
import { FormContext, useField, type CardEntry } from "./form-state";
import type { CardProvider } from "./load-provider";

interface CardFieldProps extends CardProvider {
  label: string;
}

interface CardInputFieldProps extends CardFieldProps {
  /** The field takes the focus as soon as it can. */
  hasFocus?: boolean;
}

/** A form with this field sends the card's token as `token`. Without scripts it shows that it needs them. */
export function CardField({ label, hasFocus = false, ...provider }: CardInputFieldProps) {
  const { changeCard, errors } = useContext(FormContext);
  const isHydrated = useIsHydrated();
  const onEntry = useCardEntry();
  return (
    <CardGroup label={label}>
      {isHydrated ? (
        <Suspense fallback={<CardLoading />}>
          <CardInput
            {...provider}
            hasFocus={hasFocus}
            isInvalid={errors[CARD_FIELD] !== undefined}
            onEntry={onEntry}
            onChange={changeCard}
          />
        </Suspense>
      ) : (
        <noscript>
          <CardNeedsScript />
        </noscript>
      )}
    </CardGroup>
  );
}

const CardInput = lazy(() => import("./card-input"));

/** Registers a card entry that fails until the provider's input is loaded: the form must not be sent without a token. */
function useCardEntry() {
  const { attachCard } = useContext(FormContext);
  const loaded = useRef<CardEntry | null>(null);
  useEffect(() => {
    const notReady = { ok: false, message: "form:card.not_ready" } as const;
    return attachCard({
      createToken: async () => (loaded.current ? loaded.current.createToken() : notReady),
      confirm: async (clientSecret) => (await loaded.current?.confirm(clientSecret)) ?? notReady,
      focus: () => loaded.current?.focus(),
    });
  }, [attachCard]);
  return useCallback((entry: CardEntry | null) => {
    loaded.current = entry;
  }, []);
}

/**
 * For a form that the card on file pays: nothing to enter, but the bank may ask the card holder to confirm the payment.
 * Shows what went wrong with the card.
 */
export function CardOnFileField({ label, publishableKey, locale, scriptUrl }: CardFieldProps) {
  const { errorId, error } = useField(CARD_FIELD, label);
  const { attachCard } = useContext(FormContext);
  useEffect(
    () =>
      attachCard({
        createToken: () => Promise.resolve(null),
        async confirm(clientSecret) {
          const { loadProvider, confirmWithProvider, UNAVAILABLE } = await import("./load-provider");
          const stripe = await loadProvider({ publishableKey, locale, scriptUrl }).catch(() => null);
          return stripe ? confirmWithProvider(stripe, clientSecret) : UNAVAILABLE;
        },
        focus: () => undefined,
      }),
    [attachCard, publishableKey, locale, scriptUrl],
  );
  return <FieldError id={errorId}>{error}</FieldError>;
}
