/** "Have a code?": a promotion code, which is checked before the form is sent. */
import { useId, useState, type KeyboardEvent } from "react";
import { FieldError, getInputClass } from "../form/field";
import { useField } from "../form/form-state";
import { Button } from "../kit/button";
import { linkClass } from "../kit/text-link";
import { useTexts } from "../use-texts";

interface PromotionFieldProps {
  /** The code that the shown price includes; "" for none. */
  applied: string;
  /** Why that code is not accepted. */
  error: string | null;
  /** The applied code counts for the first payment only. */
  isForFirstPayment: boolean;
  onApply: (code: string) => void;
}

/** A field named "promotion_code". Without scripts the code is checked when the form is sent. */
export function PromotionField({ applied, error, isForFirstPayment, onApply }: PromotionFieldProps) {
  const { t } = useTexts("billing");
  const { id, errorId, error: sentError, sentValue } = useField("promotion_code", t("checkout.code"));
  const [code, setCode] = useState(sentValue ?? applied);
  const shown = (code === applied ? error : null) ?? sentError;
  const stateId = useId();
  const apply = () => onApply(code.trim());
  // The Enter key would submit the form, and so pay before the price with the code was seen.
  const applyByEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    apply();
  };
  return (
    <details open={code !== "" || shown !== undefined || undefined}>
      <summary className={`${linkClass} cursor-pointer list-none justify-self-start text-sm`}>
        {t("checkout.have_code")}
      </summary>
      <div className="mt-2 grid gap-1.5">
        <label htmlFor={id} className="text-control font-medium">
          {t("checkout.code")}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            name="promotion_code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={shown ? true : undefined}
            aria-describedby={shown ? errorId : stateId}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            onKeyDown={applyByEnter}
            className={getInputClass()}
          />
          <Button className="shrink-0 whitespace-nowrap noscript:hidden" onClick={apply}>
            {t("checkout.apply")}
          </Button>
        </div>
        <p id={stateId} role="status" className="text-sm text-good empty:hidden">
          {applied !== "" && code.trim() === applied && !shown
            ? t(isForFirstPayment ? "checkout.applied_first" : "checkout.applied")
            : null}
        </p>
        <FieldError id={errorId}>{shown ?? undefined}</FieldError>
      </div>
    </details>
  );
}
