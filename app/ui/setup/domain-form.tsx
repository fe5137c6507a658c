/** The step Domain: the domain, the email of support, and the trusted proxies. */
import type { SettingView } from "~/domain/setup";
import { EmailField, NumberField, TextField } from "../form/fields";
import { useTexts } from "../use-texts";
import { StepForm } from "./step-form";

interface DomainFormProps {
  revision: number;
  settings: readonly SettingView[];
  /** How many proxies have forwarded the request of this page. */
  proxies: number;
}

/** A setting that the environment fixes has no field. */
export function DomainForm({ revision, settings, proxies }: DomainFormProps) {
  const { t } = useTexts("setup");
  const find = (name: string) => settings.find((setting) => setting.name === name);
  const isFree = (name: string) => find(name)?.source !== "environment";
  const getSaved = (name: string) => (find(name)?.source === "saved" ? (find(name)?.value ?? "") : "");
  return (
    <StepForm
      intent="domain"
      revision={revision}
      schema={() => import("~/domain/forms/setup").then((forms) => forms.domainForm)}
    >
      {isFree("APP_URL") ? (
        <TextField
          name="domain"
          label={t("domain.label")}
          hint={t("domain.hint")}
          placeholder="app.example.com"
          defaultValue={getSaved("APP_URL").replace(/^https:\/\//, "")}
          autoComplete="off"
        />
      ) : null}
      {isFree("SUPPORT_EMAIL") ? (
        <EmailField
          name="support_email"
          label={t("domain.email_label")}
          hint={t("domain.email_hint")}
          defaultValue={getSaved("SUPPORT_EMAIL")}
          autoComplete="off"
        />
      ) : null}
      {isFree("TRUST_PROXY_HOPS") ? (
        <NumberField
          name="trust_proxy_hops"
          label={t("domain.hops_label")}
          hint={t("domain.hops_hint", { proxies })}
          defaultValue={find("TRUST_PROXY_HOPS")?.value ?? "0"}
        />
      ) : null}
    </StepForm>
  );
}
