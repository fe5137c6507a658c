/** The field for a moment in UTC: the browser's own field, which every browser has and which works without scripts. */
import { Field, getInputClass, type FieldProps } from "./field";

interface DateTimeFieldProps extends FieldProps {
  /** ISO 8601. */
  defaultValue?: string | null;
}

/** The browser sends the moment without a zone; the label or the hint must say that it is UTC. */
export function DateTimeField({ defaultValue, ...field }: DateTimeFieldProps) {
  return (
    <Field {...field}>
      {(control, sentValue) => (
        <input
          {...control}
          type="datetime-local"
          defaultValue={sentValue ?? toFieldValue(defaultValue)}
          className={getInputClass("max-w-60")}
        />
      )}
    </Field>
  );
}

/** YYYY-MM-DDTHH:MM. */
function toFieldValue(iso: string | null | undefined): string | undefined {
  return iso == null ? undefined : new Date(iso).toISOString().slice(0, 16);
}
