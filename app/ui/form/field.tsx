/** The parts of every field around its control: label, hint, error, and the attributes that connect them. */
import clsx from "clsx";
import type { ReactNode } from "react";
import { useTexts } from "../use-texts";
import { Icon } from "../kit/icon";
import { useField } from "./form-state";

export interface FieldProps {
  name: string;
  label: string;
  /** Help that is always shown. */
  hint?: ReactNode;
  /** By default true; an optional field is marked as such. */
  isRequired?: boolean;
  /** At the right of the label: a link, for example. */
  aside?: ReactNode;
}

/** The attributes that connect a control with its field. */
export interface ControlAttributes {
  id: string;
  name: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
}

/** `sentValue` is the value that was sent before, when the form is shown again. */
export type RenderControl = (control: ControlAttributes, sentValue: string | undefined) => ReactNode;

/** A labelled field around any control. */
export function Field({ children, ...props }: FieldProps & { children: RenderControl }) {
  const field = useField(props.name, props.label);
  const attributes = getControlAttributes(field, props);
  return (
    <div className="relative grid gap-1.5">
      <label htmlFor={field.id} className="text-control font-medium">
        {props.label}
        <OptionalMark isShown={props.isRequired === false} />
      </label>
      {children(attributes, field.sentValue)}
      <FieldHint id={field.hintId}>{props.hint}</FieldHint>
      <FieldError id={field.errorId}>{field.error}</FieldError>
      {/* Last in the document order: the Tab key must go from one control to the next without a link in between. */}
      {props.aside ? <div className="absolute right-0 top-px">{props.aside}</div> : null}
    </div>
  );
}

/** An error with its icon. A screen reader announces it without interrupting what it is reading. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return children === undefined ? null : (
    <p id={id} role="alert" aria-live="polite" className="flex gap-1.5 text-sm text-bad">
      <Icon name="circle-alert" className="mt-px" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}

/** Help below a control. */
export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <div id={id} className="text-sm text-muted">
      {children}
    </div>
  ) : null;
}

/** Most fields are required, so the optional ones are marked. */
export function OptionalMark({ isShown }: { isShown: boolean }) {
  const { t } = useTexts("form");
  return isShown ? <span className="font-normal text-muted"> ({t("optional")})</span> : null;
}

/** The attributes that connect a control with the texts of its field. */
export function getControlAttributes(
  field: ReturnType<typeof useField>,
  { name, hint, isRequired = true }: Pick<FieldProps, "name" | "hint" | "isRequired">,
): ControlAttributes {
  const describedBy = [hint && field.hintId, field.error && field.errorId].filter(Boolean).join(" ");
  return {
    id: field.id,
    name,
    "aria-invalid": field.error === undefined ? undefined : true,
    "aria-describedby": describedBy || undefined,
    // Not `required`: the browser would show its own message first, in its own language.
    "aria-required": isRequired || undefined,
  };
}

/** Class names of a one-line input or select, 38 px high. */
export function getInputClass(className?: string): string {
  return clsx(
    "h-9.5 w-full min-w-0 rounded border border-line-strong bg-surface px-3 field-text text-text shadow-control",
    "aria-[invalid]:border-bad",
    className,
  );
}
