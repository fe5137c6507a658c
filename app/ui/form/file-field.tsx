/** A file to upload: the browser's file chooser behind a button in the page's language. */
import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import { getButtonClass } from "../kit/button";
import { useTexts } from "../use-texts";
import { Icon } from "../kit/icon";
import { getControlAttributes, FieldError, FieldHint, type FieldProps } from "./field";
import { useField } from "./form-state";

interface FileFieldProps extends Pick<FieldProps, "name" | "label" | "hint"> {
  /** Accepted media types, such as `image/png`. The form's schema rejects the others. */
  accept: readonly string[];
  /** Called with the chosen file, or with null when the user removes the choice. */
  onChoose?: (file: File | null) => void;
}

/**
 * A file input whose label is its button. The file is checked as soon as it is chosen. Its form needs `hasFile`, for
 * browsers without scripts; there the input itself shows the name of the file.
 */
export function FileField({ accept, onChoose, ...props }: FileFieldProps) {
  const field = useField(props.name, props.label);
  const input = useRef<HTMLInputElement>(null);
  const [fileName, setFileName] = useState<string | null>(null);
  const { t } = useTexts("form");

  function choose(): void {
    const file = input.current?.files?.[0] ?? null;
    setFileName(file?.name ?? null);
    onChoose?.(file);
    // The form checks a field on blur. Choosing a file does not blur the input, so the event is sent here.
    const { current } = input;
    current?.dispatchEvent(new FocusEvent("focusout", { bubbles: true, relatedTarget: current.form }));
  }
  // The user may have chosen a file before hydration.
  useEffect(() => {
    if (input.current?.files?.length) input.current.dispatchEvent(new Event("change", { bubbles: true }));
  }, []);

  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <div className="relative flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <input
          {...getControlAttributes(field, props)}
          ref={input}
          type="file"
          accept={accept.join(",")}
          onChange={choose}
          className="peer sr-only noscript:not-sr-only noscript:order-1 noscript:max-w-full noscript:file:hidden"
        />
        <label htmlFor={field.id} className={FILE_BUTTON}>
          <Icon name="upload" />
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
