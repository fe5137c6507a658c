/** The button of a day with its calendar. */
import clsx from "clsx";
import { lazy, Suspense, useRef, useState } from "react";
import { formatDate } from "~/domain/dates";
import { Icon } from "../kit/icon";
import { Spinner } from "../kit/loading";
import { useTexts } from "../use-texts";
import { getInputClass, type ControlAttributes } from "./field";

const Calendar = lazy(() => import("./calendar"));

export type DayAttributes = Pick<ControlAttributes, "id" | "name"> & Partial<ControlAttributes>;

export interface DayOptions {
  /** The first day that the calendar offers, as YYYY-MM-DD. The server decides what is allowed. */
  min?: string;
  isOptional?: boolean;
  /** The day stands in figures, where there is little room. */
  isShort?: boolean;
  /** Both controls have it, so that nothing moves when one takes the place of the other. */
  className?: string;
}

interface DayButtonProps extends DayOptions {
  control: DayAttributes;
  /** YYYY-MM-DD, or "". */
  value: string;
  onPick: (day: string) => void;
}

/** The chosen day. A click opens the calendar, whose code is loaded then. */
export function DayButton({ control, value, onPick, isShort, className, ...options }: DayButtonProps) {
  const { t, locale } = useTexts("form");
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { name: _name, id, "aria-required": _, "aria-describedby": describedBy, ...attributes } = control;
  const format = isShort ? formatDate : formatLongDay;
  const pick = (day: string) => {
    onPick(day);
    setOpen(false);
  };
  return (
    <>
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
        className={getInputClass(clsx("flex items-center gap-2 text-left", className))}
      >
        <Icon name="calendar" className="text-muted" />
        <span id={`${id}-day`} className={clsx("truncate", value === "" && "text-muted")}>
          {value === "" ? t("date.choose") : format(value, locale)}
        </span>
      </button>
      {isOpen ? (
        <Suspense fallback={<Loading />}>
          <Calendar
            button={button}
            value={value}
            min={options.min}
            isOptional={options.isOptional ?? false}
            onPick={pick}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Beside the flow, so that nothing moves. */
function Loading() {
  const { t } = useTexts("form");
  return (
    <span className="absolute">
      <Spinner label={t("date.loading")} />
    </span>
  );
}

/** "November 22, 2026" of "2026-11-22". */
function formatLongDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}
