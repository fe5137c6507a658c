/** The networks with the keys they were given; without keys, and only on this machine, their sandbox. */
import { createSession, type Session, type SessionStorage } from "@remix-run/node";
import type { Strategy } from "remix-auth";
import type { NetworkKeys } from "~/config.server";
import { NETWORKS, type Network } from "~/domain/networks";
import { paths } from "~/domain/paths";
import { STATE, VERIFIER } from "./code-grant";
import type { NetworkSettings } from "./network-settings";
import type { Attempt, SocialNetwork, SocialNetworks, SocialProfile } from "./social";

export interface SocialParts {
  keys: Record<Network, NetworkKeys | null>;
  /** The product's public address. */
  appUrl: string;
  /** That address is this machine's own. */
  isLocal: boolean;
  /** Starts the networks' sandbox when it is first needed, and tells its port. */
  sandboxPort: () => Promise<number>;
}

/** The keys with which the product is known to the sandbox. */
export const SANDBOX_KEYS = { clientId: "groundwork", clientSecret: "of-the-sandbox" };

/** A network without keys is null unless the product's address is this machine's own: nobody else may reach a sandbox. */
export function makeSocial({ keys, appUrl, isLocal, sandboxPort }: SocialParts): SocialNetworks {
  const networks = NETWORKS.map((name): [Network, SocialNetwork | null] => {
    const callback = appUrl + paths.socialCallback(name);
    const given = keys[name];
    if (given) {
      const bases = given.baseUrl === null ? null : { page: given.baseUrl, calls: given.baseUrl };
      const settings = { ...given, callback, bases };
      return [name, { isSandbox: false, ...driven(name, () => Promise.resolve(settings)) }];
    }
    if (!isLocal) return [name, null];
    const settings = async () => ({
      ...SANDBOX_KEYS,
      callback,
      bases: {
        page: `${appUrl}${paths.socialSandbox}/${name}`,
        calls: `http://127.0.0.1:${await sandboxPort()}/${name}`,
      },
    });
    return [name, { isSandbox: true, ...driven(name, settings) }];
  });
  return Object.fromEntries(networks) as SocialNetworks;
}

/** Strategies think in requests and sessions; the product in an attempt and its answer. */
function driven(
  name: Network,
  settings: () => Promise<NetworkSettings>,
): Pick<SocialNetwork, "begin" | "finish"> {
  return {
    async begin() {
      const session = createSession();
      const { callback, ...rest } = await settings();
      const strategy = await STRATEGIES[name]({ callback, ...rest });
      const away = await redirectOf(authenticate(strategy, { address: `${callback}/..`, session }));
      return { address: away.headers.get("Location") ?? "", attempt: attemptIn(session) };
    },
    async finish({ state, verifier }, answer) {
      const given = await settings();
      const strategy = await STRATEGIES[name](given);
      const session = createSession({ [STATE]: state, [VERIFIER]: verifier });
      return authenticate(strategy, { address: `${given.callback}?${answer.toString()}`, session });
    },
  };
}

type AnyStrategy = Pick<Strategy<SocialProfile, never>, "authenticate">;

/** Loaded when somebody first goes to the network: the start does not wait for them. */
const STRATEGIES: Record<Network, (settings: NetworkSettings) => Promise<AnyStrategy>> = {
  facebook: async (settings) => new (await import("./facebook")).FacebookNetwork(settings),
  twitter: async (settings) => new (await import("./twitter")).TwitterNetwork(settings),
  linkedin: async (settings) => new (await import("./linkedin")).LinkedInNetwork(settings),
};

function authenticate(
  strategy: AnyStrategy,
  { address, session }: { address: string; session: Session },
): Promise<SocialProfile> {
  const storage: SessionStorage = {
    getSession: () => Promise.resolve(session),
    commitSession: () => Promise.resolve(""),
    destroySession: () => Promise.resolve(""),
  };
  return strategy.authenticate(new Request(address), storage, OPTIONS);
}

/** What the packages' Authenticator would fill in; none of it is used. */
const OPTIONS = { name: "", sessionKey: "", sessionErrorKey: "", sessionStrategyKey: "", throwOnError: true };

async function redirectOf(leaving: Promise<SocialProfile>): Promise<Response> {
  const thrown: unknown = await leaving.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (thrown instanceof Response) return thrown;
  throw new Error("the strategy did not leave for its network", { cause: thrown });
}

function attemptIn(session: Session): Attempt {
  return { state: String(session.get(STATE)), verifier: String(session.get(VERIFIER)) };
}
