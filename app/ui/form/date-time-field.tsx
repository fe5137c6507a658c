/** The field for a moment in UTC: a day and a time. Without scripts it is the browser's own field, which has both. */
import { MomentInput } from "./day-input";
import { Field, type FieldProps } from "./field";

interface DateTimeFieldProps extends FieldProps {
  /** ISO 8601. */
  defaultValue?: string | null;
}

/** The moment is sent without a zone; the label or the hint must say that it is UTC. */
export function DateTimeField({ defaultValue, ...field }: DateTimeFieldProps) {
  return (
    <Field {...field}>
      {(control, sentValue) => (
        <MomentInput
          control={control}
          defaultValue={sentValue ?? toFieldValue(defaultValue)}
          isOptional={field.isRequired === false}
        />
      )}
    </Field>
  );
}

/** YYYY-MM-DDTHH:MM. */
function toFieldValue(iso: string | null | undefined): string | undefined {
  return iso == null ? undefined : new Date(iso).toISOString().slice(0, 16);
}
