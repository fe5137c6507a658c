/** Facebook, by OAuth 2.0 with PKCE. It wants our id and secret in the body, and may know no address of somebody. */
import type { SessionStorage } from "@remix-run/node";
import { FacebookStrategy } from "remix-auth-facebook";
import { z } from "zod";
import { readProfile, subjectShape, throughCodeGrant } from "./code-grant";
import { placed, type NetworkSettings } from "./network-settings";
import { SocialError, type SocialProfile } from "./social";

const VERSION = "v23.0";

const person = z.object({
  id: subjectShape,
  name: z.string().optional(),
  email: z.string().optional(),
});

/** The package's strategy, without its fixed hosts, its way without PKCE, and its need for a picture. */
export class FacebookNetwork extends FacebookStrategy<SocialProfile> {
  readonly #settings: NetworkSettings;

  constructor(settings: NetworkSettings) {
    const { clientId, clientSecret, callback } = settings;
    super({ clientID: clientId, clientSecret, callbackURL: callback }, () =>
      Promise.reject(new SocialError("failed", "the package's own way is not taken")),
    );
    this.#settings = settings;
  }

  override authenticate(request: Request, storage: SessionStorage): Promise<SocialProfile> {
    const { bases } = this.#settings;
    const calls = `https://graph.facebook.com/${VERSION}`;
    return throughCodeGrant(request, storage, {
      settings: this.#settings,
      page: placed(`https://www.facebook.com/${VERSION}/dialog/oauth`, bases?.page),
      scope: this.authorizationParams().get("scope") ?? "",
      hasPkce: true,
      tokenAddress: placed(`${calls}/oauth/access_token`, bases?.calls),
      clientAuthentication: "body",
      async whoHolds(accessToken, signal) {
        const address = `${placed(`${calls}/me`, bases?.calls)}?fields=id,name,email`;
        const { id, name = "", email = null } = await readProfile(person, { address, accessToken, signal });
        return { subject: id, name, email };
      },
    });
  }
}
