/** The parts of the running product, created once in boot.server.ts. */
import type { Config } from "~/config.server";
import type { Payments } from "~/gateways/payments/payments";
import type { Pictures } from "~/gateways/pictures/picture-folder";
import type { SocialNetworks } from "~/gateways/social/social";
import type { Log } from "~/log.server";
import type { Store } from "~/models/store/store";
import type { Limiter } from "./rate-limits/limiter.server";
import type { Outbox } from "./mail/outbox.server";
import type { Passwords } from "./crypto/passwords.server";
import type { Secrets } from "./crypto/secrets.server";

export interface App {
  config: Config;
  log: Log;
  store: Store;
  secrets: Secrets;
  passwords: Passwords;
  limiter: Limiter;
  outbox: Outbox;
  payments: Payments;
  pictures: Pictures;
  social: SocialNetworks;
}
