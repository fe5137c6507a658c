/** The sandbox of the identity providers: a small server on this machine only, where any visitor can be any user. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readText } from "../http/body";
import { listen } from "../http/listen";
import { handleConsentPage, type Client, type PageAnswer } from "./consent";
import { handleTokenRequest, handleProfileRequest } from "./exchange";
import { makeGrants, type Grants } from "./grants";
import { handleOpenIdRequest } from "./openid";
import { LOOK } from "./stylesheet";
import { IDENTITY_PROVIDER_RULES } from "./rules";

const MAX_BODY_BYTES = 16 * 1024;

interface IdentitySandboxOptions {
  /** The one application that each provider knows. */
  clients: Readonly<Record<string, Client>>;
  /**
   * Answers a request instead of the providers, for tests of providers that misbehave. Returns true when it has
   * answered.
   */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

interface IdentitySandbox {
  port: number;
  close(): Promise<void>;
}

/** Starts it on 127.0.0.1, on any free port. Every provider is below its own name, such as `/facebook/…`. */
export async function startIdentitySandbox({
  clients,
  intercept,
}: IdentitySandboxOptions): Promise<IdentitySandbox> {
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
      : await handleRequest(grants, { request, pathname, query: searchParams, form, clients });
  response.writeHead(answer.status, { "cache-control": "no-store", ...answer.headers });
  response.end(answer.body);
}

interface IdentityRequest {
  request: IncomingMessage;
  pathname: string;
  query: URLSearchParams;
  form: URLSearchParams;
  clients: Readonly<Record<string, Client>>;
}

async function handleRequest(
  grants: Grants,
  { request, pathname, query, form, clients }: IdentityRequest,
): Promise<PageAnswer> {
  const [, provider = "", below = ""] = /^\/(\w+)(\/.*)$/.exec(pathname) ?? [];
  const [rules, client] = [IDENTITY_PROVIDER_RULES[provider], clients[provider]];
  if (!rules || !client) return NOT_FOUND;
  const { method = "GET", headers } = request;
  const { authorization, "accept-language": language } = headers;
  if (below === rules.page) {
    return handleConsentPage(grants, {
      provider,
      rules,
      client,
      method,
      path: pathname,
      query,
      form,
      language,
    });
  }
  if (method === "POST" && below === rules.token)
    return toJsonAnswer(await handleTokenRequest(grants, { provider, rules, client, authorization, form }));
  const answer =
    handleProfileRequest(grants, { provider, rules, authorization, path: below }) ??
    (await handleOpenIdRequest(rules, below));
  return method === "GET" && answer ? toJsonAnswer(answer) : NOT_FOUND;
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
