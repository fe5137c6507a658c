/** What a provider by OpenID Connect serves besides: its announcement, its keys, and the token about the user. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { IdentityProviderRules, Person } from "./rules";

const ALGORITHM = "RS256";
const KEY_ID = "sandbox";

let keys: ReturnType<typeof generateKeyPair> | undefined;

/** Made when first needed. A new start has new keys, as after a provider has rotated them. */
function getKeys() {
  keys ??= generateKeyPair(ALGORITHM);
  return keys;
}

/** The answer to a request below the provider's own path; null for another path. */
export async function handleOpenIdRequest(
  { openId, page, token }: IdentityProviderRules,
  path: string,
): Promise<{ status: number; body: object } | null> {
  if (!openId) return null;
  const { origin, pathname } = new URL(openId.issuer);
  if (path === "/keys") {
    const { publicKey } = await getKeys();
    const key = { ...(await exportJWK(publicKey)), alg: ALGORITHM, kid: KEY_ID, use: "sig" };
    return { status: 200, body: { keys: [key] } };
  }
  if (path !== `${pathname.replace(/\/$/, "")}/.well-known/openid-configuration`) return null;
  return {
    status: 200,
    body: {
      issuer: openId.announced ?? openId.issuer,
      authorization_endpoint: origin + page,
      token_endpoint: origin + token,
      userinfo_endpoint: `${origin}/userinfo`,
      jwks_uri: `${origin}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: [ALGORITHM],
      token_endpoint_auth_methods_supported: ["client_secret_post"],
      code_challenge_methods_supported: ["S256"],
    },
  };
}

/** OpenID Connect Core §2. Null for a provider by OAuth 2.0 alone. */
export async function signIdToken(
  { openId }: IdentityProviderRules,
  { person, clientId, nonce }: { person: Person; clientId: string; nonce: string | null },
): Promise<string | null> {
  if (!openId) return null;
  const { privateKey } = await getKeys();
  const { subject, name, email } = person;
  const claims = {
    ...openId.claims,
    name,
    ...(email && { email, email_verified: true }),
    ...(nonce && { nonce }),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID })
    .setSubject(subject)
    .setAudience(clientId)
    .setIssuedAt()
    .setExpirationTime("5 min")
    .sign(privateKey);
}
