/** Which OpenID Connect provider an id stands for: its issuer, what is asked of it, and how the product authenticates there. */
import { importPKCS8, SignJWT } from "jose";
import { MICROSOFT_TENANT_DEFAULT } from "~/domain/identity-provider-settings";
import { hours, minutes } from "~/domain/limits";
import type { IdentityProviderKeys } from "./identity-provider";

export interface OpenIdProvider {
  issuer: URL;
  scope: string;
  /** Apple sends the answer by a form of its own page, because it contains the user's name. */
  responseMode?: "form_post";
}

/** How long the endpoints and keys that a provider has announced are used. */
export const DISCOVERY_LIFE_MS = hours(1);
/** One secret serves as long as what was discovered; Apple allows six months. */
const APPLE_SECRET_LIFE_MS = DISCOVERY_LIFE_MS + minutes(5);

export function getOpenIdProvider(id: string, { issuer, tenant }: IdentityProviderKeys): OpenIdProvider {
  switch (id) {
    case "google":
      return { issuer: new URL("https://accounts.google.com"), scope: "openid profile email" };
    case "microsoft":
      return { issuer: toMicrosoftIssuer(tenant), scope: "openid profile email" };
    case "apple":
      return {
        issuer: new URL("https://appleid.apple.com"),
        scope: "openid name email",
        responseMode: "form_post",
      };
    default:
      if (issuer === undefined) throw new Error(`${id} has no issuer`);
      return { issuer: new URL(issuer), scope: "openid profile email" };
  }
}

/** The endpoint of one company's directory, or of several: learn.microsoft.com/entra/identity-platform/v2-protocols-oidc */
function toMicrosoftIssuer(tenant = MICROSOFT_TENANT_DEFAULT): URL {
  return new URL(`https://login.microsoftonline.com/${tenant}/v2.0`);
}

/**
 * The secret of the product at a token endpoint. Apple's is a token that the product signs:
 * developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export async function createClientSecret({
  apple,
  clientId,
  clientSecret,
}: IdentityProviderKeys): Promise<string> {
  if (!apple) return clientSecret;
  const key = await importPKCS8(clientSecret, "ES256");
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: apple.keyId })
    .setIssuer(apple.teamId)
    .setSubject(clientId)
    .setAudience("https://appleid.apple.com")
    .setIssuedAt(now)
    .setExpirationTime(now + APPLE_SECRET_LIFE_MS / 1000)
    .sign(key);
}
