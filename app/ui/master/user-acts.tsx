/** The forms with which a master sends a user the verification again, or ends their sessions. */
import { REASON_MAX_LENGTH } from "~/domain/limits";
import { ActionForm, SubmitButton } from "../form/action-form";
import { CheckboxField } from "../form/choice-fields";
import { TextField } from "../form/fields";
import { HiddenField } from "../form/hidden-field";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { Card, CardBody, CardHeader } from "../kit/card";
import { useTexts } from "../use-texts";

interface UserActsProps {
  user: { id: string; verified: boolean };
  reauthentication: ReauthenticationFieldProps;
}

export function UserActs({ user, reauthentication }: UserActsProps) {
  return (
    <>
      {user.verified ? null : <VerificationForm id={user.id} />}
      <SessionsForm id={user.id} reauthentication={reauthentication} />
    </>
  );
}

function VerificationForm({ id }: { id: string }) {
  const { t } = useTexts("master");
  return (
    <Card id="verification">
      <CardHeader title={t("person.verify")} description={t("person.verify_text")} />
      <CardBody>
        <ActionForm
          action="#verification"
          intent="verification"
          clearsWhenDone
          schema={() => import("~/domain/forms/master").then((forms) => forms.userActForm)}
        >
          <HiddenField name="id" value={id} />
          <ReasonField hint={t("person.reason_hint")} />
          <SubmitButton className="justify-self-start">{t("person.verify_submit")}</SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}

function SessionsForm({ id, reauthentication }: { id: string } & Pick<UserActsProps, "reauthentication">) {
  const { t } = useTexts("master");
  return (
    <Card id="sessions">
      <CardHeader title={t("person.end_sessions")} description={t("person.end_sessions_text")} />
      <CardBody>
        <ActionForm
          action="#sessions"
          intent="sessions"
          clearsWhenDone
          schema={() => import("~/domain/forms/master").then((forms) => forms.endUserSessionsForm)}
        >
          <HiddenField name="id" value={id} />
          <ReasonField hint={t("person.reason_hint")} />
          <CheckboxField name="confirm" label={t("person.end_sessions_confirm")} />
          <ReauthenticationField {...reauthentication} />
          <SubmitButton variant="danger" className="justify-self-start">
            {t("person.end_sessions_submit")}
          </SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}

/** The reason of an act, which the accounts that it touches can read. */
export function ReasonField({ hint }: { hint: string }) {
  const { t } = useTexts("master");
  return (
    <TextField
      name="reason"
      label={t("billing.reason")}
      hint={hint}
      maxLength={REASON_MAX_LENGTH}
      autoComplete="off"
    />
  );
}
