/** A value that nobody types. */
import { FieldError } from "./field";
import { useField } from "./form-state";

/** A hidden input; its error has no control to stand beside, so it stands alone. */
export function HiddenField({ name, value }: { name: string; value: string }) {
  const { errorId, error } = useField(name, undefined);
  return (
    <>
      <input type="hidden" name={name} value={value} />
      <FieldError id={errorId}>{error}</FieldError>
    </>
  );
}
