/** The account as far as the profile goes: its name, for its owner, and which of several the user signs in to. */
import { useTranslation } from "react-i18next";
import { ActionForm, SubmitButton } from "../form/action-form";
import { TextField } from "../form/fields";
import { SelectField } from "../form/select-field";
import { Card, CardBody, CardHeader } from "../kit/card";

export function AccountNameCard({ accountName }: { accountName: string }) {
  const { t } = useTranslation("profile");
  return (
    <Card id="account">
      <CardHeader title={t("account.title")} description={t("account.description")} />
      <CardBody>
        <ActionForm
          intent="rename-account"
          action="#account"
          className="max-w-md"
          schema={() => import("~/domain/forms/profile").then((forms) => forms.accountNameForm)}
        >
          <TextField
            name="name"
            label={t("account.label")}
            defaultValue={accountName}
            autoComplete="organization"
          />
          <SubmitButton variant="secondary" className="justify-self-start">
            {t("save")}
          </SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}

export interface DefaultAccountCardProps {
  accounts: readonly { id: string; name: string }[];
  defaultAccount: string | undefined;
}

export function DefaultAccountCard({ accounts, defaultAccount }: DefaultAccountCardProps) {
  const { t } = useTranslation("profile");
  return (
    <Card id="default-account">
      <CardHeader title={t("default_account.title")} description={t("default_account.description")} />
      <CardBody>
        <ActionForm intent="change-default-account" action="#default-account" className="max-w-md">
          <SelectField
            name="default_account"
            label={t("default_account.label")}
            defaultValue={defaultAccount}
            options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SubmitButton variant="secondary" className="justify-self-start">
            {t("save")}
          </SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}
