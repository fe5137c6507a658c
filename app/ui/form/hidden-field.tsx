/** The hidden field. In its own file, because the sign-in page loads field.tsx and its script has a size limit. */
import { FieldError } from "./field";
import { useField } from "./form-state";

/** A hidden input. Its error has no visible control, so it is shown alone. */
export function HiddenField({ name, value }: { name: string; value: string }) {
  const { errorId, error } = useField(name, undefined);
  return (
    <>
      <input type="hidden" name={name} value={value} />
      <FieldError id={errorId}>{error}</FieldError>
    </>
  );
}
