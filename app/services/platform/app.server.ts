/** The parts of the running product, created once in boot.server.ts. */
import type { Config } from "~/config.server";
import type { Payments } from "~/gateways/payments/payments";
import type { SandboxControl } from "~/gateways/payments/sandbox-control";
import type { Pictures } from "~/gateways/pictures/pictures";
import type { SocialNetworks } from "~/gateways/social/social";
import type { TargetRules } from "~/gateways/webhooks/target-url";
import type { Log } from "~/log.server";
import type { Store } from "~/models/store/store";
import type { Metrics } from "./metrics/metrics.server";
import type { Limiter } from "./rate-limits/limiter.server";
import type { Settings } from "./setup/settings.server";
import type { SetupAccess } from "./setup/setup-access.server";
import type { JobHandle, Jobs } from "./jobs/jobs.server";
import type { Passwords } from "./crypto/passwords.server";
import type { Traces } from "./tracing/traces.server";
import type { AppSecrets } from "./crypto/hash-keys.server";
import type { Site } from "./site/site.server";
import type { KeyUseRecorder, UsageCounter } from "./workers.server";

export interface App {
  config: Config;
  log: Log;
  store: Store;
  metrics: Metrics;
  /** Null without a collector. */
  traces: Traces | null;
  secrets: AppSecrets;
  passwords: Passwords;
  limiter: Limiter;
  /** The work beside the requests. */
  jobs: Jobs;
  /** Sends the mails that are queued. */
  outbox: JobHandle;
  /** Delivers the events of accounts to their endpoints. */
  webhooks: JobHandle;
  /** Where these may be sent. */
  webhookTargets: TargetRules;
  /** Keeps the seats at the payment provider equal to the members. */
  seats: JobHandle;
  usage: UsageCounter;
  keyUse: KeyUseRecorder;
  payments: Payments;
  /** Null where the payments are real. */
  paymentSandbox: SandboxControl | null;
  pictures: Pictures;
  social: SocialNetworks;
  /** Who may set the product up. */
  setup: SetupAccess;
  /** Saves settings, and lets the running product use them. */
  settings: Settings;
  /** What an operator has switched: an announcement, maintenance, sign-ups. */
  site: Site;
}
