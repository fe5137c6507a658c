/** The step Authentication: for each network its callback URL, its keys, and a way to try it. */
import { NETWORK_NAMES, type Network } from "~/domain/networks";
import { paths } from "~/domain/paths";
import type { NetworkTrial, SettingView } from "~/domain/setup";
import { PasswordField, TextField } from "../form/fields";
import { CodeBlock } from "../keys/issued-key";
import { ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";
import { StepForm } from "./step-form";

interface AuthenticationFormProps {
  revision: number;
  settings: readonly SettingView[];
  networks: readonly SetupNetwork[];
  /** The answer of the network that was tried last. */
  trial: NetworkTrial | null;
}

interface SetupNetwork {
  provider: Network;
  callback_url: string;
  state: "on" | "sandbox" | "off";
}

export function AuthenticationForm({ revision, settings, networks, trial }: AuthenticationFormProps) {
  const isAnyFixed = settings.some(({ source }) => source === "environment");
  return (
    <>
      {trial === null ? null : <TrialNotice {...trial} />}
      <StepForm
        intent="authentication"
        revision={revision}
        isTested={isAnyFixed ? "always" : "once_typed"}
        schema={() => import("~/domain/forms/setup-authentication").then((forms) => forms.authenticationForm)}
      >
        {networks.map((network) => (
          <NetworkFields key={network.provider} {...network} settings={settings} />
        ))}
      </StepForm>
    </>
  );
}

/** A setting that the environment fixes has no field. The flow is tried with the keys in use, so the link leaves the form. */
function NetworkFields({
  provider,
  callback_url: callbackUrl,
  state,
  settings,
}: SetupNetwork & Pick<AuthenticationFormProps, "settings">) {
  const { t } = useTexts("setup");
  const network = NETWORK_NAMES[provider];
  const find = (part: "ID" | "SECRET") =>
    settings.find(({ name }) => name === `${provider.toUpperCase()}_CLIENT_${part}`);
  const [id, secret] = [find("ID"), find("SECRET")];
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4 rounded-lg border border-line p-4">
      <legend className="px-1.5 font-semibold">{network}</legend>
      <CodeBlock label={t("auth.callback")} copyLabel={t("auth.copy", { network })} text={callbackUrl} />
      {id?.source === "environment" ? null : (
        <TextField
          name={`${provider}_client_id`}
          label={t(`setting.name.${id?.name as "FACEBOOK_CLIENT_ID"}`)}
          defaultValue={id?.value ?? ""}
          // Not a text: it lets the style sheet see whether the field is empty.
          placeholder=" "
          hint={id?.is_set ? t("auth.id_hint") : undefined}
          isRequired={false}
          autoComplete="off"
        />
      )}
      {secret?.source === "environment" ? null : (
        <PasswordField
          name={`${provider}_client_secret`}
          label={t(`setting.name.${secret?.name as "FACEBOOK_CLIENT_SECRET"}`)}
          hint={secret?.is_set ? t("auth.secret_hint") : undefined}
          isRequired={false}
          autoComplete="new-password"
        />
      )}
      {state === "off" ? (
        <p className="text-sm text-muted">{t("auth.off")}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <ButtonLink to={paths.tryNetwork(provider)} reloadDocument size="sm">
            {t("auth.try", { network })}
          </ButtonLink>
          <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
            {t(state === "sandbox" ? "auth.try_sandbox" : "auth.try_hint")}
          </p>
        </div>
      )}
    </fieldset>
  );
}

function TrialNotice(trial: NetworkTrial) {
  const { t } = useTexts("setup");
  const network = NETWORK_NAMES[trial.network];
  if (trial.outcome === "ok") {
    const { name, email } = trial;
    const title = t("auth.trial.ok", { network });
    return (
      <Notice tone="good" title={title}>
        {email === null ? t("auth.trial.no_email", { name }) : t("auth.trial.came_back", { name, email })}
      </Notice>
    );
  }
  const { outcome, detail } = trial;
  return (
    <Notice tone={outcome === "denied" ? "warn" : "bad"} title={t(`auth.trial.${outcome}`, { network })}>
      {t("auth.trial.detail", { detail })}
    </Notice>
  );
}
