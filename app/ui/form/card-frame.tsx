/**
 * The label, the box and the error around the payment provider's input, which is the provider's own frame. Apart from
 * the field, because /dev/kit shows them without loading the provider's script.
 */
import clsx from "clsx";
import type { ReactNode } from "react";
import { CARD_FIELD } from "~/domain/forms/reply";
import { useTexts } from "../use-texts";
import { FieldError } from "./field";
import { useField } from "./form-state";

/** The label above the input, and below it what is wrong with the card. */
export function CardGroup({ label, children }: { label: string; children: ReactNode }) {
  const { id, errorId, error } = useField(CARD_FIELD, label);
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={error && errorId}
      className="grid grid-cols-1 gap-1.5"
    >
      <span id={id} className="text-control font-medium">
        {label}
      </span>
      {children}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

interface CardFrameProps {
  /** The provider's input has loaded. */
  isReady: boolean;
  isInvalid?: boolean;
  /** The provider's frame has the focus, which the page's own style cannot know. */
  isFocused?: boolean;
  /** The provider's input. */
  children?: ReactNode;
}

/** The box of the input, in the look of the other fields. */
export function CardFrame({ isReady, isInvalid = false, isFocused = false, children }: CardFrameProps) {
  return (
    <div
      className={clsx(
        "min-h-9.5 rounded border bg-surface px-3 py-2.5 shadow-control",
        isInvalid ? "border-bad" : "border-line-strong",
        isFocused && "outline outline-2 outline-offset-2 outline-ring",
      )}
    >
      {isReady ? null : <CardLoading />}
      {children}
    </div>
  );
}

/** In place of the input until its script has loaded. */
export function CardLoading() {
  const { t } = useTexts("form");
  return <p className="text-sm text-muted">{t("card.loading")}</p>;
}

/** In place of the input when the provider's script does not load. */
export function CardUnavailable() {
  const { t } = useTexts("form");
  return (
    <p role="alert" className="text-sm text-bad">
      {t("card.unavailable")}
    </p>
  );
}

/** In place of the input where scripts do not run. */
export function CardNeedsScript() {
  const { t } = useTexts("form");
  return <p className="text-sm text-warn">{t("card.needs_script")}</p>;
}
