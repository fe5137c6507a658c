/** The step Authentication: for each identity provider its callback URL, its keys, and a way to try it. */
import {
  isKnownIdentityProvider,
  type IdentityProviderState,
  type KnownIdentityProvider,
} from "~/domain/identity-providers";
import {
  listKeySettings,
  toKeyField,
  type IdentityProviderSetting,
} from "~/domain/identity-provider-settings";
import { paths } from "~/domain/paths";
import type { IdentityProviderTrial, SettingView } from "~/domain/setup";
import { PasswordField, TextField } from "../form/fields";
import { CodeBlock } from "../keys/issued-key";
import { ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";
import { OpenIdFields } from "./openid-fields";
import { StepForm } from "./step-form";

interface AuthenticationFormProps {
  revision: number;
  settings: readonly SettingView[];
  providers: readonly SetupIdentityProvider[];
  /** The answer of the provider that was tried last. */
  trial: IdentityProviderTrial | null;
}

interface SetupIdentityProvider extends IdentityProviderState {
  callback_url: string;
}

export function AuthenticationForm({ revision, settings, providers, trial }: AuthenticationFormProps) {
  const isAnyFixed = settings.some(({ source }) => source === "environment");
  return (
    <>
      {trial === null ? null : <TrialNotice {...trial} providers={providers} />}
      <StepForm
        intent="authentication"
        revision={revision}
        isTested={isAnyFixed ? "always" : "once_typed"}
        schema={() => import("~/domain/forms/setup-authentication").then((forms) => forms.authenticationForm)}
      >
        {providers.map((provider) => (
          <IdentityProviderFields key={provider.provider} {...provider} settings={settings} />
        ))}
        <OpenIdFields />
      </StepForm>
    </>
  );
}

/** The flow is tried with the keys in use, so the link leaves the form. */
function IdentityProviderFields({
  provider,
  name,
  callback_url: callbackUrl,
  state,
  settings,
}: SetupIdentityProvider & Pick<AuthenticationFormProps, "settings">) {
  const { t } = useTexts("setup");
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4 rounded-lg border border-line p-4">
      <legend className="px-1.5 font-semibold">{name}</legend>
      <CodeBlock
        label={t("auth.callback")}
        copyLabel={t("auth.copy", { provider: name })}
        text={callbackUrl}
      />
      {provider === "apple" && new URL(callbackUrl).protocol === "http:" ? (
        <Notice tone="warn">{t("auth.apple_needs_https")}</Notice>
      ) : null}
      {isKnownIdentityProvider(provider) ? (
        listKeySettings(provider).map((setting) => (
          <ProviderKeyField key={setting} provider={provider} setting={setting} settings={settings} />
        ))
      ) : (
        <p className="text-sm text-muted">{t("auth.openid_set", { name: provider })}</p>
      )}
      {state === "off" ? (
        <p className="text-sm text-muted">{t("auth.off")}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <ButtonLink to={paths.tryIdentityProvider(provider)} reloadDocument size="sm">
            {t("auth.try", { provider: name })}
          </ButtonLink>
          <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
            {t(state === "sandbox" ? "auth.try_sandbox" : "auth.try_hint")}
          </p>
        </div>
      )}
    </fieldset>
  );
}

interface KeyFieldProps extends Pick<AuthenticationFormProps, "settings"> {
  provider: KnownIdentityProvider;
  setting: IdentityProviderSetting;
}

/** A setting that the environment fixes has no field. */
function ProviderKeyField({ provider, setting, settings }: KeyFieldProps) {
  const { t } = useTexts("setup");
  const view = settings.find(({ name }) => name === `${provider.toUpperCase()}_${setting}`);
  if (!view || view.source === "environment") return null;
  const label = t(`setting.name.${view.name as "FACEBOOK_CLIENT_ID"}`);
  const name = toKeyField(provider, setting);
  if (view.is_secret)
    return (
      <PasswordField
        name={name}
        label={label}
        hint={view.is_set ? t("auth.secret_hint") : undefined}
        isRequired={false}
        autoComplete="new-password"
      />
    );
  const isFirst = setting === "CLIENT_ID";
  return (
    <TextField
      name={name}
      label={label}
      defaultValue={view.value ?? ""}
      // Not a text: it lets the style sheet see whether the field is empty.
      placeholder=" "
      hint={toHint(setting, { isSet: view.is_set && isFirst, t })}
      isRequired={false}
      autoComplete="off"
    />
  );
}

function toHint(
  setting: IdentityProviderSetting,
  { isSet, t }: { isSet: boolean; t: ReturnType<typeof useTexts<"setup">>["t"] },
): string | undefined {
  if (setting === "TENANT") return t("auth.tenant_hint");
  return isSet ? t("auth.id_hint") : undefined;
}

function TrialNotice({
  providers,
  ...trial
}: IdentityProviderTrial & Pick<AuthenticationFormProps, "providers">) {
  const { t } = useTexts("setup");
  const provider = providers.find((one) => one.provider === trial.provider)?.name ?? trial.provider;
  if (trial.outcome === "ok") {
    const { name, email } = trial;
    const title = t("auth.trial.ok", { provider });
    return (
      <Notice tone="good" title={title}>
        {email === null ? t("auth.trial.no_email", { name }) : t("auth.trial.came_back", { name, email })}
      </Notice>
    );
  }
  const { outcome, detail } = trial;
  return (
    <Notice tone={outcome === "denied" ? "warn" : "bad"} title={t(`auth.trial.${outcome}`, { provider })}>
      {t("auth.trial.detail", { detail })}
    </Notice>
  );
}
