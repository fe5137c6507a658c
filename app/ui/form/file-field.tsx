/** A file to upload, by the browser's own chooser. */
import { Field, type FieldProps } from "./field";
import { inputClass } from "./input-class";

export interface FileFieldProps extends FieldProps {
  /** Accepted types, as `image/png`. The form's schema refuses the others. */
  accept: readonly string[];
}

/** A labelled file input. Its form must be told that it `hasFile`, for browsers without scripts. */
export function FileField({ accept, ...field }: FileFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept={accept.join(",")}
          className={inputClass(
            "!h-auto py-1.5 pl-1.5 file:mr-3 file:cursor-pointer file:rounded-sm file:border-0 file:bg-sunken file:px-3 file:py-1 file:font-medium file:text-text",
          )}
        />
      )}
    </Field>
  );
}
