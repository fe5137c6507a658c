/** X, by OAuth 2.0 with PKCE. It wants HTTP Basic, and says an address only when somebody has confirmed one there. */
import type { SessionStorage } from "@remix-run/node";
import { Twitter2Strategy } from "remix-auth-twitter";
import { z } from "zod";
import { readProfile, subjectShape, throughCodeGrant } from "./code-grant";
import { placed, type NetworkSettings } from "./network-settings";
import { SocialError, type SocialProfile } from "./social";

const SCOPE = "users.read tweet.read users.email";

const person = z.object({
  data: z.object({
    id: subjectShape,
    name: z.string().optional(),
    confirmed_email: z.string().optional(),
  }),
});

/** The package's strategy for OAuth 2.0, without its guessable state and plain challenge; it fetches no profile at all. */
export class TwitterNetwork extends Twitter2Strategy<SocialProfile> {
  readonly #settings: NetworkSettings;

  constructor(settings: NetworkSettings) {
    const { clientId, clientSecret, callback } = settings;
    super({ clientID: clientId, clientSecret, callbackURL: callback, scopes: [] }, () =>
      Promise.reject(new SocialError("failed", "the package's own way is not taken")),
    );
    this.#settings = settings;
  }

  override authenticate(request: Request, storage: SessionStorage): Promise<SocialProfile> {
    const { bases } = this.#settings;
    return throughCodeGrant(request, storage, {
      settings: this.#settings,
      page: placed("https://x.com/i/oauth2/authorize", bases?.page),
      scope: SCOPE,
      hasPkce: true,
      tokenAddress: placed("https://api.x.com/2/oauth2/token", bases?.calls),
      clientAuthentication: "basic",
      async whoHolds(accessToken, signal) {
        const address = `${placed("https://api.x.com/2/users/me", bases?.calls)}?user.fields=confirmed_email`;
        const { data } = await readProfile(person, { address, accessToken, signal });
        return { subject: data.id, name: data.name ?? "", email: data.confirmed_email ?? null };
      },
    });
  }
}
