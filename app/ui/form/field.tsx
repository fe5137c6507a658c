/** What every field has around its control: label, hint, error, and whether it must be filled, tied together. */
import CircleAlert from "lucide-react/icons/circle-alert";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useField } from "./form-state";

export interface FieldProps {
  name: string;
  label: string;
  /** Help that is always there. */
  hint?: ReactNode;
  /** True unless told; a field that may be left empty says so. */
  isRequired?: boolean;
  /** Beside the label, at the right: a link, say. */
  aside?: ReactNode;
}

/** What a control needs to belong to its field. */
export interface ControlAttributes {
  id: string;
  name: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
}

/** The value that the form was sent with, if it comes back. */
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
      {/* After the control: from field to field, the Tab key must not stop at a link between them. */}
      {props.aside ? <div className="absolute right-0 top-px">{props.aside}</div> : null}
    </div>
  );
}

/** A field of several controls, as radio buttons: the label is the group's. */
export function FieldGroup({ children, ...props }: FieldProps & { children: RenderControl }) {
  const field = useField(props.name, props.label);
  const attributes = getControlAttributes(field, props);
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={attributes["aria-describedby"]}>
      <legend className="mb-1.5 text-control font-medium">
        {props.label}
        <OptionalMark isShown={props.isRequired === false} />
      </legend>
      {children(attributes, field.sentValue)}
      <FieldHint id={field.hintId}>{props.hint}</FieldHint>
      <FieldError id={field.errorId}>{field.error}</FieldError>
    </fieldset>
  );
}

/** An error with its icon; announced when it appears, without cutting off what is being read. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return children === undefined ? null : (
    <p id={id} role="alert" aria-live="polite" className="flex gap-1.5 text-sm text-bad">
      <CircleAlert aria-hidden className="mt-px" />
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

/** Most fields are required, so it is the others that carry a mark. */
function OptionalMark({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation("form");
  return isShown ? <span className="font-normal text-muted"> ({t("optional")})</span> : null;
}

/** What ties a control to the texts of its field. */
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
    // Not `required`: the browser's own messages would come before ours, in another language.
    "aria-required": isRequired || undefined,
  };
}
