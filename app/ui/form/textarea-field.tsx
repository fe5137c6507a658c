/** The field for several lines. In its own file, because the sign-in page loads fields.tsx and its script has a size limit. */
import { Field, getInputClass, type FieldProps } from "./field";

interface TextareaFieldProps extends FieldProps {
  rows?: number;
  defaultValue?: string;
  placeholder?: string;
  maxLength?: number;
  /** False for what is no prose, such as emails. */
  spellCheck?: boolean;
}

/** Several lines of text; the user can resize the area. */
export function TextareaField({
  rows = 5,
  defaultValue,
  placeholder,
  maxLength,
  spellCheck,
  ...field
}: TextareaFieldProps) {
  return (
    <Field {...field}>
      {(control, sentValue) => (
        <textarea
          {...control}
          dir="auto"
          rows={rows}
          className={getInputClass("!h-auto resize-y py-2")}
          defaultValue={sentValue ?? defaultValue}
          placeholder={placeholder}
          maxLength={maxLength}
          spellCheck={spellCheck}
        />
      )}
    </Field>
  );
}
