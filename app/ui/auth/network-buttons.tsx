/** The social networks below a form for signing in or signing up, and the line between the two. */
import clsx from "clsx";
import { useId } from "react";
import { NETWORK_NAMES, type Network, type NetworkState } from "~/domain/networks";
import { paths, type NetworkQuery } from "~/domain/paths";
import { getButtonClass } from "../kit/button";
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
  /** What the user goes to the network for. Left out: to sign in. */
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
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden className="size-4 shrink-0">
      <path d={LOGOS[network]} />
    </svg>
  );
}

const LOGOS: Record<Network, string> = {
  facebook:
    "M24 12.073c0-6.627-5.373-12-12-12s-12 5.373-12 12c0 5.99 4.388 10.954 10.125 11.854v-8.385H7.078v-3.47h3.047V9.43c0-3.007 1.792-4.669 4.533-4.669 1.312 0 2.686.235 2.686.235v2.953H15.83c-1.491 0-1.956.925-1.956 1.874v2.25h3.328l-.532 3.47h-2.796v8.385C19.612 23.027 24 18.062 24 12.073z",
  twitter:
    "M18.901 1.153h3.68l-8.04 9.19L24 22.846h-7.406l-5.8-7.584-6.638 7.584H.474l8.6-9.83L0 1.154h7.594l5.243 6.932ZM17.61 20.644h2.039L6.486 3.24H4.298Z",
  linkedin:
    "M20.447 20.452h-3.554v-5.569c0-1.328-.027-3.037-1.852-3.037-1.853 0-2.136 1.445-2.136 2.939v5.667H9.351V9h3.414v1.561h.046c.477-.9 1.637-1.85 3.37-1.85 3.601 0 4.267 2.37 4.267 5.455v6.286zM5.337 7.433c-1.144 0-2.063-.926-2.063-2.065 0-1.138.92-2.063 2.063-2.063 1.14 0 2.064.925 2.064 2.063 0 1.139-.925 2.065-2.064 2.065zm1.782 13.019H3.555V9h3.564v11.452zM22.225 0H1.771C.792 0 0 .774 0 1.729v20.542C0 23.227.792 24 1.771 24h20.451C23.2 24 24 23.227 24 22.271V1.729C24 .774 23.2 0 22.222 0h.003z",
};
