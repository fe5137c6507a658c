/** Whether the social networks accept the product's keys. */
import type { Config } from "~/config/config.server";
import type { NetworkKeys } from "~/gateways/social/social";
import { toMessage } from "~/domain/messages";
import { NETWORK_NAMES, NETWORKS, type Network } from "~/domain/networks";
import { paths } from "~/domain/paths";
import type { KeyAnswer } from "~/gateways/social/check-keys";
import { fail, pass, warn, type CheckResult } from "./check.server";

/** Null for a network without keys. */
export type NetworkAnswers = Record<Network, KeyAnswer | null>;

/** Sends one request to each network that has keys. */
export async function askNetworks(
  appUrl: string,
  keys: Record<Network, NetworkKeys | null>,
): Promise<NetworkAnswers> {
  const ask = async (network: Network): Promise<[Network, KeyAnswer | null]> => {
    const given = keys[network];
    if (given === null) return [network, null];
    // Loaded when it is needed: the packages of the networks would cost 20 ms of every start.
    const { checkNetworkKeys } = await import("~/gateways/social/check-keys");
    return [network, await checkNetworkKeys(network, given, appUrl + paths.socialCallback(network))];
  };
  return Object.fromEntries(await Promise.all(NETWORKS.map(ask))) as NetworkAnswers;
}

export async function checkNetworks({
  appUrl,
  isLocal,
  networks,
}: Pick<Config, "appUrl" | "isLocal" | "networks">): Promise<CheckResult> {
  const answers = await askNetworks(appUrl, networks);
  const list = (...wanted: readonly (KeyAnswer | null)[]) =>
    NETWORKS.filter((network) => wanted.includes(answers[network])).map((network) => NETWORK_NAMES[network]);
  const [rejected, unsure] = [list("rejected"), list("unreachable", "unclear")];
  const toFinding = (key: "ok" | "rejected" | "unsure", names: readonly string[]) =>
    toMessage(`checks:networks.${key}`, { names: names.join(", ") });
  if (rejected.length > 0)
    return fail("networks", toFinding("rejected", rejected), toMessage("checks:networks.copy"));
  if (unsure.length > 0)
    return warn("networks", toFinding("unsure", unsure), toMessage("checks:networks.later"));
  const accepted = list("accepted");
  if (accepted.length > 0) return pass("networks", toFinding("ok", accepted));
  return pass("networks", toMessage(isLocal ? "checks:networks.sandbox" : "checks:networks.none"));
}
