/** The social sandbox: a small server on this machine only, where any visitor can be any user. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readText } from "../http/body";
import { listen } from "../http/listen";
import { handleConsentPage, type Client, type PageAnswer } from "./consent";
import { handleTokenRequest, handleProfileRequest } from "./exchange";
import { makeGrants, type Grants } from "./grants";
import { LOOK } from "./stylesheet";
import { NETWORK_RULES } from "./networks";

const MAX_BODY_BYTES = 16 * 1024;

interface SocialSandboxOptions {
  /** The one application that each network knows. */
  clients: Readonly<Record<string, Client>>;
  /**
   * Answers a request instead of the networks, for tests of networks that misbehave. Returns true when it has
   * answered.
   */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

interface SocialSandbox {
  port: number;
  close(): Promise<void>;
}

/** Starts it on 127.0.0.1, on any free port. Every network is below its own name, such as `/facebook/…`. */
export async function startSocialSandbox({
  clients,
  intercept,
}: SocialSandboxOptions): Promise<SocialSandbox> {
  const grants = makeGrants();
  const server = createServer((request, response) => {
    if (intercept?.(request, response)) return;
    // A caller that disconnects during a request is not an error.
    serve({ request, response, grants, clients }).catch(() => response.destroy());
  });
  return { port: await listen(server), close: () => close(server) };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  grants: Grants;
  clients: Readonly<Record<string, Client>>;
}

async function serve({ request, response, grants, clients }: Exchange): Promise<void> {
  const form = new URLSearchParams((await readText(request, MAX_BODY_BYTES)) ?? "");
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://sandbox");
  const answer =
    pathname === "/look.css"
      ? { status: 200, headers: { "content-type": "text/css" }, body: LOOK }
      : handleRequest(grants, { request, pathname, query: searchParams, form, clients });
  response.writeHead(answer.status, { "cache-control": "no-store", ...answer.headers });
  response.end(answer.body);
}

interface SocialRequest {
  request: IncomingMessage;
  pathname: string;
  query: URLSearchParams;
  form: URLSearchParams;
  clients: Readonly<Record<string, Client>>;
}

function handleRequest(
  grants: Grants,
  { request, pathname, query, form, clients }: SocialRequest,
): PageAnswer {
  const [, network = "", below = ""] = /^\/(\w+)(\/.*)$/.exec(pathname) ?? [];
  const [rules, client] = [NETWORK_RULES[network], clients[network]];
  if (!rules || !client) return NOT_FOUND;
  const { method = "GET", headers } = request;
  const { authorization, "accept-language": language } = headers;
  if (below === rules.page) {
    return handleConsentPage(grants, {
      network,
      rules,
      client,
      method,
      path: pathname,
      query,
      form,
      language,
    });
  }
  switch (`${method} ${below}`) {
    case `POST ${rules.token}`:
      return toJsonAnswer(handleTokenRequest(grants, { network, rules, client, authorization, form }));
    case `GET ${rules.person}`:
      return toJsonAnswer(handleProfileRequest(grants, { network, rules, authorization }));
    default:
      return NOT_FOUND;
  }
}

function toJsonAnswer({ status, body }: { status: number; body: object }): PageAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

const NOT_FOUND = toJsonAnswer({ status: 404, body: { error: "not_found" } });

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
