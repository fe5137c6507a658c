/** The rows of the profile about the user, name, email and language, and the download of their data. */
import { LANGUAGES, LOCALES, type Locale } from "~/domain/locales";
import { paths } from "~/domain/paths";
import { ActionForm } from "../form/action-form";
import { EmailField, TextField } from "../form/fields";
import { PostForm } from "../form/post-form";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { SelectField } from "../form/select-field";
import { Badge } from "../kit/badge";
import { ButtonLink, getButtonClass } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Icon } from "../kit/icon";
import { Notice } from "../kit/notice";
import { HAS_LANGUAGE_CHOICE, ReturnTo } from "../layout/language-form";
import { useTexts } from "../use-texts";
import { EditRow, SaveButton } from "./edit-row";

export function NameRow({ name }: { name: string }) {
  const { t } = useTexts("profile");
  return (
    <EditRow key={name} id="name" intent="change-name" label={t("name.title")} value={name}>
      <ActionForm
        intent="change-name"
        action="#name"
        shown={{ name }}
        className="max-w-md"
        schema={() => import("~/domain/forms/profile").then((forms) => forms.profileForm)}
      >
        <TextField
          name="name"
          label={t("name.label")}
          hint={t("name.description")}
          defaultValue={name}
          autoComplete="name"
        />
        <SaveButton />
      </ActionForm>
    </EditRow>
  );
}

interface EmailRowProps {
  email: string;
  /** Replaces the email once it is verified. */
  pendingEmail: string | null;
  isEmailVerified: boolean;
  reauthentication: ReauthenticationFieldProps;
}

/** The email for signing in and for mails, and the form that changes it. */
export function EmailRow({ email, pendingEmail, isEmailVerified, reauthentication }: EmailRowProps) {
  const { t } = useTexts("profile");
  return (
    <EditRow
      id="email"
      intent="change-email"
      label={t("email.title")}
      hint={t("email.description")}
      value={<EmailLine email={email} isVerified={isEmailVerified} />}
      notice={
        pendingEmail === null && isEmailVerified ? null : <UnverifiedNotice pendingEmail={pendingEmail} />
      }
    >
      <ActionForm
        intent="change-email"
        action="#email"
        className="max-w-md"
        schema={() => import("~/domain/forms/profile").then((forms) => forms.emailForm)}
      >
        <EmailField name="email" label={t("email.new")} hint={t("email.hint")} />
        <ReauthenticationField {...reauthentication} />
        <SaveButton>{t("email.submit")}</SaveButton>
      </ActionForm>
    </EditRow>
  );
}

function EmailLine({ email, isVerified }: { email: string; isVerified: boolean }) {
  const { t } = useTexts("profile");
  return (
    <span className="flex flex-wrap items-center gap-2 break-all">
      {email}
      <Badge tone={isVerified ? "good" : "warn"}>
        {isVerified ? t("email.verified") : t("email.unverified")}
      </Badge>
    </span>
  );
}

function UnverifiedNotice({ pendingEmail }: { pendingEmail: string | null }) {
  const { t } = useTexts("profile");
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
export function LanguageRow({ locale }: { locale: Locale }) {
  const { t } = useTexts("profile");
  if (!HAS_LANGUAGE_CHOICE) return null;
  return (
    <EditRow
      id="language"
      label={t("language.title")}
      value={LANGUAGES[locale].name}
      hint={t("language.description")}
    >
      <PostForm action={paths.preferences} className="grid max-w-md gap-[18px]">
        <ReturnTo />
        <SelectField
          name="locale"
          label={t("language.label")}
          defaultValue={locale}
          options={LOCALES.map((value) => ({ value, label: LANGUAGES[value].name }))}
        />
        <SaveButton />
      </PostForm>
    </EditRow>
  );
}

export function DownloadCard() {
  const { t } = useTexts("profile");
  return (
    <Card>
      <CardHeader title={t("download.title")} description={t("download.description")} />
      <CardBody>
        {/* A plain link, because the response is a file and not a page. */}
        <a href={paths.profileExport} download className={getButtonClass()}>
          <Icon name="download" />
          {t("download.submit")}
        </a>
      </CardBody>
    </Card>
  );
}
