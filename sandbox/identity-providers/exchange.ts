/** The application's server-to-server calls: a code for an access token, and the token for the user's identity. */
import type { Client } from "./consent";
import { verifyCodeChallenge, type Grants } from "./grants";
import { signIdToken } from "./openid";
import type { IdentityProviderRules } from "./rules";

interface ApiCall {
  provider: string;
  rules: IdentityProviderRules;
  client: Client;
  authorization: string | undefined;
  form: URLSearchParams;
}

export interface ApiAnswer {
  status: number;
  body: object;
}

/** Exchanges a code, as strictly as the provider does. A code can be used once, even if the exchange fails. */
export async function handleTokenRequest(grants: Grants, call: ApiCall): Promise<ApiAnswer> {
  const { form, rules, client } = call;
  if (!isClientAuthenticated(call)) return createErrorAnswer("invalid_client", 401);
  if (form.get("grant_type") !== "authorization_code") return createErrorAnswer("unsupported_grant_type");
  if (rules.pkce === "refused" && form.has("code_verifier")) return createErrorAnswer("invalid_request");
  const request = grants.takeCode(form.get("code") ?? "");
  if (request?.provider !== call.provider) return createErrorAnswer("invalid_grant");
  if (form.get("redirect_uri") !== client.callback) return createErrorAnswer("invalid_grant");
  if (
    request.challenge !== null &&
    !verifyCodeChallenge(request.challenge, form.get("code_verifier") ?? "")
  ) {
    return createErrorAnswer("invalid_grant");
  }
  const { provider, person, scopes, nonce } = request;
  const token = grants.issueToken({ provider, person, scopes });
  const idToken = await signIdToken(rules, { person, clientId: client.id, nonce });
  const body = { access_token: token, token_type: "bearer", expires_in: 600 };
  return { status: 200, body: idToken === null ? body : { ...body, id_token: idToken } };
}

interface ProfileCall extends Pick<ApiCall, "provider" | "rules" | "authorization"> {
  path: string;
}

/** Returns what the path shows of the user who granted this token; null for another path. */
export function handleProfileRequest(
  grants: Grants,
  { provider, rules, authorization, path }: ProfileCall,
): ApiAnswer | null {
  const describe = Object.hasOwn(rules.profiles, path) ? rules.profiles[path] : undefined;
  if (!describe) return null;
  const permission = grants.findToken(/^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "");
  if (permission?.provider !== provider) return createErrorAnswer("invalid_token", 401);
  return { status: 200, body: describe(permission.person, permission.scopes) };
}

function isClientAuthenticated({ rules, client, authorization, form }: ApiCall): boolean {
  if (rules.client === "basic") {
    // RFC 6749 §2.3.1: each part is form-encoded before they are joined.
    const given = Buffer.from(/^Basic (.+)$/.exec(authorization ?? "")?.[1] ?? "", "base64").toString();
    const [id = "", secret = ""] = given.split(":").map(decodeURIComponent);
    return id === client.id && hasSecret(client, secret) && !form.has("client_secret");
  }
  const isInBody = form.get("client_id") === client.id && hasSecret(client, form.get("client_secret") ?? "");
  return isInBody && authorization === undefined;
}

function hasSecret({ secret }: Client, given: string): boolean {
  return typeof secret === "string" ? given === secret : secret(given);
}

function createErrorAnswer(error: string, status = 400): ApiAnswer {
  return { status, body: { error, error_description: `The sandbox refuses: ${error}` } };
}
