/** The card in the billing forms: the payment provider's field, or the sandbox's in its place. */
import type { Locale } from "~/domain/locales";
import { CardField, CardOnFileField } from "../form/card-field";
import { useTexts } from "../use-texts";

export interface CardBoxProps {
  publishableKey: string;
  isSandbox: boolean;
  locale: Locale;
}

/** The sandbox serves this in place of the provider's script. The provider's loader finds it once it has run. */
const SANDBOX_SCRIPT = "/sandbox/stripe.js";

/** The field for a new card. `hasFocus`: the link that led here asks for the card, so typing may begin at once. */
export function CardBox({ isSandbox, hasFocus, ...provider }: CardBoxProps & { hasFocus?: boolean }) {
  const { t } = useTexts("billing");
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <CardField
        {...provider}
        scriptUrl={toScriptUrl(isSandbox)}
        label={t("choose.card")}
        hasFocus={hasFocus}
      />
      {isSandbox ? <p className="text-sm text-muted noscript:hidden">{t("choose.card_sandbox")}</p> : null}
    </div>
  );
}

/** In a form that the card on file pays: confirms the payment when the bank requires it. */
export function CardOnFile({ isSandbox, ...provider }: CardBoxProps) {
  const { t } = useTexts("billing");
  return <CardOnFileField {...provider} scriptUrl={toScriptUrl(isSandbox)} label={t("choose.card")} />;
}

function toScriptUrl(isSandbox: boolean): string | undefined {
  return isSandbox ? SANDBOX_SCRIPT : undefined;
}
