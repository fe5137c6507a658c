/** The profile's cards about accounts: the account's name, the account to sign in to, and leaving the account. */
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { TextField } from "../form/fields";
import { SelectField } from "../form/select-field";
import { ButtonLink } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";

/** For the owner of the account. */
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
          <SaveButton />
        </ActionForm>
      </CardBody>
    </Card>
  );
}

export interface DefaultAccountCardProps {
  accounts: readonly { id: string; name: string }[];
  defaultAccount: string | undefined;
}

/** For a user of several accounts: which one a sign-in leads to. */
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
          <SaveButton />
        </ActionForm>
      </CardBody>
    </Card>
  );
}

/** For a user who does not own the account. */
export function LeaveCard({ account }: { account: string }) {
  const { t } = useTranslation("team");
  return (
    <Card>
      <CardHeader
        title={t("leave.title", { account })}
        description={t("leave.card")}
        actions={<ButtonLink to={paths.leaveAccount}>{t("leave.submit")}</ButtonLink>}
      />
    </Card>
  );
}

function SaveButton() {
  const { t } = useTranslation("profile");
  return (
    <SubmitButton variant="secondary" className="justify-self-start">
      {t("save")}
    </SubmitButton>
  );
}
