/** The field for a moment in UTC: a day and a time. Without scripts it is the browser's own field, which has both. */
import { useState } from "react";
import { useTexts } from "../use-texts";
import type { DayButton } from "./day-button";
import { useOwnDay } from "./day-input";
import { Field, getInputClass, type ControlAttributes, type FieldProps } from "./field";

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

interface MomentInputProps {
  control: ControlAttributes;
  /** YYYY-MM-DDTHH:MM. */
  defaultValue: string | undefined;
  isOptional: boolean;
}

function MomentInput({ control, defaultValue, isOptional }: MomentInputProps) {
  const { input, own, setValue } = useOwnDay();
  if (own === null) {
    const className = getInputClass("max-w-96");
    return (
      <input
        {...control}
        ref={input}
        type="datetime-local"
        defaultValue={defaultValue}
        className={className}
      />
    );
  }
  return <DayAndTime {...own} {...{ control, isOptional }} onChange={setValue} />;
}

type DayAndTimeProps = Omit<MomentInputProps, "defaultValue"> & {
  Button: typeof DayButton;
  value: string;
  onChange: (value: string) => void;
};

function DayAndTime({ Button, control, value, isOptional, onChange }: DayAndTimeProps) {
  const { t } = useTexts("form");
  const [day = "", time = MIDNIGHT] = value.split("T");
  // A time that is being typed may be empty; then the last whole one counts.
  const [shownTime, setShownTime] = useState(time);
  const change = (newDay: string, newTime: string) =>
    onChange(newDay === "" ? "" : `${newDay}T${newTime || MIDNIGHT}`);
  return (
    <div className="flex max-w-96 flex-wrap gap-2">
      <input type="hidden" name={control.name} value={value} />
      <Button
        control={control}
        value={day}
        isOptional={isOptional}
        className="flex-[1_1_10rem]"
        onPick={(picked) => change(picked, shownTime)}
      />
      <input
        type="time"
        aria-label={t("date.time")}
        aria-invalid={control["aria-invalid"]}
        value={shownTime}
        onChange={(event) => {
          setShownTime(event.target.value);
          change(day, event.target.value);
        }}
        className={getInputClass("flex-[1_1_8rem]")}
      />
    </div>
  );
}

const MIDNIGHT = "00:00";

/** YYYY-MM-DDTHH:MM. */
function toFieldValue(iso: string | null | undefined): string | undefined {
  return iso == null ? undefined : new Date(iso).toISOString().slice(0, 16);
}
