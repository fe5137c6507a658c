/** The known providers by OpenID Connect, and GitHub, each with its lies: for a product whose settings lead to these servers. */
import { generateKeyPairSync } from "node:crypto";
import { CLIENT_ID, CLIENT_SECRET, startOpenIdProviders, type OpenIdProviders } from "./openid-provider";

/** As each announces itself. */
const ISSUERS = {
  google: "https://accounts.google.com",
  microsoft: "https://login.microsoftonline.com/{tenantid}/v2.0",
  apple: "https://appleid.apple.com",
};

/** Starts them. Close them when done. */
export function startKnownProviders(): Promise<OpenIdProviders> {
  const issuers = Object.entries(ISSUERS).map(([name, issuer]) => {
    const { origin } = new URL(issuer);
    return [name, { issuer, origin }] as const;
  });
  return startOpenIdProviders(Object.fromEntries(issuers));
}

/** The product's settings for all of them. */
export function listKnownSettings({ origin }: OpenIdProviders): Record<string, string> {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const withSecret = ["GOOGLE", "MICROSOFT", "GITHUB"].flatMap((prefix) => [
    [`${prefix}_CLIENT_ID`, CLIENT_ID],
    [`${prefix}_CLIENT_SECRET`, CLIENT_SECRET],
    [`${prefix}_BASE_URL`, `${origin}/${prefix.toLowerCase()}`],
  ]);
  return {
    ...(Object.fromEntries(withSecret) as Record<string, string>),
    APPLE_CLIENT_ID: CLIENT_ID,
    APPLE_TEAM_ID: "TEAM123456",
    APPLE_KEY_ID: "KEY1234567",
    APPLE_PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    APPLE_BASE_URL: `${origin}/apple`,
  };
}
