/** The field for a day: the browser's own date field on phones and without scripts, otherwise a button with a calendar. */
import clsx from "clsx";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Icon } from "../kit/icon";
import { Spinner } from "../kit/loading";
import { useTexts } from "../use-texts";
import { Field, getInputClass, type ControlAttributes, type FieldProps } from "./field";

/** Both fields have it, so that nothing moves when one takes the place of the other. */
const WIDTH = "max-w-date";

const Calendar = lazy(() => import("./calendar"));

interface DateFieldProps extends FieldProps {
  /** YYYY-MM-DD. */
  defaultValue?: string;
  /** The first day that the calendar offers, as YYYY-MM-DD. The server decides what is allowed. */
  min?: string;
  /** Called for a day of the calendar, which is no input event. */
  onPick?: () => void;
}

export function DateField({ defaultValue, min, onPick, ...field }: DateFieldProps) {
  const native = useRef<HTMLInputElement>(null);
  // Null while the browser's own field is shown.
  const [picked, setPicked] = useState<string | null>(null);
  useEffect(() => {
    // The date that was chosen before the scripts ran stays.
    if (window.matchMedia("(pointer: fine)").matches) setPicked(native.current?.value ?? "");
  }, []);
  return (
    <Field {...field}>
      {(control, sentValue) =>
        picked === null ? (
          <input
            {...control}
            ref={native}
            type="date"
            min={min}
            defaultValue={sentValue ?? defaultValue}
            className={getInputClass(WIDTH)}
          />
        ) : (
          <DateButton
            control={control}
            value={picked}
            min={min}
            isOptional={field.isRequired === false}
            onPick={(day) => {
              setPicked(day);
              onPick?.();
            }}
          />
        )
      }
    </Field>
  );
}

interface DateButtonProps {
  control: ControlAttributes;
  value: string;
  min: string | undefined;
  isOptional: boolean;
  onPick: (day: string) => void;
}

/** The chosen day in full. A click opens the calendar, whose code is loaded then. */
function DateButton({ control, value, min, isOptional, onPick }: DateButtonProps) {
  const { t, locale } = useTexts("form");
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { name, id, "aria-required": _, "aria-describedby": describedBy, ...attributes } = control;
  const pick = (day: string) => {
    onPick(day);
    setOpen(false);
  };
  return (
    <>
      <input type="hidden" name={name} value={value} />
      <button
        {...attributes}
        ref={button}
        type="button"
        id={id}
        // The label names the button, so its own text would not be read.
        aria-describedby={[`${id}-day`, describedBy].filter(Boolean).join(" ")}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={getInputClass(clsx("flex items-center gap-2 text-left", WIDTH))}
      >
        <Icon name="calendar" className="text-muted" />
        <span id={`${id}-day`} className={value === "" ? "text-muted" : undefined}>
          {value === "" ? t("date.choose") : formatLongDay(value, locale)}
        </span>
      </button>
      {isOpen ? (
        <Suspense fallback={<Spinner label={t("date.loading")} />}>
          <Calendar
            button={button}
            value={value}
            min={min}
            isOptional={isOptional}
            onPick={pick}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** "November 22, 2026" of "2026-11-22". */
function formatLongDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}
