/** The social networks for tests of the product: their sandbox, used with configured keys, and ways to make it fail. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { NETWORKS, type Network } from "~/domain/networks";
import { startSocialSandbox } from "../../sandbox/social/server";
import { createBrowser, type Browser, type PageAnswer } from "./clients";
import { findFreePort } from "./free-port";
import { linkIn, startProduct, type Product } from "./product";

/** Answers instead of the network. */
export type Fault = (response: ServerResponse) => void;

export interface Networks {
  product: Product;
  /** Replaces one of the networks' responses; null restores it. */
  breakAt(part: "token" | "person", fault: Fault | null): void;
  /** Every exchange of a code: its network and its Authorization header. */
  exchanges: { network: string; authorization: string | undefined }[];
  stop(): Promise<void>;
}

interface NetworkPerson {
  name?: string;
  email?: string;
  decision?: "allow" | "deny";
}

const PARTS = { token: /\/(access_token|token|accessToken)$/, person: /\/(me|userinfo)(\?|$)/ };
const KEYS = { id: "an id of ours & more", secret: "a secret: of + ours" };

/** Starts the networks, and the product with keys for all of them. Stop them when done. */
export async function startWithNetworks(environment: Record<string, string> = {}): Promise<Networks> {
  const port = await findFreePort();
  const faults: Record<keyof typeof PARTS, Fault | null> = { token: null, person: null };
  const exchanges: Networks["exchanges"] = [];
  const intercept = (request: IncomingMessage, response: ServerResponse) => {
    const part = getPart(request.url ?? "");
    if (part === "token") {
      const [, network = ""] = (request.url ?? "").split("/");
      exchanges.push({ network, authorization: request.headers.authorization });
    }
    const fault = part && faults[part];
    fault?.(response);
    return Boolean(fault);
  };
  const clients = Object.fromEntries(
    NETWORKS.map((network) => [network, { ...KEYS, callback: getCallbackUrl(port, network) }]),
  );
  const provider = await startSocialSandbox({ clients, intercept });
  const product = await startProduct({
    PORT: String(port),
    ...environment,
    ...Object.fromEntries(NETWORKS.flatMap((network) => listKeys(network, provider.port))),
  });
  return {
    product,
    exchanges,
    breakAt(part, fault) {
      faults[part] = fault;
    },
    async stop() {
      await product.stop();
      await provider.close();
    },
  };
}

/** Goes to the network and submits its consent page. Returns the callback URL that the network redirects to. */
export async function followNetwork(
  visitor: Browser,
  network: Network,
  { as = {}, query = "" }: { as?: NetworkPerson; query?: string } = {},
): Promise<URL> {
  const away = await visitor.get(`/auth/${network}${query}`);
  if (!away.location) throw new Error(`/auth/${network} answered ${away.status}: ${away.html.slice(0, 500)}`);
  return consent(away.location, as);
}

/** Submits the network's consent page, as the user would. */
export async function consent(address: string, as: NetworkPerson): Promise<URL> {
  const { name = "Ada Lovelace", email = "ada@example.com", decision = "allow" } = as;
  const answer = await fetch(address, {
    method: "POST",
    headers: { Origin: new URL(address).origin },
    body: new URLSearchParams({ name, email, decision }),
    redirect: "manual",
  });
  const location = answer.headers.get("Location");
  if (!location) throw new Error(`the network answered ${answer.status}: ${await answer.text()}`);
  return new URL(location);
}

/** Signs in at the network up to the callback's page, and returns that page's URL. */
export async function signInByNetwork(
  visitor: Browser,
  network: Network,
  options: { as?: NetworkPerson; query?: string } = {},
): Promise<string> {
  const back = await followNetwork(visitor, network, options);
  const { location } = await visitor.get(back.pathname + back.search);
  return location ?? "";
}

/** Signs in at the network and submits the callback's page. Returns the response to its form. */
export async function enterBy(
  visitor: Browser,
  network: Network,
  { more = {}, ...options }: { as?: NetworkPerson; query?: string; more?: Record<string, string> } = {},
): Promise<PageAnswer> {
  const page = await signInByNetwork(visitor, network, options);
  return visitor.post(page, { token: getToken(page), ...more });
}

/** Creates a user by signing up with a network, and verifies their email. */
export async function createNetworkUserOnFreePlan(
  product: Product,
  network: Network,
  as: { name: string; email: string },
): Promise<Browser> {
  const someone = createBrowser(product);
  await enterBy(someone, network, { as, query: "?signup=1" });
  const link = linkIn(await product.mailTo(as.email), "/signup/verify");
  await someone.post("/signup/verify", {
    intent: "verify",
    token: link.searchParams.get("token") ?? "",
  });
  return someone;
}

export function isSignedIn(someone: Browser): boolean {
  return someone.cookies.has("session");
}

export function getToken(page: string): string {
  return new URL(page, "http://product").searchParams.get("token") ?? "";
}

function getPart(url: string): keyof typeof PARTS | null {
  if (PARTS.token.test(url)) return "token";
  return PARTS.person.test(url) ? "person" : null;
}

function getCallbackUrl(port: number, network: Network): string {
  return `http://localhost:${port}/auth/${network}/callback`;
}

function listKeys(network: Network, port: number): [string, string][] {
  const prefix = network.toUpperCase();
  return [
    [`${prefix}_CLIENT_ID`, KEYS.id],
    [`${prefix}_CLIENT_SECRET`, KEYS.secret],
    [`${prefix}_BASE_URL`, `http://127.0.0.1:${port}/${network}`],
  ];
}
