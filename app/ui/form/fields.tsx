/** Fields that are typed into: text, email, number, phone, url, password, and several lines. */
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useEffect, useRef, useState, type InputHTMLAttributes } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldProps } from "./field";
import { getInputClass } from "./input-class";
import { useIsHydrated } from "./use-is-hydrated";

type InputAttributes = InputHTMLAttributes<HTMLInputElement>;

export interface TextFieldProps
  extends FieldProps, Pick<InputAttributes, "autoComplete" | "autoFocus" | "maxLength" | "placeholder"> {
  defaultValue?: string;
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  return <LineField {...props} attributes={{ type: "text" }} />;
}

/** An e-mail address. */
export function EmailField(props: TextFieldProps) {
  return <LineField {...props} attributes={EMAIL} />;
}

/** A number, with a sign and decimals. */
export function NumberField(props: TextFieldProps) {
  return <LineField {...props} attributes={NUMBER} />;
}

/** A phone number. */
export function PhoneField(props: TextFieldProps) {
  return <LineField {...props} attributes={PHONE} />;
}

/** An address on the web. */
export function UrlField(props: TextFieldProps) {
  return <LineField {...props} attributes={URL_INPUT} />;
}

export interface PasswordFieldProps extends FieldProps {
  autoComplete: "current-password" | "new-password";
  autoFocus?: boolean;
  /** Called with what is in the field, at first and while it is typed. */
  onValue?: (value: string) => void;
}

/** A password, hidden until asked to be shown. What was sent is never filled in again. */
export function PasswordField({ autoComplete, autoFocus, onValue, ...field }: PasswordFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setIsShown] = useState(false);
  const isHydrated = useIsHydrated();
  // What was typed or filled in before the scripts came counts too.
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

export interface TextareaFieldProps extends FieldProps {
  rows?: number;
  defaultValue?: string;
  placeholder?: string;
  maxLength?: number;
}

/** Several lines of text; the area can be pulled larger. */
export function TextareaField({
  rows = 5,
  defaultValue,
  placeholder,
  maxLength,
  ...field
}: TextareaFieldProps) {
  return (
    <Field {...field}>
      {(control, sentValue) => (
        <textarea
          {...control}
          rows={rows}
          className={getInputClass("!h-auto resize-y py-2")}
          defaultValue={sentValue ?? defaultValue}
          placeholder={placeholder}
          maxLength={maxLength}
        />
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
/** Not type="number": that one empties what it cannot read, and the error would be the wrong one. */
const NUMBER: InputAttributes = { type: "text", inputMode: "decimal", autoComplete: "off" };
const PHONE: InputAttributes = { type: "tel", autoComplete: "tel" };
/** Not type="url": the scheme is optional. */
const URL_INPUT: InputAttributes = {
  type: "text",
  inputMode: "url",
  autoCapitalize: "none",
  spellCheck: false,
};

function LineField({
  attributes,
  defaultValue,
  placeholder,
  autoComplete,
  autoFocus,
  maxLength,
  ...field
}: TextFieldProps & { attributes: InputAttributes }) {
  return (
    <Field {...field}>
      {(control, sentValue) => (
        <input
          {...control}
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

/** Only with scripts: it could do nothing without them. */
function ShowButton({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  const { t } = useTranslation("form");
  const Icon = isShown ? EyeOff : Eye;
  return (
    <button
      type="button"
      aria-label={isShown ? t("password.hide") : t("password.show")}
      className="absolute inset-y-1 right-1 grid w-8 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
      onClick={onToggle}
    >
      <Icon aria-hidden />
    </button>
  );
}
