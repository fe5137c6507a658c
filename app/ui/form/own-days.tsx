/** The product's own controls for a day and for a moment, with a calendar. A page loads them after everything else. */
import { useState } from "react";
import { useTexts } from "../use-texts";
import { DayButton, type DayAttributes, type DayOptions } from "./day-button";
import { getInputClass, type ControlAttributes } from "./field";

export interface DayInputProps extends DayOptions {
  control: DayAttributes;
  /** YYYY-MM-DD. */
  defaultValue?: string;
  /** Called for a day of the calendar, which is no input event. */
  onPick?: () => void;
}

export function OwnDay({ control, defaultValue = "", onPick, ...options }: DayInputProps) {
  const [value, setValue] = useState(defaultValue);
  const pick = (day: string) => {
    setValue(day);
    onPick?.();
  };
  return (
    <>
      <input type="hidden" name={control.name} value={value} />
      <DayButton {...options} control={control} value={value} onPick={pick} />
    </>
  );
}

export interface MomentInputProps {
  control: ControlAttributes;
  /** YYYY-MM-DDTHH:MM. */
  defaultValue: string | undefined;
  isOptional: boolean;
}

/** A day and a time. */
export function OwnMoment({ control, defaultValue = "", isOptional }: MomentInputProps) {
  const { t } = useTexts("form");
  const [value, setValue] = useState(defaultValue);
  const [day = "", time = MIDNIGHT] = value.split("T");
  // A time that is being typed may be empty; then the last whole one counts.
  const [shownTime, setShownTime] = useState(time);
  const change = (newDay: string, newTime: string) =>
    setValue(newDay === "" ? "" : `${newDay}T${newTime || MIDNIGHT}`);
  return (
    <div className="flex max-w-96 flex-wrap gap-2">
      <input type="hidden" name={control.name} value={value} />
      <DayButton
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
