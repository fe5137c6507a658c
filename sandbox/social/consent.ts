/** The network's consent page: the application's request, the user's identity, and the code of the redirect. */
import { createHash } from "node:crypto";
import { consentPage, refusalPage } from "./consent-page";
import type { Grants } from "./grants";
import type { NetworkRules, Person } from "./networks";
import { textsFor } from "./texts";

/** An application as the network has registered it. */
export interface Client {
  id: string;
  secret: string;
  /** The only URL that the browser is redirected to. */
  callback: string;
}

export interface PageCall {
  network: string;
  rules: NetworkRules;
  client: Client;
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  language: string | undefined;
}

export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Shows the page, or handles its form. */
export function answerPage(grants: Grants, call: PageCall): PageAnswer {
  const { client, query, rules } = call;
  const texts = textsFor(call.language, rules.title);
  const look = `${"../".repeat(call.path.split("/").length - 2)}look.css`;
  // Redirects only to the registered URL: any other would be an open redirect.
  if (query.get("client_id") !== client.id || query.get("redirect_uri") !== client.callback) {
    return html(400, refusalPage(texts, look));
  }
  const fault = faultOf(rules, query);
  if (fault) return sentBack(call, { error: fault });
  if (call.method !== "POST") return html(200, consentPage(texts, look));
  if (call.form.get("decision") !== "allow") return sentBack(call, { error: "access_denied" });
  const code = grants.issueCode({
    network: call.network,
    person: personOf(call),
    scopes: scopesOf(query),
    redirectUri: client.callback,
    challenge: query.get("code_challenge"),
  });
  return sentBack(call, { code });
}

/** Returns the error code (RFC 6749 §4.1.2.1) for a request that the network does not accept, or null. */
function faultOf(rules: NetworkRules, query: URLSearchParams): string | null {
  if (query.get("response_type") !== "code") return "unsupported_response_type";
  if ((query.get("state") ?? "").length < 16) return "invalid_request";
  const isChallenged = query.has("code_challenge");
  if (isChallenged && query.get("code_challenge_method") !== "S256") return "invalid_request";
  if (!isChallenged && rules.pkce === "required") return "invalid_request";
  const asked = scopesOf(query);
  return rules.scopes.every((scope) => asked.includes(scope)) ? null : "invalid_scope";
}

function scopesOf(query: URLSearchParams): string[] {
  return (query.get("scope") ?? "").split(/[ ,]+/).filter(Boolean);
}

function personOf({ network, form }: PageCall): Person {
  const name = (form.get("name") ?? "").slice(0, 2000);
  const known = createHash("sha256").update(`${network} ${name.trim().toLowerCase()}`).digest("hex");
  return {
    subject: `sandbox-${known.slice(0, 24)}`,
    name,
    email: (form.get("email") ?? "").trim().slice(0, 300),
  };
}

function sentBack({ client, query }: PageCall, answer: Record<string, string>): PageAnswer {
  const address = new URL(client.callback);
  address.search = new URLSearchParams({ ...answer, state: query.get("state") ?? "" }).toString();
  return { status: 302, headers: { location: address.href }, body: "" };
}

function html(status: number, body: string): PageAnswer {
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}
