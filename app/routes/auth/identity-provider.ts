/** /auth/{provider}: redirects a full page load to the provider. */
import { redirectToIdentityProvider } from "~/http/identity-providers.server";

export const loader = redirectToIdentityProvider;
