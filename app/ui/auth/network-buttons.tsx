/** The social networks below a form that signs somebody in or up. */
import clsx from "clsx";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { NETWORK_NAMES, type NetworkState } from "~/domain/networks";
import { paths, type NetworkQuery } from "~/domain/paths";
import { getButtonClass } from "../kit/button";
import { NetworkIcon } from "./network-icon";

export interface NetworkButtonsProps {
  networks: readonly NetworkState[];
  /** What they are gone to for; to sign in, when left out. */
  query?: NetworkQuery;
}

/** One button a network. They leave the site, so the whole page goes: plain links, which need no script. */
export function NetworkButtons({ networks, query = {} }: NetworkButtonsProps) {
  const { t } = useTranslation("auth");
  const offId = useId();
  const off = networks.filter(({ state }) => state === "off").map(({ network }) => NETWORK_NAMES[network]);
  const hasSandbox = networks.some(({ state }) => state === "sandbox");
  return (
    <section aria-label={t("social.section")} className="grid gap-3">
      <div className="grid grid-cols-3 gap-2">
        {networks.map(({ network, state }) => (
          <NetworkButton key={network} network={network} state={state} query={query} offId={offId} />
        ))}
      </div>
      {hasSandbox ? <p className="text-sm text-muted">{t("social.sandbox")}</p> : null}
      {off.length > 0 ? (
        <p id={offId} className="text-sm text-muted">
          {t("social.off", { networks: off.join(", ") })}
        </p>
      ) : null}
    </section>
  );
}

type NetworkButtonProps = NetworkState & { query: NetworkQuery; offId: string };

function NetworkButton({ network, state, query, offId }: NetworkButtonProps) {
  const { t } = useTranslation("auth");
  const name = NETWORK_NAMES[network];
  const appearance = {
    // "Facebook" must fit into a third of a phone.
    className: clsx(getButtonClass({ isBlock: true }), "max-sm:gap-1.5 max-sm:!px-1"),
    "aria-label": t("social.continue", { network: name }),
  };
  const content = (
    <>
      <NetworkIcon network={network} />
      <span className="truncate">{name}</span>
    </>
  );
  if (state === "off") {
    return (
      <button type="button" disabled aria-describedby={offId} {...appearance}>
        {content}
      </button>
    );
  }
  return (
    <a href={paths.toNetwork(network, query)} {...appearance}>
      {content}
    </a>
  );
}
