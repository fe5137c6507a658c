/** Fields for one line of text: text, email, number, phone, URL and password. */
import { useEffect, useRef, useState, type InputHTMLAttributes } from "react";
import { Icon } from "../kit/icon";
import { Tooltip } from "../kit/tooltip";
import { useIsHydrated } from "../use-page";
import { useTexts } from "../use-texts";
import { Field, getInputClass, type FieldProps } from "./field";

type InputAttributes = InputHTMLAttributes<HTMLInputElement>;

export interface TextFieldProps
  extends FieldProps, Pick<InputAttributes, "autoComplete" | "autoFocus" | "maxLength" | "placeholder"> {
  defaultValue?: string;
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  return <LineField {...props} />;
}

/** An email. */
export function EmailField(props: TextFieldProps) {
  return <LineField {...props} attributes={EMAIL} />;
}

/** A number; a minus sign and decimals are allowed. */
export function NumberField(props: TextFieldProps) {
  return <LineField {...props} attributes={NUMBER} />;
}

/** A phone number. */
export function PhoneField(props: TextFieldProps) {
  return <LineField {...props} attributes={PHONE} />;
}

/** A URL; the scheme may be missing. */
export function UrlField(props: TextFieldProps) {
  return <LineField {...props} attributes={URL_INPUT} />;
}

export interface PasswordFieldProps extends FieldProps {
  autoComplete: "current-password" | "new-password";
  autoFocus?: boolean;
  /** Called with the value of the field after hydration and on every change. */
  onValue?: (value: string) => void;
}

/** A password, hidden unless the user asks to see it. The value that was sent is never filled in again. */
export function PasswordField({ autoComplete, autoFocus, onValue, ...field }: PasswordFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setIsShown] = useState(false);
  const isHydrated = useIsHydrated();
  // The user or the browser may have filled in the field before hydration.
  useEffect(() => onValue?.(input.current?.value ?? ""), [onValue]);
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={input}
            type={isShown ? "text" : "password"}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={autoFocus}
            className={getInputClass(isHydrated ? "pr-10" : undefined)}
            onChange={onValue && ((event) => onValue(event.target.value))}
          />
          {isHydrated ? <ShowButton isShown={isShown} onToggle={() => setIsShown(!isShown)} /> : null}
        </div>
      )}
    </Field>
  );
}

const EMAIL: InputAttributes = {
  type: "email",
  autoComplete: "email",
  autoCapitalize: "none",
  spellCheck: false,
};
/** Not type="number": the browser sends an empty value for invalid input, and the error would be the wrong one. */
const NUMBER: InputAttributes = { inputMode: "decimal", autoComplete: "off" };
const PHONE: InputAttributes = { type: "tel", autoComplete: "tel" };
/** Not type="url": the scheme is optional. */
const URL_INPUT: InputAttributes = {
  inputMode: "url",
  autoCapitalize: "none",
  spellCheck: false,
};

/** Of the direction of what is typed: names are written from the right in some languages. */
function LineField({
  attributes = {},
  defaultValue,
  placeholder,
  autoComplete,
  autoFocus,
  maxLength,
  ...field
}: TextFieldProps & { attributes?: InputAttributes }) {
  return (
    <Field {...field}>
      {(control, sentValue) => (
        <input
          {...control}
          dir="auto"
          {...attributes}
          autoComplete={autoComplete ?? attributes.autoComplete}
          className={getInputClass()}
          defaultValue={sentValue ?? defaultValue}
          placeholder={placeholder}
          maxLength={maxLength}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}

/** Rendered only after hydration, because it does nothing without scripts. */
function ShowButton({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  const { t } = useTexts("form");
  const label = isShown ? t("password.hide") : t("password.show");
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        className="absolute inset-y-1 right-1 grid w-8 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
        onClick={onToggle}
      >
        <Icon name={isShown ? "eye-off" : "eye"} />
      </button>
    </Tooltip>
  );
}
