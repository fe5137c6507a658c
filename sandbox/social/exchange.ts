/** The application's server-to-server calls: a code for an access token, and the token for the user's identity. */
import type { Client } from "./consent";
import { verifyCodeChallenge, type Grants } from "./grants";
import type { NetworkRules } from "./networks";

interface ApiCall {
  network: string;
  rules: NetworkRules;
  client: Client;
  authorization: string | undefined;
  form: URLSearchParams;
}

export interface ApiAnswer {
  status: number;
  body: object;
}

/** Exchanges a code, as strictly as the network does. A code can be used once, even if the exchange fails. */
export function handleTokenRequest(grants: Grants, call: ApiCall): ApiAnswer {
  const { form, rules, client } = call;
  if (!isClientAuthenticated(call)) return createErrorAnswer("invalid_client", 401);
  if (form.get("grant_type") !== "authorization_code") return createErrorAnswer("unsupported_grant_type");
  if (rules.pkce === "refused" && form.has("code_verifier")) return createErrorAnswer("invalid_request");
  const request = grants.takeCode(form.get("code") ?? "");
  if (request?.network !== call.network) return createErrorAnswer("invalid_grant");
  if (form.get("redirect_uri") !== client.callback) return createErrorAnswer("invalid_grant");
  if (
    request.challenge !== null &&
    !verifyCodeChallenge(request.challenge, form.get("code_verifier") ?? "")
  ) {
    return createErrorAnswer("invalid_grant");
  }
  const { network, person, scopes } = request;
  const token = grants.issueToken({ network, person, scopes });
  return { status: 200, body: { access_token: token, token_type: "bearer", expires_in: 600 } };
}

/** Returns the identity of the user who granted this token. */
export function handleProfileRequest(
  grants: Grants,
  { network, rules, authorization }: Pick<ApiCall, "network" | "rules" | "authorization">,
): ApiAnswer {
  const permission = grants.findToken(/^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "");
  if (permission?.network !== network) return createErrorAnswer("invalid_token", 401);
  return { status: 200, body: rules.describe(permission.person, permission.scopes) };
}

function isClientAuthenticated({ rules, client, authorization, form }: ApiCall): boolean {
  if (rules.client === "basic") {
    // RFC 6749 §2.3.1: each part is form-encoded before they are joined.
    const expected = [client.id, client.secret].map(encodeURIComponent).join(":");
    const isProved = authorization === `Basic ${Buffer.from(expected).toString("base64")}`;
    return isProved && !form.has("client_secret");
  }
  const isInBody = form.get("client_id") === client.id && form.get("client_secret") === client.secret;
  return isInBody && authorization === undefined;
}

function createErrorAnswer(error: string, status = 400): ApiAnswer {
  return { status, body: { error, error_description: `The sandbox refuses: ${error}` } };
}
