/** The form of a master who wants to impersonate a user, or a notice when the user does not allow it. */
import { REASON_MAX_LENGTH } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { TextField } from "../form/fields";
import { HiddenField } from "../form/hidden-field";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { SelectField } from "../form/select-field";
import { ButtonLink } from "../kit/button";
import { Card, CardBody, Section } from "../kit/card";
import { Notice } from "../kit/notice";
import { Breadcrumbs, PageHeader } from "../layout/page-header";
import { useTexts } from "../use-texts";

interface SignInAsProps {
  user: { id: string; name: string; email: string; support_until: string | null };
  accounts: readonly { id: string; name: string }[];
  reauthentication: ReauthenticationFieldProps;
}

export function SignInAs(props: SignInAsProps) {
  const { user } = props;
  const { t } = useTexts("master");
  const title = t("as.title", { name: user.name });
  const crumbs = [
    { label: t("title"), link: paths.master },
    { label: t("tabs.people"), link: paths.masterPeople },
    { label: t("people.sign_in_as") },
  ];
  return (
    <>
      <PageHeader
        title={title}
        description={
          <span className="grid gap-1">
            <span className="break-all">{user.email}</span>
            <span>{t("as.description")}</span>
          </span>
        }
        above={<Breadcrumbs crumbs={crumbs} />}
      />
      <Section width="lg">
        {user.support_until ? <ReasonForm {...props} /> : <NotAllowed {...user} />}
      </Section>
    </>
  );
}

function NotAllowed({ name }: SignInAsProps["user"]) {
  const { t } = useTexts("master");
  return (
    <Notice
      tone="warn"
      title={t("as.not_allowed", { name })}
      action={
        <ButtonLink to={paths.masterPeople} size="sm">
          {t("as.back")}
        </ButtonLink>
      }
    >
      {t("as.how")}
    </Notice>
  );
}

function ReasonForm({ user, accounts, reauthentication }: SignInAsProps) {
  const { t } = useTexts("master");
  return (
    <Card>
      <CardBody isAlone>
        <ActionForm schema={() => import("~/domain/forms/master").then((forms) => forms.impersonationForm)}>
          <HiddenField name="user" value={user.id} />
          <AccountField accounts={accounts} />
          <TextField
            name="reason"
            label={t("as.reason")}
            hint={t("as.reason_hint")}
            maxLength={REASON_MAX_LENGTH}
            autoComplete="off"
          />
          <ReauthenticationField {...reauthentication} />
          <SubmitButton className="justify-self-start">{t("as.submit", { name: user.name })}</SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}

function AccountField({ accounts }: Pick<SignInAsProps, "accounts">) {
  const { t } = useTexts("master");
  const [first] = accounts;
  if (accounts.length <= 1) return <HiddenField name="account" value={first?.id ?? ""} />;
  const options = accounts.map(({ id, name }) => ({ value: id, label: name }));
  return <SelectField name="account" label={t("as.account")} options={options} defaultValue={first?.id} />;
}
