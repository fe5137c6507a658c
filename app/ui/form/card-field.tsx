/** The card field: the payment provider's own input takes the card number, so this product never receives it. */
import { lazy, Suspense, useCallback, useContext, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CARD_FIELD } from "~/domain/forms/reply";
import type { Locale } from "~/domain/locales";
import { useIsHydrated } from "../layout/use-page";
import { FieldError } from "./field";
import { FormContext, useField, type CardEntry } from "./form-state";

export interface CardFieldProps {
  label: string;
  publishableKey: string;
  /** The language of the provider's texts. */
  locale: Locale;
}

/** A form with this field sends the card's token as `token`. Without scripts it shows that it needs them. */
export function CardField({ label, publishableKey, locale }: CardFieldProps) {
  const { t } = useTranslation("form");
  const { id, errorId, error } = useField(CARD_FIELD, label);
  const isHydrated = useIsHydrated();
  const onEntry = useCardEntry();
  return (
    <div role="group" aria-labelledby={id} className="grid grid-cols-1 gap-1.5">
      <span id={id} className="text-control font-medium">
        {label}
      </span>
      {isHydrated ? (
        <Suspense fallback={<p className="text-sm text-muted">{t("card.loading")}</p>}>
          <CardInput
            publishableKey={publishableKey}
            locale={locale}
            isInvalid={error !== undefined}
            onEntry={onEntry}
          />
        </Suspense>
      ) : (
        <noscript>
          <p className="text-sm text-warn">{t("card.needs_script")}</p>
        </noscript>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
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
      createToken: async () => (await loaded.current?.createToken()) ?? notReady,
      confirm: async (clientSecret) => (await loaded.current?.confirm(clientSecret)) ?? notReady,
      focus: () => loaded.current?.focus(),
    });
  }, [attachCard]);
  return useCallback((entry: CardEntry | null) => {
    loaded.current = entry;
  }, []);
}
