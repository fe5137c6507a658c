/** Creates the identity providers: with the configured keys or, on this machine only, with a sandbox in place of missing ones. */
import type { Strategy } from "remix-auth";
import { isKnownIdentityProvider } from "~/domain/identity-providers";
import { paths } from "~/domain/paths";
import { SANDBOX_CLIENT_ID } from "~/domain/stored-names";
import { createClient, type IdentityProviderClient } from "./client";
import type {
  IdentityProvider,
  IdentityProviders,
  IdentityProviderSettings,
  VerifyProfile,
} from "./identity-provider";

interface Surroundings {
  providers: readonly IdentityProviderSettings[];
  /** The product's public URL. */
  appUrl: string;
  /** Whether that URL is on this machine. */
  isLocal: boolean;
  /** Starts the providers' sandbox on the first call, and returns its port. */
  sandboxPort: () => Promise<number>;
}

/** The registration of the product at each provider of the sandbox. Apple's secret is not checked there. */
export const SANDBOX_KEYS = { clientId: SANDBOX_CLIENT_ID, clientSecret: "of-the-sandbox" };

/** A provider without keys is off unless the product's URL is on this machine, because a sandbox must not be public. */
export function createIdentityProviders(given: Surroundings): IdentityProviders {
  return new Map(given.providers.map((settings) => [settings.id, createIdentityProvider(settings, given)]));
}

function createIdentityProvider(
  { id, name, keys }: IdentityProviderSettings,
  { appUrl, isLocal, sandboxPort }: Surroundings,
): IdentityProvider {
  const callbackUrl = appUrl + paths.identityProviderCallback(id);
  const create = (state: "on" | "sandbox", client: IdentityProviderClient): IdentityProvider => ({
    id,
    name,
    state,
    createStrategy: (verify) => createStrategy(client, verify),
  });
  if (keys) return create("on", createClient(id, keys, callbackUrl));
  if (!isLocal) return { id, name, state: "off", createStrategy: () => null };
  const getBases = async () => ({
    page: `${appUrl}${paths.identitySandbox}/${id}`,
    calls: `http://127.0.0.1:${await sandboxPort()}/${id}`,
  });
  return create("sandbox", { id, keys: { ...SANDBOX_KEYS, baseUrl: null }, callbackUrl, getBases });
}

async function createStrategy<User>(
  client: IdentityProviderClient,
  verify: VerifyProfile<User>,
): Promise<Strategy<User, never>> {
  // Loaded at the first sign-in: the packages would cost 20 ms of every start.
  const { createOAuthStrategy } = await import("./oauth-strategies");
  const oauth = isKnownIdentityProvider(client.id) ? createOAuthStrategy(client.id, client, verify) : null;
  if (oauth) return oauth;
  const { OpenIdStrategy } = await import("./openid-strategy");
  return new OpenIdStrategy(client, verify);
}
