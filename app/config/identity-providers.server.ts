/** The identity providers among the settings: the keys of those that the product knows, and those that the settings name. */
import * as z from "zod";
import {
  isKnownIdentityProvider,
  KNOWN_IDENTITY_PROVIDER_IDS,
  KNOWN_IDENTITY_PROVIDERS,
  type KnownIdentityProvider,
} from "~/domain/identity-providers";
import { listKeySettings, type IdentityProviderSetting } from "~/domain/identity-provider-settings";
import { isLoopbackUrlHost } from "~/domain/ips";
import type {
  IdentityProviderKeys,
  IdentityProviderSettings,
} from "~/gateways/identity-providers/identity-provider";
import { ConfigError } from "./keys.server";

const text = z.string().optional();
const baseUrl = z.url({ protocol: /^https?$/ }).optional();

/** A directory's id or domain, or one of Microsoft's three names for several. */
const tenantRule = z
  .string()
  .regex(/^[a-z0-9.-]{3,100}$/i, "must be a tenant's id or domain, or common, organizations or consumers")
  .optional();

const privateKeyRule = z
  .string()
  .startsWith("-----BEGIN PRIVATE KEY-----", "must be the text of the .p8 file")
  .optional();

/** A key file has line breaks, which a variable may hold as \\n, and a field of a page as spaces. */
function toPrivateKey(given: string): string {
  return given.replaceAll("\\n", "\n").trim();
}

/** The settings of the providers that the product knows. */
export const identityProviderSettings = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_BASE_URL: baseUrl,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  GITHUB_BASE_URL: baseUrl,
  MICROSOFT_CLIENT_ID: text,
  MICROSOFT_CLIENT_SECRET: text,
  MICROSOFT_TENANT: tenantRule,
  MICROSOFT_BASE_URL: baseUrl,
  APPLE_CLIENT_ID: text,
  APPLE_TEAM_ID: text,
  APPLE_KEY_ID: text,
  APPLE_PRIVATE_KEY: privateKeyRule,
  APPLE_BASE_URL: baseUrl,
  FACEBOOK_CLIENT_ID: text,
  FACEBOOK_CLIENT_SECRET: text,
  FACEBOOK_BASE_URL: baseUrl,
  TWITTER_CLIENT_ID: text,
  TWITTER_CLIENT_SECRET: text,
  TWITTER_BASE_URL: baseUrl,
  LINKEDIN_CLIENT_ID: text,
  LINKEDIN_CLIENT_SECRET: text,
  LINKEDIN_BASE_URL: baseUrl,
};

type Variable = `${Uppercase<KnownIdentityProvider>}_${IdentityProviderSetting | "BASE_URL"}`;
export type KnownProviderSettings = Partial<Record<Variable, string | undefined>>;

/** Settings by which a provider may be missing beside the others. */
const OPTIONAL: readonly IdentityProviderSetting[] = ["TENANT"];

/** Every provider that the product knows, with its keys or null. Throws ConfigError for a part of the keys. */
export function readKnownProviders(settings: KnownProviderSettings): IdentityProviderSettings[] {
  return KNOWN_IDENTITY_PROVIDER_IDS.map((id) => ({
    id,
    name: KNOWN_IDENTITY_PROVIDERS[id],
    keys: readKnownKeys(settings, id),
  }));
}

function readKnownKeys(
  settings: KnownProviderSettings,
  id: KnownIdentityProvider,
): IdentityProviderKeys | null {
  const toName = (setting: IdentityProviderSetting | "BASE_URL") =>
    `${id.toUpperCase() as Uppercase<KnownIdentityProvider>}_${setting}` as const;
  const required = listKeySettings(id).filter((setting) => !OPTIONAL.includes(setting));
  const given = required.filter((setting) => settings[toName(setting)]);
  const [first] = given;
  if (first === undefined) return null;
  const missing = required.find((setting) => !given.includes(setting));
  if (missing) throw new ConfigError(`${toName(missing)} is missing beside ${toName(first)}`);
  const read = (setting: IdentityProviderSetting) => settings[toName(setting)] ?? "";
  return {
    clientId: read("CLIENT_ID"),
    clientSecret: id === "apple" ? toPrivateKey(read("PRIVATE_KEY")) : read("CLIENT_SECRET"),
    baseUrl: settings[toName("BASE_URL")] ?? null,
    ...(id === "apple" && { apple: { teamId: read("TEAM_ID"), keyId: read("KEY_ID") } }),
    ...(id === "microsoft" && { tenant: settings.MICROSOFT_TENANT }),
  };
}

