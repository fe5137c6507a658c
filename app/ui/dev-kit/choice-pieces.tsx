/** /dev/kit: the fields that offer options. */
import {
  CheckboxField,
  CheckboxGroupField,
  RadioField,
  SwitchField,
  type RadioFieldProps,
} from "../form/choice-fields";
import { SelectField } from "../form/select-field";
import { useTexts } from "../use-texts";
import { WithErrors, WRONG } from "./kit-errors";
import { KitSection, Piece, State } from "./kit-frame";

export function ChoicePieces() {
  return (
    <KitSection name="choices">
      <Selects />
      <Radios />
      <Checkboxes />
      <Switches />
    </KitSection>
  );
}

/** The options of the samples: two with a description, one that cannot be chosen. */
function useOptions(): readonly { value: string; label: string; hint?: string; isDisabled?: boolean }[] {
  const { t } = useTexts("kit");
  return [
    { value: "one", label: t("sample.option_first"), hint: t("sample.hint") },
    { value: "two", label: t("sample.option_second"), hint: t("sample.hint") },
    { value: "three", label: t("sample.option_third"), isDisabled: true },
  ];
}

/** The same options in two groups. */
function useGroups() {
  const { t } = useTexts("kit");
  return useOptions().flatMap((option) =>
    [t("sample.group_first"), t("sample.group_second")].map((group, index) => ({
      ...option,
      value: `${option.value}-${index}`,
      group,
    })),
  );
}

function Selects() {
  const { t } = useTexts("kit");
  const select = { name: "right", label: t("sample.choice"), options: useOptions() };
  const groups = useGroups();
  const many = Array.from({ length: 60 }, (_, index) => ({
    value: String(index),
    label: t("sample.numbered", { index }),
  }));
  return (
    <Piece name="SelectField">
      <State state="empty">
        <SelectField {...select} hint={t("sample.hint")} />
      </State>
      <State state="filled">
        <SelectField {...select} defaultValue="two" />
      </State>
      <State state="grouped">
        <SelectField {...select} options={groups} />
      </State>
      <State state="many">
        <SelectField {...select} label={t("sample.many_choice")} options={many} />
      </State>
      <State state="focus">
        <SelectField {...select} defaultValue="one" />
      </State>
      <State state="error">
        <WithErrors>
          <SelectField {...select} name={WRONG} />
        </WithErrors>
      </State>
      <State state="disabled">
        <fieldset disabled>
          <SelectField {...select} defaultValue="one" />
        </fieldset>
      </State>
      <State state="long">
        <SelectField {...select} options={[{ value: "long", label: t("sample.long") }]} defaultValue="long" />
      </State>
    </Piece>
  );
}

function Radios() {
  const { t } = useTexts("kit");
  const [options, groups] = [useOptions(), useGroups()];
  const radio: Omit<RadioFieldProps, "name"> = { label: t("sample.choice"), options };
  return (
    <Piece name="RadioField">
      <State state="default">
        <RadioField {...radio} name="radio" />
      </State>
      <State state="filled">
        <RadioField {...radio} name="radio-filled" defaultValue="two" />
      </State>
      <State state="grouped">
        <RadioField {...radio} name="radio-groups" options={groups} defaultValue="one-0" />
      </State>
      <State state="error">
        <WithErrors>
          <RadioField {...radio} name={WRONG} />
        </WithErrors>
      </State>
    </Piece>
  );
}

function Checkboxes() {
  const { t } = useTexts("kit");
  const group = { name: "right", label: t("sample.choice"), options: useOptions() };
  const groups = useGroups();
  return (
    <>
      <Piece name="CheckboxGroupField">
        <State state="filled">
          <CheckboxGroupField {...group} defaultValues={["one"]} />
        </State>
        <State state="grouped">
          <CheckboxGroupField {...group} options={groups} defaultValues={["one-0"]} />
        </State>
        <State state="error">
          <WithErrors>
            <CheckboxGroupField {...group} name={WRONG} />
          </WithErrors>
        </State>
      </Piece>
      <Piece name="CheckboxField">
        <State state="default">
          <CheckboxField name="right" label={t("sample.setting")} hint={t("sample.hint")} />
        </State>
        <State state="focus">
          <CheckboxField name="right" label={t("sample.setting")} defaultChecked />
        </State>
        <State state="error">
          <WithErrors>
            <CheckboxField name={WRONG} label={t("sample.setting")} />
          </WithErrors>
        </State>
        <State state="disabled">
          <CheckboxField name="right" label={t("sample.setting")} isDisabled defaultChecked />
        </State>
      </Piece>
    </>
  );
}

function Switches() {
  const { t } = useTexts("kit");
  return (
    <Piece name="SwitchField">
      <State state="off">
        <SwitchField name="right" label={t("sample.setting")} hint={t("sample.hint")} />
      </State>
      <State state="on">
        <SwitchField name="right" label={t("sample.setting")} defaultChecked />
      </State>
      <State state="focus">
        <SwitchField name="right" label={t("sample.setting")} />
      </State>
      <State state="error">
        <WithErrors>
          <SwitchField name={WRONG} label={t("sample.setting")} />
        </WithErrors>
      </State>
      <State state="disabled">
        <SwitchField name="right" label={t("sample.setting")} defaultChecked isDisabled />
      </State>
    </Piece>
  );
}
