/** The fields of an API key: its name, its scopes, its end and the IPs that may use it. */
import { getScopeGroup, toScopeText, type KeyScope } from "~/domain/key-scopes";
import { CheckboxGroupField } from "../form/choice-fields";
import { DateField } from "../form/date-field";
import { TextField } from "../form/fields";
import { TextareaField } from "../form/textarea-field";
import { useTexts } from "../use-texts";

/** A scope, and whether the viewer's role may give it to a key. */
interface OfferedScope {
  scope: KeyScope;
  isAllowed: boolean;
}

export interface KeyFieldsProps {
  scopes: readonly OfferedScope[];
  /** The key as it is; for a new key what the form suggests. */
  values: {
    name?: string;
    scope?: readonly KeyScope[];
    /** YYYY-MM-DD; "" for a key that does not expire. */
    expires: string;
    allowedIps?: readonly string[];
  };
  /** Today, as YYYY-MM-DD in UTC. */
  today: string;
  /** Called when the user changes more than the name: what the key may do, for how long, or for whom. */
  onSensitiveInput?: () => void;
}

export function KeyFields({ scopes, values, today, onSensitiveInput }: KeyFieldsProps) {
  const { t } = useTexts("keys");
  return (
    <>
      <TextField
        name="name"
        label={t("form.name_label")}
        hint={t("form.name_hint")}
        defaultValue={values.name}
        autoComplete="off"
        maxLength={100}
      />
      <div className="contents" onInput={onSensitiveInput}>
        <ScopeField scopes={scopes} chosen={values.scope ?? []} />
        <DateField
          name="expires_at"
          label={t("form.expires_label")}
          hint={t("form.expires_hint")}
          isRequired={false}
          defaultValue={values.expires}
          min={today}
          onPick={onSensitiveInput}
        />
        <TextareaField
          name="allowed_ips"
          label={t("form.ips_label")}
          hint={t("form.ips_hint")}
          isRequired={false}
          rows={3}
          defaultValue={values.allowedIps?.join("\n")}
        />
      </div>
    </>
  );
}

/** A scope that the key has already stays selectable: taking it away is always allowed. */
function ScopeField({ scopes, chosen }: { scopes: readonly OfferedScope[]; chosen: readonly KeyScope[] }) {
  const { t } = useTexts("keys");
  return (
    <CheckboxGroupField
      name="scope"
      label={t("form.scope_label")}
      hint={t("form.scope_hint")}
      defaultValues={chosen}
      options={scopes.map(({ scope, isAllowed }) => ({
        value: scope,
        label: t(`scope.${toScopeText(scope)}`),
        hint: (
          <>
            <code>{scope}</code>
            {isAllowed ? null : ` · ${t("form.scope_beyond")}`}
          </>
        ),
        group: t(`group.${getScopeGroup(scope)}`),
        isDisabled: !isAllowed && !chosen.includes(scope),
      }))}
    />
  );
}
