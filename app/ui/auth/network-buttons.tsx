/** The social networks below a form for signing in or signing up, and the line between the two. */
import clsx from "clsx";
import { useId } from "react";
import { NETWORK_NAMES, type Network, type NetworkState } from "~/domain/networks";
import { paths, type NetworkQuery } from "~/domain/paths";
import { getButtonClass } from "../kit/button";
import { SPRITE } from "../kit/icon";
import { useTexts } from "../use-texts";

/** The word "or" in a line between a form and the other ways to sign in. */
export function OrLine() {
  const { t } = useTexts("auth");
  return (
    <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t("sign_in.or")}
    </p>
  );
}

export interface NetworkButtonsProps {
  networks: readonly NetworkState[];
  /** The user's purpose at the network. Left out: to sign in. */
  query?: NetworkQuery;
}

/** One button for each network. They are plain links: they leave the site, and they work without scripts. */
export function NetworkButtons({ networks, query = {} }: NetworkButtonsProps) {
  const { t } = useTexts("auth");
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
  const { t } = useTexts("auth");
  const name = NETWORK_NAMES[network];
  const appearance = {
    // "Facebook" must fit into a third of the form.
    className: clsx(getButtonClass({ isBlock: true }), "gap-1.5 !px-1"),
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

/** The logo of a network: 16 px, in the colour of the text around it, as decoration. */
export function NetworkIcon({ network }: { network: Network }) {
  return (
    <svg fill="currentColor" aria-hidden className="size-4 shrink-0">
      <use href={`${SPRITE}#logo-${network}`} />
    </svg>
  );
}
