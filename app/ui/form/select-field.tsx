/** A choice of one option from a list, as the browser's own select. */
import { useTexts } from "../use-texts";
import { Icon } from "../kit/icon";
import { Field, getInputClass, type FieldProps } from "./field";

export interface Option {
  /** Never empty: the empty value means that no option is chosen. */
  value: string;
  label: string;
  /** Options of the same group are listed together under its name. */
  group?: string;
}

interface SelectFieldProps extends FieldProps {
  options: readonly Option[];
  defaultValue?: string;
  /** Shown while no option is chosen; by default "Choose…". An optional field can be emptied with it. */
  placeholder?: string;
}

/** A labelled select. Throws if an option has an empty value, because that value means that no option is chosen. */
export function SelectField({ options, defaultValue, placeholder, ...field }: SelectFieldProps) {
  const { t } = useTexts("form");
  requireValues(options);
  return (
    <Field {...field}>
      {(control, sentValue) => {
        const initial = sentValue ?? defaultValue;
        return (
          <div className="relative">
            <select {...control} className={getInputClass("select pr-9")} defaultValue={initial ?? ""}>
              {initial && field.isRequired !== false ? null : (
                <option value="">{placeholder ?? t("select_placeholder")}</option>
              )}
              {groupOptions(options).map(([group, members]) =>
                group === undefined ? (
                  members.map(toOption)
                ) : (
                  <optgroup key={group} label={group}>
                    {members.map(toOption)}
                  </optgroup>
                ),
              )}
            </select>
            <Icon
              name="chevron-down"
              className="pointer-events-none absolute right-3 top-1/2 -translate-y-1/2 text-muted"
            />
          </div>
        );
      }}
    </Field>
  );
}

function toOption({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}

function requireValues(options: readonly Option[]): void {
  if (options.some(({ value }) => value === "")) throw new Error("a select option needs a value");
}

/** The groups in the order in which they first appear. */
function groupOptions(options: readonly Option[]): [string | undefined, Option[]][] {
  const groups = new Map<string | undefined, Option[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups];
}
