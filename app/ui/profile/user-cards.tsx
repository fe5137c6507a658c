/** The profile's cards about the user: name, email, language, and the download of their data. */
import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";
import { LANGUAGES, LOCALES, type Locale } from "~/domain/locales";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { EmailField, TextField } from "../form/fields";
import { PostForm } from "../form/post-form";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { SelectField } from "../form/select-field";
import { Badge } from "../kit/badge";
import { Button, ButtonLink } from "../kit/button";
import { getButtonClass } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Notice } from "../kit/notice";
import { ReturnTo } from "../layout/language-form";

export function NameCard({ name }: { name: string }) {
  const { t } = useTranslation("profile");
  return (
    <Card id="name">
      <CardHeader title={t("name.title")} description={t("name.description")} />
      <CardBody>
        <ActionForm
          intent="change-name"
          action="#name"
          className="max-w-md"
          schema={() => import("~/domain/forms/profile").then((forms) => forms.profileForm)}
        >
          <TextField name="name" label={t("name.label")} defaultValue={name} autoComplete="name" />
          <SubmitButton variant="secondary" className="justify-self-start">
            {t("save")}
          </SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}

export interface EmailCardProps {
  email: string;
  /** Replaces the email once it is verified. */
  pendingEmail: string | null;
  isEmailVerified: boolean;
  reauthentication: ReauthenticationFieldProps;
}

/** The email for signing in and for mails, and the form that changes it. */
export function EmailCard({ email, pendingEmail, isEmailVerified, reauthentication }: EmailCardProps) {
  const { t } = useTranslation("profile");
  return (
    <Card id="email">
      <CardHeader title={t("email.title")} description={t("email.description")} />
      <CardBody className="grid gap-[18px]">
        <EmailLine email={email} isVerified={isEmailVerified} />
        {pendingEmail === null && isEmailVerified ? null : <UnverifiedNotice pendingEmail={pendingEmail} />}
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

function EmailLine({ email, isVerified }: { email: string; isVerified: boolean }) {
  const { t } = useTranslation("profile");
  return (
    <p className="flex flex-wrap items-center gap-2 break-all text-muted">
      {email}
      <Badge tone={isVerified ? "good" : "warn"}>
        {isVerified ? t("email.verified") : t("email.unverified")}
      </Badge>
    </p>
  );
}

function UnverifiedNotice({ pendingEmail }: { pendingEmail: string | null }) {
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

/** The language of pages and mails. The form loads the whole page again, in the new language. */
export function LanguageCard({ locale }: { locale: Locale }) {
  const { t } = useTranslation("profile");
  return (
    <Card>
      <CardHeader title={t("language.title")} description={t("language.description")} />
      <CardBody>
        <PostForm action={paths.preferences} className="grid max-w-md gap-[18px]">
          <ReturnTo />
          <SelectField
            name="locale"
            label={t("language.label")}
            defaultValue={locale}
            options={LOCALES.map((value) => ({ value, label: LANGUAGES[value].name }))}
          />
          <Button type="submit" className="justify-self-start">
            {t("save")}
          </Button>
        </PostForm>
      </CardBody>
    </Card>
  );
}

export function DownloadCard() {
  const { t } = useTranslation("profile");
  return (
    <Card>
      <CardHeader title={t("download.title")} description={t("download.description")} />
      <CardBody>
        {/* A plain link, because the response is a file and not a page. */}
        <a href={paths.profileExport} download className={getButtonClass()}>
          <Download aria-hidden />
          {t("download.submit")}
        </a>
      </CardBody>
    </Card>
  );
}
