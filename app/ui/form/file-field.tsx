/** A file to upload, by the browser's own chooser behind a button in the page's language. */
import clsx from "clsx";
import Upload from "lucide-react/icons/upload";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { getButtonClass } from "../kit/button-class";
import { getControlAttributes, FieldError, FieldHint, type FieldProps } from "./field";
import { useField } from "./form-state";

export interface FileFieldProps extends Pick<FieldProps, "name" | "label" | "hint"> {
  /** Accepted types, as `image/png`. The form's schema refuses the others. */
  accept: readonly string[];
  /** Called with the file that was chosen; with null when the choice was taken back. */
  onChoose?: (file: File | null) => void;
}

/**
 * A file input whose label is its button. The rules are checked as soon as a file is chosen. Its form must be told that
 * it `hasFile`, for browsers without scripts; there the input shows the file's name itself.
 */
export function FileField({ accept, onChoose, ...props }: FileFieldProps) {
  const field = useField(props.name, props.label);
  const input = useRef<HTMLInputElement>(null);
  const [fileName, setFileName] = useState<string | null>(null);
  const { t } = useTranslation("form");

  function choose(): void {
    const file = input.current?.files?.[0] ?? null;
    setFileName(file?.name ?? null);
    onChoose?.(file);
    // A field is checked when it is left: here it is filled in with the choice itself.
    const { current } = input;
    current?.dispatchEvent(new FocusEvent("focusout", { bubbles: true, relatedTarget: current.form }));
  }
  // A file that was chosen before the scripts came.
  useEffect(() => {
    if (input.current?.files?.length) input.current.dispatchEvent(new Event("change", { bubbles: true }));
  }, []);

  return (
    <div className="grid gap-1.5">
      <div className="relative flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <input
          {...getControlAttributes(field, props)}
          ref={input}
          type="file"
          accept={accept.join(",")}
          onChange={choose}
          className="peer sr-only noscript:not-sr-only noscript:order-1 noscript:file:hidden"
        />
        <label htmlFor={field.id} className={FILE_BUTTON}>
          <Upload aria-hidden />
          {props.label}
        </label>
        <span className="min-w-0 text-sm text-muted [overflow-wrap:anywhere] noscript:hidden">
          {fileName ?? t("no_file")}
        </span>
      </div>
      <FieldHint id={field.hintId}>{props.hint}</FieldHint>
      <FieldError id={field.errorId}>{field.error}</FieldError>
    </div>
  );
}

const FILE_BUTTON = clsx(
  getButtonClass(),
  "peer-focus-visible:outline peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2",
  "peer-focus-visible:outline-ring peer-aria-[invalid]:border-bad",
);
