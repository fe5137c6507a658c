/** The social networks that the user can sign in with: linking and unlinking them. */
import { NETWORK_NAMES, type Network, type NetworkState } from "~/domain/networks";
import { paths } from "~/domain/paths";
import { NetworkIcon } from "../auth/network-buttons";
import { ActionForm, SubmitButton } from "../form/action-form";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { Badge } from "../kit/badge";
import { getButtonClass } from "../kit/button";
import { Card, CardHeader } from "../kit/card";
import { useTexts } from "../use-texts";

interface NetworksCardProps {
  networks: readonly NetworkState[];
  linked: readonly { provider: Network }[];
  reauthentication: ReauthenticationFieldProps;
}

export function NetworksCard({ networks, linked, reauthentication }: NetworksCardProps) {
  const { t } = useTexts("networks");
  return (
    <Card id="networks">
      <CardHeader title={t("title")} description={t("description")} />
      <ul className="divide-y divide-line border-t border-line">
        {networks.map((network) => (
          <NetworkLine
            key={network.network}
            {...network}
            isLinked={linked.some(({ provider }) => provider === network.network)}
            reauthentication={reauthentication}
          />
        ))}
      </ul>
    </Card>
  );
}

type NetworkLineProps = NetworkState & { isLinked: boolean; reauthentication: ReauthenticationFieldProps };

function NetworkLine({ network, state, isLinked, reauthentication }: NetworkLineProps) {
  const { t } = useTexts("networks");
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <span className="flex items-center gap-2.5">
        <NetworkIcon network={network} />
        <span className="font-medium">{NETWORK_NAMES[network]}</span>
        {isLinked ? <Badge tone="good">{t("linked_badge")}</Badge> : null}
        {state === "sandbox" ? <Badge tone="warn">{t("sandbox")}</Badge> : null}
      </span>
      {isLinked ? (
        <UnlinkForm network={network} reauthentication={reauthentication} />
      ) : (
        <LinkButton network={network} state={state} />
      )}
    </li>
  );
}

function UnlinkForm({ network, reauthentication }: Pick<NetworkLineProps, "network" | "reauthentication">) {
  const { t } = useTexts("networks");
  return (
    <ActionForm
      intent="unlink-network"
      fields={{ provider: network }}
      action="#networks"
      className="justify-items-end"
    >
      <ReauthenticationField {...reauthentication} />
      <SubmitButton
        variant="danger"
        size="sm"
        aria-label={t("unlink_network", { network: NETWORK_NAMES[network] })}
      >
        {t("unlink")}
      </SubmitButton>
    </ActionForm>
  );
}

/** A plain link, because it leaves the site. */
function LinkButton({ network, state }: NetworkState) {
  const { t } = useTexts("networks");
  if (state === "off") return <span className="text-sm text-muted">{t("off")}</span>;
  return (
    <a
      href={paths.toNetwork(network, { link: 1 })}
      className={getButtonClass({ size: "sm" })}
      aria-label={t("link_network", { network: NETWORK_NAMES[network] })}
    >
      {t("link")}
    </a>
  );
}
