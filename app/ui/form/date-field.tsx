/** The field for a day: a button with a calendar, and without scripts the browser's own date field. */
import { DayInput } from "./day-input";
import { Field, type FieldProps } from "./field";

interface DateFieldProps extends FieldProps {
  /** YYYY-MM-DD. */
  defaultValue?: string;
  /** The first day that the calendar offers, as YYYY-MM-DD. The server decides what is allowed. */
  min?: string;
  /** Called for a day of the calendar, which is no input event. */
  onPick?: () => void;
}

export function DateField({ defaultValue, min, onPick, ...field }: DateFieldProps) {
  return (
    <Field {...field}>
      {(control, sentValue) => (
        <DayInput
          control={control}
          defaultValue={sentValue ?? defaultValue}
          min={min}
          isOptional={field.isRequired === false}
          className="max-w-date"
          onPick={onPick}
        />
      )}
    </Field>
  );
}
