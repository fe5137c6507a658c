/** The profile's rows about accounts: the account's name and the account to sign in to; and the card for leaving it. */
import { paths } from "~/domain/paths";
import { ActionForm } from "../form/action-form";
import { TextField } from "../form/fields";
import { SelectField } from "../form/select-field";
import { ButtonLink } from "../kit/button";
import { Card, CardHeader } from "../kit/card";
import { useTexts } from "../use-texts";
import { EditRow, SaveButton } from "./edit-row";

/** For the owner of the account. */
export function AccountNameRow({ accountName }: { accountName: string }) {
  const { t } = useTexts("profile");
  return (
    <EditRow
      key={accountName}
      id="account"
      intent="rename-account"
      label={t("account.title")}
      value={accountName}
    >
      <ActionForm
        intent="rename-account"
        action="#account"
        shown={{ name: accountName }}
        className="max-w-md"
        schema={() => import("~/domain/forms/profile").then((forms) => forms.accountNameForm)}
      >
        <TextField
          name="name"
          label={t("account.label")}
          hint={t("account.description")}
          defaultValue={accountName}
          autoComplete="organization"
        />
        <SaveButton />
      </ActionForm>
    </EditRow>
  );
}

interface DefaultAccountProps {
  accounts: readonly { id: string; name: string }[];
  defaultAccount: string | undefined;
}

/** For a user of several accounts: which one a sign-in leads to. */
export function DefaultAccountRow(props: DefaultAccountProps) {
  const { t } = useTexts("profile");
  const { accounts, defaultAccount } = props;
  return (
    <EditRow
      key={defaultAccount}
      id="default-account"
      intent="change-default-account"
      label={t("default_account.title")}
      value={accounts.find(({ id }) => id === defaultAccount)?.name}
      hint={t("default_account.description")}
    >
      <DefaultAccountForm action="#default-account" {...props} />
    </EditRow>
  );
}

interface DefaultAccountFormProps extends DefaultAccountProps {
  action?: string;
  /** In the introduction, whose buttons send the form: its id, and the URL of the next step. */
  step?: { id: string; next: string };
}

/** For any page whose action has the intent `change-default-account`. */
export function DefaultAccountForm({ accounts, defaultAccount, action, step }: DefaultAccountFormProps) {
  const { t } = useTexts("profile");
  return (
    <ActionForm id={step?.id} intent="change-default-account" action={action} className="max-w-md">
      {step ? <input type="hidden" name="return_to" value={step.next} /> : null}
      <SelectField
        name="default_account"
        label={t("default_account.label")}
        defaultValue={defaultAccount}
        options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {step ? null : <SaveButton />}
    </ActionForm>
  );
}

/** For a user who does not own the account. */
export function LeaveCard({ account }: { account: string }) {
  const { t } = useTexts("team");
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
