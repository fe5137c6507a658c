/** The fields that add, change or remove a provider by OpenID Connect, such as a company's own. */
import { PasswordField, TextField } from "../form/fields";
import { useTexts } from "../use-texts";

export function OpenIdFields() {
  const { t } = useTexts("setup");
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4 rounded-lg border border-line p-4">
      <legend className="px-1.5 font-semibold">{t("auth.openid.title")}</legend>
      <p className="text-sm text-muted">{t("auth.openid.text")}</p>
      <TextField
        name="oidc_name"
        label={t("auth.openid.name")}
        placeholder=" "
        hint={t("auth.openid.name_hint")}
        isRequired={false}
        autoComplete="off"
      />
      <TextField
        name="oidc_issuer"
        label={t("auth.openid.issuer")}
        placeholder=" "
        hint={t("auth.openid.issuer_hint")}
        isRequired={false}
        autoComplete="off"
      />
      <TextField
        name="oidc_label"
        label={t("auth.openid.label")}
        placeholder=" "
        isRequired={false}
        autoComplete="off"
      />
      <TextField
        name="oidc_client_id"
        label={t("auth.openid.client_id")}
        placeholder=" "
        isRequired={false}
        autoComplete="off"
      />
      <PasswordField
        name="oidc_client_secret"
        label={t("auth.openid.client_secret")}
        isRequired={false}
        autoComplete="new-password"
      />
    </fieldset>
  );
}
