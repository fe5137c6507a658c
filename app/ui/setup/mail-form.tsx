/** The step Mail provider: who sends the mails, and where the test mail goes. */
import type { SettingView, SmtpView } from "~/domain/setup";
import { MAIL_PROVIDERS, MAILGUN_HOSTS, type MailProvider } from "~/domain/setup-choices";
import { RadioField } from "../form/choice-fields";
import { EmailField, NumberField, PasswordField, TextField } from "../form/fields";
import { SelectField } from "../form/select-field";
import { useTexts } from "../use-texts";
import { StepForm } from "./step-form";

interface MailFormProps {
  revision: number;
  settings: readonly SettingView[];
  /** The saved SMTP server; null without one. */
  smtp: SmtpView | null;
}

/** All fields are there; the style hides those of the providers that are not chosen, with scripts or without. */
export function MailForm({ revision, settings, smtp }: MailFormProps) {
  const { t } = useTexts("setup");
  const find = (name: string) => settings.find((setting) => setting.name === name);
  const isFree = (name: string) => find(name)?.source !== "environment";
  const offered = listOffered(isFree);
  const options = offered.map((provider) => ({
    value: provider,
    label: t(`mail.provider.${provider}`),
    hint: t(`mail.provider_hint.${provider}`),
  }));
  const used = offered.find((provider) => isUsed(provider, find)) ?? offered[0] ?? "mailgun";
  return (
    <StepForm
      intent="mail"
      revision={revision}
      isTested="by_choice"
      schema={() => import("~/domain/forms/setup-mail").then((forms) => forms.mailForm)}
    >
      <div className="group/mail grid gap-[18px]">
        <RadioField
          name="mail_provider"
          label={t("mail.provider_label")}
          options={options}
          defaultValue={used}
        />
        {offered.includes("mailgun") ? <MailgunFields find={find} /> : null}
        {offered.includes("smtp") && isFree("SMTP_URL") ? <SmtpFields smtp={smtp} /> : null}
        <div className="grid gap-[18px] group-has-[[value=files]:checked]/mail:hidden">
          {isFree("MAIL_FROM") ? (
            <TextField
              name="sender"
              label={t("mail.sender_label")}
              hint={t("mail.sender_hint")}
              placeholder="Acme <hello@mg.example.com>"
              defaultValue={find("MAIL_FROM")?.source === "saved" ? (find("MAIL_FROM")?.value ?? "") : ""}
              autoComplete="off"
            />
          ) : null}
          <EmailField name="test_email" label={t("mail.test_label")} hint={t("mail.test_hint")} />
        </div>
      </div>
    </StepForm>
  );
}

/** Lists the providers on offer. The one that the environment names sends the mails, so no other can be chosen. */
function listOffered(isFree: (name: string) => boolean): readonly MailProvider[] {
  if (!isFree("SMTP_URL")) return ["smtp"];
  return isFree("MAILGUN_API_KEY") ? MAIL_PROVIDERS : ["mailgun"];
}

type FindSetting = (name: string) => SettingView | undefined;

function isUsed(provider: MailProvider, find: FindSetting): boolean {
  if (provider === "files") return true; // The last one: no other is in use.
  return find(provider === "smtp" ? "SMTP_URL" : "MAILGUN_API_KEY")?.is_set ?? false;
}

function MailgunFields({ find }: { find: FindSetting }) {
  const { t } = useTexts("setup");
  const isFree = (name: string) => find(name)?.source !== "environment";
  const [key, domain] = [find("MAILGUN_API_KEY"), find("MAILGUN_DOMAIN")];
  const regions = MAILGUN_HOSTS.map((value) => ({ value, label: t(REGIONS[value]) }));
  return (
    <div className="grid gap-[18px] group-has-[[value=smtp]:checked]/mail:hidden group-has-[[value=files]:checked]/mail:hidden">
      {isFree("MAILGUN_API_KEY") ? (
        <PasswordField
          name="api_key"
          label={t("mail.api_key_label")}
          hint={key?.is_set ? t("form.keep", { ending: key.ending ?? "…" }) : t("mail.api_key_hint")}
          autoComplete="new-password"
        />
      ) : null}
      {isFree("MAILGUN_DOMAIN") ? (
        <TextField
          name="domain"
          label={t("mail.domain_label")}
          hint={t("mail.domain_hint")}
          placeholder="mg.example.com"
          defaultValue={domain?.value ?? ""}
          autoComplete="off"
        />
      ) : null}
      {isFree("MAILGUN_HOST") ? (
        <SelectField
          name="host"
          label={t("mail.region_label")}
          options={regions}
          defaultValue={find("MAILGUN_HOST")?.value ?? MAILGUN_HOSTS[0]}
        />
      ) : null}
    </div>
  );
}

const REGIONS = {
  "api.mailgun.net": "mail.region.us",
  "api.eu.mailgun.net": "mail.region.eu",
} as const;

function SmtpFields({ smtp }: Pick<MailFormProps, "smtp">) {
  const { t } = useTexts("setup");
  return (
    <div className="grid gap-[18px] group-has-[[value=mailgun]:checked]/mail:hidden group-has-[[value=files]:checked]/mail:hidden">
      <div className="grid items-start gap-[18px] sm:grid-cols-[minmax(0,1fr)_7rem]">
        <TextField
          name="smtp_host"
          label={t("mail.smtp_host_label")}
          placeholder="mail.example.com"
          defaultValue={smtp?.host ?? ""}
          autoComplete="off"
        />
        <NumberField
          name="smtp_port"
          label={t("mail.smtp_port_label")}
          defaultValue={String(smtp?.port ?? 587)}
        />
      </div>
      <TextField
        name="smtp_user"
        label={t("mail.smtp_user_label")}
        hint={t("mail.smtp_user_hint")}
        defaultValue={smtp?.user ?? ""}
        autoComplete="off"
      />
      <PasswordField
        name="smtp_password"
        label={t("mail.smtp_password_label")}
        hint={smtp ? t("mail.smtp_password_keep") : undefined}
        autoComplete="new-password"
      />
    </div>
  );
}
