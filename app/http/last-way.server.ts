/** The provider that this browser has signed in by last: a cookie that holds its id, so that its button is the first one. */
import type { IdentityProviderState } from "~/domain/identity-providers";
import { listIdentityProviderStates } from "~/services/sign-in/authorization-request.server";
import { readCookies, serializeChoiceCookie } from "./cookies.server";
import type { PageContext } from "./loader.server";

export function serializeLastWay({ app }: Pick<PageContext, "app">, provider: string): string {
  return serializeChoiceCookie(app.config, "way", provider);
}

/** The providers for a page that signs in. The cookie only orders them, and an unknown value changes nothing. */
export function listOfferedProviders(context: PageContext): IdentityProviderState[] {
  const last = readCookies(context.request.headers.get("Cookie")).way;
  const getRank = ({ provider, state }: IdentityProviderState) => {
    if (state === "off") return 3;
    if (provider === last) return 0;
    return state === "on" ? 1 : 2;
  };
  return listIdentityProviderStates(context).toSorted((one, other) => getRank(one) - getRank(other));
}
