/** The control for a day: a button with a calendar. Without scripts it is the browser's own date field. */
import { useEffect, useRef, useState } from "react";
import type { DayAttributes, DayButton, DayOptions } from "./day-button";
import { getInputClass } from "./field";

interface DayInputProps extends DayOptions {
  control: DayAttributes;
  /** YYYY-MM-DD. */
  defaultValue?: string;
  /** Called for a day of the calendar, which is no input event. */
  onPick?: () => void;
}

export function DayInput({ control, defaultValue, onPick, ...options }: DayInputProps) {
  const { input, own, setValue } = useOwnDay();
  if (own === null) {
    const className = getInputClass(options.className);
    return (
      <input
        {...control}
        ref={input}
        type="date"
        min={options.min}
        defaultValue={defaultValue}
        className={className}
      />
    );
  }
  const pick = (day: string) => {
    setValue(day);
    onPick?.();
  };
  return (
    <>
      {/* Of a key of its own: it must not become the element of the browser's field. */}
      <input key="value" type="hidden" name={control.name} value={own.value} />
      <own.Button {...options} control={control} value={own.value} onPick={pick} />
    </>
  );
}

/** What takes the place of the browser's own field once its code is loaded: the button, and the value that was chosen before. */
interface OwnDay {
  Button: typeof DayButton;
  value: string;
}

/** Null until then; where it cannot be loaded, the browser's field stays. Attach `input` to the field. */
export function useOwnDay() {
  const input = useRef<HTMLInputElement>(null);
  const [own, setOwn] = useState<OwnDay | null>(null);
  useEffect(() => {
    import("./day-button")
      .then(({ DayButton: Button }) => setOwn({ Button, value: input.current?.value ?? "" }))
      .catch(() => undefined);
  }, []);
  const setValue = (value: string) => setOwn(own && { ...own, value });
  return { input, own, setValue };
}
