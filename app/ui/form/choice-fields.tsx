/** Radio buttons, checkboxes and switches, all based on the browser's own inputs. */
import clsx from "clsx";
import { useId, type ReactNode } from "react";
import {
  FieldError,
  FieldHint,
  getControlAttributes,
  OptionalMark,
  type FieldProps,
  type RenderControl,
} from "./field";
import { useField } from "./form-state";

export interface Choice {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Options of the same group stand together under its name. */
  group?: string;
  /** It is shown, and cannot be chosen. */
  isDisabled?: boolean;
}

export interface RadioFieldProps extends FieldProps {
  options: readonly Choice[];
  defaultValue?: string;
}

/** A choice of one option; all are visible. */
export function RadioField({ options, defaultValue, ...field }: RadioFieldProps) {
  return (
    <FieldGroup {...field}>
      {({ name, "aria-invalid": invalid }, sentValue) => (
        <OptionGroups options={options}>
          {(option) => (
            <ChoiceLine key={option.value} {...option}>
              {(named) => (
                <input
                  {...named}
                  type="radio"
                  name={name}
                  value={option.value}
                  aria-invalid={invalid}
                  defaultChecked={option.value === (sentValue ?? defaultValue)}
                  disabled={option.isDisabled}
                  className="radio"
                />
              )}
            </ChoiceLine>
          )}
        </OptionGroups>
      )}
    </FieldGroup>
  );
}

interface CheckboxGroupFieldProps extends FieldProps {
  options: readonly Choice[];
  defaultValues?: readonly string[];
}

/** A choice of any number of options; all are visible. */
export function CheckboxGroupField({ options, defaultValues = [], ...field }: CheckboxGroupFieldProps) {
  const { sentValues } = useField(field.name, field.label);
  const chosen = sentValues ?? defaultValues;
  return (
    <FieldGroup {...field}>
      {({ name, "aria-invalid": invalid }) => (
        <OptionGroups options={options}>
          {(option) => (
            <ChoiceLine key={option.value} {...option}>
              {(named) => (
                <input
                  {...named}
                  type="checkbox"
                  name={name}
                  value={option.value}
                  aria-invalid={invalid}
                  defaultChecked={chosen.includes(option.value)}
                  disabled={option.isDisabled}
                  className="box"
                />
              )}
            </ChoiceLine>
          )}
        </OptionGroups>
      )}
    </FieldGroup>
  );
}

interface OptionGroupsProps {
  options: readonly Choice[];
  children: (option: Choice) => ReactNode;
}

/** The options as they are, or under the names of their groups, two groups side by side. */
function OptionGroups({ options, children }: OptionGroupsProps) {
  const id = useId();
  const names = [...new Set(options.map(({ group }) => group))];
  if (names.length === 1 && names[0] === undefined) return options.map(children);
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {names.map((name, index) => (
        <div key={name} role="group" aria-labelledby={`${id}-${index}`} className="grid content-start gap-1">
          <span id={`${id}-${index}`} className="text-sm font-medium text-muted">
            {name}
          </span>
          {options.filter(({ group }) => group === name).map(children)}
        </div>
      ))}
    </div>
  );
}

/** A field of several controls, such as radio buttons: the label names the group. */
export function FieldGroup({ children, ...props }: FieldProps & { children: RenderControl }) {
  const field = useField(props.name, props.label);
  const attributes = getControlAttributes(field, props);
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={attributes["aria-describedby"]}>
      <legend className="mb-1.5 text-control font-medium">
        {props.label}
        <OptionalMark isShown={props.isRequired === false} />
      </legend>
      {children(attributes, field.sentValue)}
      <FieldHint id={field.hintId}>{props.hint}</FieldHint>
      <FieldError id={field.errorId}>{field.error}</FieldError>
    </fieldset>
  );
}

interface SwitchFieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  defaultChecked?: boolean;
  /** It is shown, and cannot be changed. */
  isDisabled?: boolean;
}