/** OIDC_<NAME>_ISSUER and its siblings. The name is the provider's id in its path and its rows, in lower case. */
const OPENID_VARIABLE = /^OIDC_([A-Z][A-Z0-9]{0,15})_(ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL)$/;
const OPENID_PARTS = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET"] as const;
const LABEL_MAX_LENGTH = 40;

/** Whether a variable belongs to a provider by settings. */
export function isOpenIdVariable(name: string): boolean {
  return OPENID_VARIABLE.test(name);
}

/**
 * The OpenID Connect providers that the settings name, in the order of their names. Throws ConfigError for a name that is
 * taken, a missing part, an issuer that is no https URL (http for one on this machine), and an issuer that comes twice.
 */
export function readOpenIdProviders(
  values: Readonly<Record<string, string | undefined>>,
): IdentityProviderSettings[] {
  const unknown = Object.keys(values).find((name) => name.startsWith("OIDC_") && !isOpenIdVariable(name));
  if (unknown !== undefined)
    throw new ConfigError(
      `${unknown}: must be OIDC_<NAME>_ISSUER, _CLIENT_ID, _CLIENT_SECRET or _LABEL, with at most 16 letters and digits as NAME`,
    );
  const names = new Set(Object.keys(values).flatMap((name) => OPENID_VARIABLE.exec(name)?.[1] ?? []));
  const providers = [...names].sort().map((name) => readOpenIdProvider(name, values));
  const issuers = providers.map(({ keys: { issuer = "" } }) => new URL(issuer).href);
  const twice = issuers.find((issuer, index) => issuers.indexOf(issuer) !== index);
  if (twice !== undefined)
    throw new ConfigError(`${twice} is the issuer of two providers, whose users could not be told apart`);
  return providers;
}

function readOpenIdProvider(
  name: string,
  values: Readonly<Record<string, string | undefined>>,
): IdentityProviderSettings & { keys: IdentityProviderKeys } {
  const id = name.toLowerCase();
  if (isKnownIdentityProvider(id))
    throw new ConfigError(`OIDC_${name}_ISSUER: ${id} is a provider of its own, with ${name}_CLIENT_ID`);
  const missing = OPENID_PARTS.find((part) => !values[`OIDC_${name}_${part}`]);
  if (missing)
    throw new ConfigError(`OIDC_${name}_${missing} is missing beside the other settings of OIDC_${name}`);
  const read = (part: string) => values[`OIDC_${name}_${part}`] ?? "";
  const label = read("LABEL") || name.charAt(0) + name.slice(1).toLowerCase();
  if (label.length > LABEL_MAX_LENGTH)
    throw new ConfigError(`OIDC_${name}_LABEL: must have at most ${LABEL_MAX_LENGTH} characters`);
  const issuer = requireIssuer(`OIDC_${name}_ISSUER`, read("ISSUER"));
  return {
    id,
    name: label,
    keys: { clientId: read("CLIENT_ID"), clientSecret: read("CLIENT_SECRET"), baseUrl: null, issuer },
  };
}

/** The address of its configuration is no issuer: with it, whom the configuration claims to be would not be checked. */
function requireIssuer(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isOnThisMachine = url !== null && isLoopbackUrlHost(url.hostname);
  const isUsable = url?.protocol === "https:" || (url?.protocol === "http:" && isOnThisMachine);
  const hasMore = url && [url.username, url.password, url.search, url.hash].some((part) => part !== "");
  if (!isUsable || hasMore || url.pathname.includes("/.well-known/"))
    throw new ConfigError(
      `${name}: must be an https URL, without user, query, fragment and /.well-known/openid-configuration`,
    );
  return value;
}
