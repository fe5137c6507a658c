/** The parts of the running product, created once in boot.server.ts. */
import type { Config } from "~/config/config.server";
import type { Payments } from "~/gateways/payments/payments";
import type { SandboxControl } from "~/gateways/payments/sandbox-control";
import type { Avatars } from "~/gateways/avatars/avatars";
import type { IdentityProviders } from "~/gateways/identity-providers/identity-provider";
import type { TargetRules } from "~/gateways/webhooks/target-url";
import type { Log } from "~/log.server";
import type { Database } from "~/models/store/database";
import type { Store } from "~/models/store/store";
import type { Metrics } from "./metrics/metrics.server";
import type { Limiter } from "./rate-limits/limiter.server";
import type { Settings } from "./setup/settings.server";
import type { SetupAccess } from "./setup/setup-access.server";
import type { Jobs } from "./jobs/jobs.server";
import type { Passwords } from "./crypto/passwords.server";
import type { Traces } from "./tracing/traces.server";
import type { AppSecrets } from "./crypto/hash-keys.server";
import type { Site } from "./site/site.server";
import type { KeyUseRecorder, ApiCallCounter } from "./workers.server";

export interface App {
  config: Config;
  log: Log;
  store: Store;
  /** The database as a whole: for health, metrics and backups. */
  database: Database;
  metrics: Metrics;
  /** Null without a collector. */
  traces: Traces | null;
  secrets: AppSecrets;
  passwords: Passwords;
  limiter: Limiter;
  /** The work outside of requests. What a transaction queues is started when it commits (`Store.notify`). */
  jobs: Jobs;
  /** Where the events of accounts may be sent. */
  webhookTargets: TargetRules;
  apiCalls: ApiCallCounter;
  keyUse: KeyUseRecorder;
  payments: Payments;
  /** Null where the payments are real. */
  paymentSandbox: SandboxControl | null;
  avatars: Avatars;
  identityProviders: IdentityProviders;
  /** Who may set the product up. */
  setup: SetupAccess;
  /** Saves settings, and lets the running product use them. */
  settings: Settings;
  /** The switches of an operator: an announcement, maintenance, sign-ups. */
  site: Site;
}
