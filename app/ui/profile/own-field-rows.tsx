/** The rows of the profile for the founder's own fields (app/product/fields.ts): one for each. */
import { toOwnLabel, type ShownField } from "~/domain/own-fields";
import { ActionForm } from "../form/action-form";
import { PhoneField, TextField, UrlField } from "../form/fields";
import { useTexts } from "../use-texts";
import { EditRow, SaveButton } from "./edit-row";

interface OwnFieldRowsProps {
  of: "user" | "account";
  fields: readonly ShownField[];
}

export function OwnFieldRows({ of, fields }: OwnFieldRowsProps) {
  return fields.map((field) => <OwnFieldRow key={field.name} of={of} {...field} />);
}

const INPUTS = { text: TextField, phone: PhoneField, url: UrlField };

function OwnFieldRow({ of, name, kind, value, autoComplete }: ShownField & Pick<OwnFieldRowsProps, "of">) {
  const { t } = useTexts(["profile"]);
  const [Input, label, intent] = [INPUTS[kind], t(toOwnLabel(name)), `change-${of}-field`];
  return (
    <EditRow key={value} id={name} intent={intent} label={label} value={value}>
      <ActionForm
        intent={intent}
        action={`#${name}`}
        className="max-w-md"
        schema={() =>
          import("~/domain/forms/profile").then((forms) =>
            of === "user" ? forms.ownUserForm : forms.ownAccountForm,
          )
        }
      >
        <Input name={name} label={label} defaultValue={value ?? ""} autoComplete={autoComplete} />
        <SaveButton />
      </ActionForm>
    </EditRow>
  );
}
