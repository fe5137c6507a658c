/** The address one signs in with and gets mail at, and another one to take its place. */
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { EmailField } from "../form/fields";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { Badge } from "../kit/badge";
import { ButtonLink } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Notice } from "../kit/notice";

export interface EmailCardProps {
  email: string;
  /** Waits to take its place, until it is proved. */
  pendingEmail: string | null;
  isEmailVerified: boolean;
  reauthentication: ReauthenticationFieldProps;
}

export function EmailCard({ email, pendingEmail, isEmailVerified, reauthentication }: EmailCardProps) {
  const { t } = useTranslation("profile");
  return (
    <Card id="email">
      <CardHeader title={t("email.title")} description={t("email.description")} />
      <CardBody className="grid gap-[18px]">
        <p className="flex flex-wrap items-center gap-2 break-all text-muted">
          {email}
          <Badge tone={isEmailVerified ? "good" : "warn"}>
            {isEmailVerified ? t("email.verified") : t("email.unverified")}
          </Badge>
        </p>
        {pendingEmail === null && isEmailVerified ? null : <Unproved pendingEmail={pendingEmail} />}
        <ActionForm
          intent="change-email"
          action="#email"
          className="max-w-md"
          schema={() => import("~/domain/forms/profile").then((forms) => forms.emailForm)}
        >
          <EmailField name="email" label={t("email.new")} hint={t("email.hint")} />
          <ReauthenticationField {...reauthentication} />
          <SubmitButton variant="secondary" className="justify-self-start">
            {t("email.submit")}
          </SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}

function Unproved({ pendingEmail }: { pendingEmail: string | null }) {
  const { t } = useTranslation("profile");
  return (
    <Notice
      tone="accent"
      action={
        <ButtonLink to={paths.verify} size="sm">
          {pendingEmail === null ? t("email.unverified_link") : t("email.pending_link")}
        </ButtonLink>
      }
    >
      {pendingEmail === null ? t("email.unverified") : t("email.pending", { email: pendingEmail })}
    </Notice>
  );
}
