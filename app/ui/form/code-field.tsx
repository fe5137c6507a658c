/** The one-time code: six digits, shown as three and three. Spec §5. */
import clsx from "clsx";
import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from "input-otp";
import { useContext, useEffect, useRef, useState } from "react";
import { OTP_DIGITS } from "~/domain/limits";
import type { Message } from "~/domain/messages";
import "./code-field.css";
import { Field, type ControlAttributes, type FieldProps } from "./field";
import { FormContext } from "./form-state";
import { getInputClass } from "./input-class";
import { useIsHydrated } from "./use-is-hydrated";

export interface CodeFieldProps extends FieldProps {
  autoFocus?: boolean;
}

/** Sends its form by itself once all digits are there. Without scripts it is a plain input. */
export function CodeField({ autoFocus, ...field }: CodeFieldProps) {
  const isHydrated = useIsHydrated();
  const plain = useRef<HTMLInputElement>(null);
  const [taken, setTaken] = useState<PlainInputState | null>(isHydrated ? NOTHING : null);
  useEffect(() => setTaken((known) => known ?? readPlainInput(plain.current)), []);
  return (
    <Field {...field}>
      {(control) =>
        taken === null ? (
          <input
            {...control}
            ref={plain}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus={autoFocus}
            // No maximum length: a code typed with a space would be cut off, and be another code.
            className={getInputClass("!h-12 font-mono tracking-[0.4em]")}
          />
        ) : (
          <Digits control={control} start={taken.digits} autoFocus={autoFocus ?? taken.hasFocus} />
        )
      }
    </Field>
  );
}

/** What was typed before the scripts came, and whether it is still being typed. */
interface PlainInputState {
  digits: string;
  hasFocus: boolean;
}

const NOTHING: PlainInputState = { digits: "", hasFocus: false };

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
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useValue(control.name, start);
  const half = OTP_DIGITS / 2;
  return (
    // The library would add a style element, which the page's policy refuses, unless it finds this name: its rules
    // are in code-field.css.
    <div id="input-otp-style">
      <OTPInput
        {...control}
        ref={input}
        value={value}
        onChange={setValue}
        maxLength={OTP_DIGITS}
        pattern={REGEXP_ONLY_DIGITS}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={autoFocus}
        noScriptCSSFallback={null}
        pushPasswordManagerStrategy="none"
        pasteTransformer={toDigits}
        containerClassName="flex w-fit max-w-full items-center gap-2 sm:gap-3"
        onComplete={() => input.current?.form?.requestSubmit()}
        render={({ slots }) => (
          <>
            <Group slots={slots.slice(0, half)} isWrong={control["aria-invalid"] === true} />
            <span aria-hidden className="h-0.5 w-2.5 shrink-0 rounded-full bg-line-strong" />
            <Group slots={slots.slice(half)} isWrong={control["aria-invalid"] === true} />
          </>
        )}
      />
    </div>
  );
}

/** A code that was refused is taken out, so that the next one can be typed at once. */
function useValue(name: string, start: string) {
  const message = useContext(FormContext).errors[name];
  const [value, setValue] = useState(start);
  const [seen, setSeen] = useState<Message | undefined>(message);
  if (message !== seen) {
    setSeen(message);
    if (message !== undefined && value.length === OTP_DIGITS) setValue("");
  }
  return [value, setValue] as const;
}

/** Apps and mails write codes with spaces or dashes in them. */
function toDigits(text: string): string {
  return text.replace(/\D/g, "");
}

function Group({ slots, isWrong }: { slots: SlotProps[]; isWrong: boolean }) {
  return (
    <div aria-hidden className="flex gap-1 sm:gap-1.5">
      {slots.map(({ char, isActive, hasFakeCaret }, place) => (
        <div
          key={place}
          className={clsx(
            "grid h-12 w-8 place-items-center min-[380px]:w-9 rounded border bg-surface text-xl font-semibold tabular-nums shadow-control sm:w-11",
            isWrong ? "border-bad" : "border-line-strong",
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
