/** The name of an identity provider, as its button has it. */
import type { App } from "./app.server";

/** The id of a provider that is no longer set up. */
export function getIdentityProviderName(
  { identityProviders }: Pick<App, "identityProviders">,
  id: string,
): string {
  return identityProviders.get(id)?.name ?? id;
}