/** A single checkbox, such as the consent to terms. */
export function CheckboxField(props: SwitchFieldProps) {
  const { control, errorId, error } = useSwitch(props);
  return (
    <div className="grid gap-1.5">
      <ChoiceLine label={props.label} hint={props.hint}>
        {(named) => <input {...named} {...control} {...joinDescriptions(named, control)} className="box" />}
      </ChoiceLine>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

/** A setting that is on or off: a checkbox that looks like a switch, and that screen readers announce as one. */
export function SwitchField(props: SwitchFieldProps) {
  const { control, errorId, error } = useSwitch(props);
  const named = useNamed(props);
  return (
    <div className="grid gap-1.5">
      <label
        className={clsx(
          "flex items-start justify-between gap-4 py-0.5",
          props.isDisabled ? "cursor-not-allowed text-muted" : "cursor-pointer",
        )}
      >
        <span className="min-w-0">
          <span id={named["aria-labelledby"]} className="block text-control font-medium">
            {props.label}
          </span>
          {props.hint ? (
            <span id={named["aria-describedby"]} className="block text-sm text-muted">
              {props.hint}
            </span>
          ) : null}
        </span>
        <input
          {...named}
          {...control}
          {...joinDescriptions(named, control)}
          role="switch"
          className={SWITCH}
        />
      </label>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

function useSwitch({ name, label, defaultChecked, isDisabled }: SwitchFieldProps) {
  const { id, errorId, error, sentValue, wasSent } = useField(name, label);
  const control = {
    type: "checkbox",
    id,
    name,
    "aria-invalid": error === undefined ? undefined : true,
    "aria-describedby": error === undefined ? undefined : errorId,
    // The browser sends nothing for a checkbox that is off, so `wasSent` distinguishes "off" from "not sent yet".
    defaultChecked: wasSent && !isDisabled ? sentValue !== undefined : defaultChecked,
    disabled: isDisabled,
  } as const;
  return { control, errorId, error };
}

/** A control is named by its label alone, and described by its hint. */
interface Named {
  "aria-labelledby": string;
  "aria-describedby": string | undefined;
}

function useNamed({ hint }: Pick<Choice, "hint">): Named {
  const id = useId();
  return { "aria-labelledby": `${id}-label`, "aria-describedby": hint ? `${id}-hint` : undefined };
}

/** The hint, and then what is wrong. */
const joinDescriptions = (...described: { "aria-describedby"?: string }[]) => ({
  "aria-describedby": described.flatMap(({ "aria-describedby": id }) => id ?? []).join(" ") || undefined,
});

type ChoiceLineProps = Pick<Choice, "label" | "hint" | "isDisabled"> & {
  children: (named: Named) => ReactNode;
};

function ChoiceLine({ label, hint, isDisabled, children }: ChoiceLineProps) {
  const named = useNamed({ hint });
  return (
    <label
      className={clsx(
        "flex items-start gap-2.5 py-0.5",
        isDisabled ? "cursor-not-allowed text-muted" : "cursor-pointer",
      )}
    >
      {children(named)}
      <span className="min-w-0">
        <span id={named["aria-labelledby"]} className="block">
          {label}
        </span>
        {hint ? (
          <span id={named["aria-describedby"]} className="block text-sm text-muted">
            {hint}
          </span>
        ) : null}
      </span>
    </label>
  );
}

const SWITCH = clsx(
  "relative mt-0.5 h-5 w-9 shrink-0 appearance-none enabled:cursor-pointer disabled:opacity-50 rounded-full border border-muted bg-sunken",
  "transition-colors duration-150 checked:border-accent-text checked:bg-accent-text forced-colors:appearance-auto",
  "before:absolute before:left-0.5 before:top-0.5 before:size-3.5 before:rounded-full before:bg-muted",
  "before:transition-transform before:duration-150 checked:before:translate-x-4 checked:before:bg-surface",
);
