/** The provider's consent page: the application's request, the user's identity, and the code of the redirect. */
import { createHash } from "node:crypto";
import { renderConsentPage, renderFormPage, renderRefusalPage } from "./consent-page";
import type { Grants } from "./grants";
import type { IdentityProviderRules, Person } from "./rules";
import { getTexts } from "./texts";

/** An application as the provider has registered it. */
export interface Client {
  id: string;
  /** Apple's is another one each time, which the application signs. */
  secret: string | ((given: string) => boolean);
  /** The only URL that the browser is redirected to. */
  callback: string;
}

interface PageCall {
  provider: string;
  rules: IdentityProviderRules;
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
export function handleConsentPage(grants: Grants, call: PageCall): PageAnswer {
  const { client, query, rules } = call;
  const texts = getTexts(call.language, rules.title);
  const stylesheetPath = `${"../".repeat(call.path.split("/").length - 2)}look.css`;
  // Redirects only to the registered URL: any other would be an open redirect.
  if (query.get("client_id") !== client.id || query.get("redirect_uri") !== client.callback) {
    return createHtmlAnswer(400, renderRefusalPage(texts, stylesheetPath));
  }
  const fault = findRequestError(rules, query);
  if (fault) return redirectToClient(call, { error: fault });
  if (call.method !== "POST") return createHtmlAnswer(200, renderConsentPage(texts, stylesheetPath));
  if (call.form.get("decision") !== "allow") return redirectToClient(call, { error: "access_denied" });
  const code = grants.issueCode({
    provider: call.provider,
    person: createPerson(call),
    scopes: parseScopes(query),
    redirectUri: client.callback,
    challenge: query.get("code_challenge"),
    nonce: query.get("nonce"),
  });
  return redirectToClient(call, { code });
}

/** Returns the error code (RFC 6749 §4.1.2.1) for a request that the provider does not accept, or null. */
function findRequestError(rules: IdentityProviderRules, query: URLSearchParams): string | null {
  if (query.get("response_type") !== "code") return "unsupported_response_type";
  if ((query.get("state") ?? "").length < 16) return "invalid_request";
  const isChallenged = query.has("code_challenge");
  if (isChallenged && query.get("code_challenge_method") !== "S256") return "invalid_request";
  if (!isChallenged && rules.pkce === "required") return "invalid_request";
  const asked = parseScopes(query);
  return rules.scopes.every((scope) => asked.includes(scope)) ? null : "invalid_scope";
}

function parseScopes(query: URLSearchParams): string[] {
  return (query.get("scope") ?? "").split(/[ ,]+/).filter(Boolean);
}

function createPerson({ provider, form }: PageCall): Person {
  const name = (form.get("name") ?? "").slice(0, 2000);
  const known = createHash("sha256").update(`${provider} ${name.trim().toLowerCase()}`).digest("hex");
  return {
    subject: `sandbox-${known.slice(0, 24)}`,
    name,
    email: (form.get("email") ?? "").trim().slice(0, 300),
  };
}

/** Apple's answer comes by a form of its own page, with what the user has entered. */
function redirectToClient(call: PageCall, answer: Record<string, string>): PageAnswer {
  const { client, query, rules } = call;
  if (rules.hasForm && query.get("response_mode") === "form_post") return answerByForm(call, answer);
  const url = new URL(client.callback);
  url.search = new URLSearchParams({ ...answer, state: query.get("state") ?? "" }).toString();
  return { status: 302, headers: { location: url.href }, body: "" };
}

function answerByForm(
  { client, query, form, language, rules, path }: PageCall,
  answer: Record<string, string>,
) {
  const [firstName = "", ...rest] = (form.get("name") ?? "").trim().split(/\s+/);
  const user = JSON.stringify({ name: { firstName, lastName: rest.join(" ") } });
  const fields = { ...answer, state: query.get("state") ?? "", ...(answer.code && { user }) };
  const texts = getTexts(language, rules.title);
  const stylesheetPath = `${"../".repeat(path.split("/").length - 2)}look.css`;
  return createHtmlAnswer(200, renderFormPage(texts, stylesheetPath, { action: client.callback, fields }));
}

function createHtmlAnswer(status: number, body: string): PageAnswer {
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}
