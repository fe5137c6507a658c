/** The field for a one-time code: six digits in two groups of three. */
import clsx from "clsx";
import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from "input-otp";
import { useContext, useEffect, useRef, useState } from "react";
import { OTP_DIGITS } from "~/domain/limits";
import type { Message } from "~/domain/messages";
import "./code-field.css";
import { useIsHydrated } from "../use-page";
import { Field, getInputClass, type ControlAttributes, type FieldProps } from "./field";
import { FormContext } from "./form-state";

interface CodeFieldProps extends FieldProps {
  autoFocus?: boolean;
}

/** Submits its form a moment after all digits are entered. Without scripts it is a plain input. */
export function CodeField({ autoFocus, ...field }: CodeFieldProps) {
  const isHydrated = useIsHydrated();
  const plain = useRef<HTMLInputElement>(null);
  const [initial, setInitial] = useState<PlainInputState | null>(isHydrated ? EMPTY : null);
  useEffect(() => setInitial((known) => known ?? readPlainInput(plain.current)), []);
  return (
    <Field {...field}>
      {(control) =>
        initial === null ? (
          <input
            {...control}
            ref={plain}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus={autoFocus}
            // No maximum length: a code that is typed with a space would lose its last digit.
            className={getInputClass("!h-12 font-mono tracking-[0.4em]")}
          />
        ) : (
          <Digits control={control} start={initial.digits} autoFocus={autoFocus ?? initial.hasFocus} />
        )
      }
    </Field>
  );
}

/** The digits that were typed before hydration, and whether the plain input has the focus. */
interface PlainInputState {
  digits: string;
  hasFocus: boolean;
}

const EMPTY: PlainInputState = { digits: "", hasFocus: false };

function readPlainInput(plain: HTMLInputElement | null): PlainInputState {
  return {
    digits: toDigits(plain?.value ?? ""),
    hasFocus: plain !== null && plain === document.activeElement,
  };
}

interface DigitsProps {
  control: ControlAttributes;
  start: string;
  autoFocus: boolean | undefined;
}

function Digits({ control, start, autoFocus }: DigitsProps) {
  const { submitSoon } = useContext(FormContext);
  const [value, setValue] = useCode(control.name, start);
  const half = OTP_DIGITS / 2;
  return (
    // Unless it finds this id, input-otp adds a style element, which the Content Security Policy blocks. Its rules
    // are in code-field.css.
    <div id="input-otp-style">
      <OTPInput
        {...control}
        value={value}
        onChange={(next) => {
          setValue(next);
          submitSoon(next.length === OTP_DIGITS);
        }}
        maxLength={OTP_DIGITS}
        pattern={REGEXP_ONLY_DIGITS}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={autoFocus}
        noScriptCSSFallback={null}
        pushPasswordManagerStrategy="none"
        pasteTransformer={toDigits}
        containerClassName="flex w-fit max-w-full items-center gap-2 sm:gap-3"
        render={({ slots }) => (
          <>
            <Group slots={slots.slice(0, half)} isInvalid={control["aria-invalid"] === true} />
            <span aria-hidden className="h-0.5 w-2.5 shrink-0 rounded-full bg-line-strong" />
            <Group slots={slots.slice(half)} isInvalid={control["aria-invalid"] === true} />
          </>
        )}
      />
    </div>
  );
}

/** The value of the input. A rejected code is removed, so that the user can type the next one at once. */
function useCode(name: string, start: string) {
  const message = useContext(FormContext).errors[name];
  const [value, setValue] = useState(start);
  const [seen, setSeen] = useState<Message | undefined>(message);
  if (message !== seen) {
    setSeen(message);
    if (message !== undefined && value.length === OTP_DIGITS) setValue("");
  }
  return [value, setValue] as const;
}

/** Apps and emails write codes with spaces or dashes. */
function toDigits(text: string): string {
  return text.replace(/\D/g, "");
}

function Group({ slots, isInvalid }: { slots: SlotProps[]; isInvalid: boolean }) {
  return (
    <div aria-hidden className="flex gap-1 sm:gap-1.5">
      {slots.map(({ char, isActive, hasFakeCaret }, index) => (
        <div
          key={index}
          className={clsx(
            "grid h-12 w-8 place-items-center min-[380px]:w-9 rounded border bg-surface text-xl font-semibold tabular-nums shadow-control sm:w-11",
            isInvalid ? "border-bad" : "border-line-strong",
            isActive && "outline outline-2 outline-offset-1 outline-ring",
          )}
        >
          {char}
          {hasFakeCaret ? <span className="h-5 w-px animate-pulse bg-text" /> : null}
        </div>
      ))}
    </div>
  );
}
