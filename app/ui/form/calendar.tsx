/** The calendar of a date field, in a box below its button. Loaded when it is opened first. */
import * as Popover from "@radix-ui/react-popover";
import { useMemo, useState, type ButtonHTMLAttributes, type RefObject } from "react";
import { DayPicker, type Modifiers } from "react-day-picker";
import { Button } from "../kit/button";
import { Tooltip } from "../kit/tooltip";
import { useTexts } from "../use-texts";

interface CalendarProps {
  /** The button that the calendar belongs to: it gets the focus back. */
  button: RefObject<HTMLButtonElement>;
  /** The chosen day as YYYY-MM-DD, or "". */
  value: string;
  /** The first day that can be chosen. */
  min: string | undefined;
  isOptional: boolean;
  /** Called with YYYY-MM-DD, or "" when the day is cleared. */
  onPick: (day: string) => void;
  onClose: () => void;
}

/** Arrow keys move by a day and a week, Page Up and Page Down by a month; Escape closes. */
export default function Calendar({ button, value, min, isOptional, onPick, onClose }: CalendarProps) {
  const { t } = useTexts("form");
  const names = useNames();
  const chosen = value === "" ? undefined : toLocalDay(value);
  const [month, setMonth] = useState(() => chosen ?? (min === undefined ? new Date() : toLocalDay(min)));
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t("date.calendar")}
          onInteractOutside={(event) => {
            // The button closes the calendar itself.
            if (button.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            button.current?.focus();
          }}
          className="z-50 animate-slide-up rounded-card border border-line bg-surface p-3 shadow-float"
        >
          <DayPicker
            mode="single"
            autoFocus
            // In every language.
            weekStartsOn={0}
            {...names}
            selected={chosen}
            month={month}
            onMonthChange={setMonth}
            showOutsideDays
            fixedWeeks={hasFourWeeks(month)}
            disabled={min === undefined ? undefined : { before: toLocalDay(min) }}
            onSelect={(day) => {
              if (day) onPick(toDayText(day));
            }}
            classNames={CLASSES}
            components={COMPONENTS}
          />
          {isOptional && chosen ? (
            <Button size="sm" variant="quiet" className="mt-2" onClick={() => onPick("")}>
              {t("date.clear")}
            </Button>
          ) : null}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The names of months, weekdays and buttons. Intl knows those of days in every language, so that no list does. */
function useNames() {
  const { t, locale } = useTexts("form");
  return useMemo(() => {
    const createFormat = (format: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat(locale, format);
      return (day: Date) => formatter.format(day);
    };
    const formatMonth = createFormat({ month: "long", year: "numeric" });
    const formatDay = createFormat({ dateStyle: "full" });
    const labelDayButton = (date: Date, { today, selected }: Modifiers) => {
      const day = today ? t("date.today", { day: formatDay(date) }) : formatDay(date);
      return selected ? t("date.selected", { day }) : day;
    };
    const labelPrevious = () => t("date.previous_month");
    const labelNext = () => t("date.next_month");
    return {
      formatters: { formatCaption: formatMonth, formatWeekdayName: createFormat({ weekday: "short" }) },
      labels: {
        labelGrid: formatMonth,
        labelWeekday: createFormat({ weekday: "long" }),
        labelDayButton,
        labelPrevious,
        labelNext,
      },
    };
  }, [t, locale]);
}

/** The button of the previous or the next month: an icon, whose name the calendar passes in the reader's language. */
function MonthButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <Tooltip text={props["aria-label"] ?? ""}>
      <button type="button" {...props} />
    </Tooltip>
  );
}

const COMPONENTS = { PreviousMonthButton: MonthButton, NextMonthButton: MonthButton };

const MONTH_BUTTON = [
  "grid size-8 place-items-center rounded text-muted hover:bg-sunken hover:text-text",
  "aria-disabled:pointer-events-none aria-disabled:opacity-40 [&_svg]:size-4 [&_svg]:fill-current",
].join(" ");

const CLASSES = {
  months: "relative",
  month_caption: "grid h-8 place-items-center font-medium",
  nav: "absolute inset-x-0 top-0 flex justify-between",
  button_previous: MONTH_BUTTON,
  button_next: MONTH_BUTTON,
  month_grid: "mt-2 border-collapse",
  weekday: "size-9 text-sm font-normal text-muted",
  day: "p-0 text-center",
  day_button:
    "size-9 rounded tabular-nums hover:bg-sunken disabled:pointer-events-none disabled:text-muted disabled:opacity-50",
  today: "[&>button]:font-semibold [&>button]:text-accent-text",
  selected: "[&>button]:bg-accent [&>button]:!text-white [&>button]:hover:bg-accent-hover",
  outside: "text-muted",
};

/** Whether the month fills four rows: such a February gets six, so that every month has 35 or 42 days. */
function hasFourWeeks(month: Date): boolean {
  const first = new Date(month.getFullYear(), month.getMonth(), 1);
  const last = new Date(month.getFullYear(), month.getMonth() + 1, 0);
  return first.getDay() === 0 && last.getDate() === 28;
}

/** The day at midnight of this machine, as the calendar counts. */
function toLocalDay(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

function toDayText(day: Date): string {
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${day.getFullYear()}-${month}-${date}`;
}
