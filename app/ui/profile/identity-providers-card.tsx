/** The identity providers that the user can sign in with: connecting and disconnecting them, and when each was last used. */
import type { IdentityProviderState } from "~/domain/identity-providers";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { Badge } from "../kit/badge";
import { getButtonClass } from "../kit/button";
import { Card, CardHeader } from "../kit/card";
import { Logo } from "../kit/icon";
import { useTexts } from "../use-texts";
import { LastUse } from "./last-use";

interface IdentityProvidersCardProps {
  providers: readonly UsersIdentityProvider[];
  reauthentication: ReauthenticationFieldProps;
}

interface UsersIdentityProvider extends IdentityProviderState {
  /** Null: not connected. The date is null when the user has not signed in by it. */
  linked: { lastUsedAt: string | null } | null;
}

export function IdentityProvidersCard({ providers, reauthentication }: IdentityProvidersCardProps) {
  const { t } = useTexts("providers");
  return (
    <Card id="providers">
      <CardHeader title={t("title")} description={t("description")} />
      <ul className="divide-y divide-line border-t border-line">
        {providers.map((provider) => (
          <IdentityProviderLine key={provider.provider} {...provider} reauthentication={reauthentication} />
        ))}
      </ul>
    </Card>
  );
}

type IdentityProviderLineProps = UsersIdentityProvider & { reauthentication: ReauthenticationFieldProps };

function IdentityProviderLine({ reauthentication, ...provider }: IdentityProviderLineProps) {
  const { t } = useTexts("providers");
  const { name, state, linked } = provider;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Logo provider={provider.provider} />
        <span className="font-medium">{name}</span>
        {linked ? <Badge tone="good">{t("linked_badge")}</Badge> : null}
        {state === "sandbox" ? <Badge tone="warn">{t("sandbox")}</Badge> : null}
        {linked ? <LastUse at={linked.lastUsedAt} /> : null}
      </span>
      {linked ? (
        <UnlinkForm {...provider} reauthentication={reauthentication} />
      ) : (
        <LinkButton {...provider} />
      )}
    </li>
  );
}

function UnlinkForm({ provider, name, reauthentication }: IdentityProviderLineProps) {
  const { t } = useTexts("providers");
  return (
    <ActionForm
      intent="unlink-network"
      fields={{ provider }}
      action="#providers"
      className="justify-items-end"
    >
      <ReauthenticationField {...reauthentication} />
      <SubmitButton variant="danger" size="sm" aria-label={t("unlink_provider", { provider: name })}>
        {t("unlink")}
      </SubmitButton>
    </ActionForm>
  );
}

/** A plain link, because it leaves the site. */
function LinkButton({ provider, name, state }: IdentityProviderState) {
  const { t } = useTexts("providers");
  if (state === "off") return <span className="text-sm text-muted">{t("off")}</span>;
  return (
    <a
      href={paths.toIdentityProvider(provider, { link: 1 })}
      className={getButtonClass({ size: "sm" })}
      aria-label={t("link_provider", { provider: name })}
    >
      {t("link")}
    </a>
  );
}
