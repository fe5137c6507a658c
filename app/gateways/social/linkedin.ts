/** LinkedIn, by OpenID Connect's address for who it is. It refuses HTTP Basic, and everything of PKCE. */
import type { SessionStorage } from "@remix-run/node";
import { Strategy } from "remix-auth";
import { z } from "zod";
import { readProfile, subjectShape, throughCodeGrant } from "./code-grant";
import { placed, type NetworkSettings } from "./network-settings";
import { SocialError, type SocialProfile } from "./social";

const person = z.object({
  sub: subjectShape,
  name: z.string().optional(),
  email: z.string().optional(),
});

/** A strategy of our own: there is no package for it that fits. */
export class LinkedInNetwork extends Strategy<SocialProfile, never> {
  override name = "linkedin";
  readonly #settings: NetworkSettings;

  constructor(settings: NetworkSettings) {
    super(() => Promise.reject(new SocialError("failed", "nothing is verified but the code")));
    this.#settings = settings;
  }

  override authenticate(request: Request, storage: SessionStorage): Promise<SocialProfile> {
    const { bases } = this.#settings;
    return throughCodeGrant(request, storage, {
      settings: this.#settings,
      page: placed("https://www.linkedin.com/oauth/v2/authorization", bases?.page),
      scope: "openid profile email",
      hasPkce: false,
      tokenAddress: placed("https://www.linkedin.com/oauth/v2/accessToken", bases?.calls),
      clientAuthentication: "body",
      async whoHolds(accessToken, signal) {
        const address = placed("https://api.linkedin.com/v2/userinfo", bases?.calls);
        const { sub, name = "", email = null } = await readProfile(person, { address, accessToken, signal });
        return { subject: sub, name, email };
      },
    });
  }
}
