/** Where the webhooks of accounts may go, as the settings say: to the internet, and to this machine in development. */
import { isLoopback, type Config } from "../config/config.server";
import type { TargetRules } from "../gateways/webhooks/target-url";

interface SandboxPortsInUse {
  /** Null with Stripe keys. */
  payments: number | null;
  /** Starts the sandbox when it does not run yet: it could get the port of a receiver later. */
  social: () => Promise<number>;
}

/** For one product: another one, with other settings, has rules of its own. */
export function createWebhookTargets(config: Config, { payments, social }: SandboxPortsInUse): TargetRules {
  const local = isForDevelopment(config)
    ? {
        async listTakenPorts() {
          // Without a port there is nothing to protect.
          const identityPort = await social().catch(() => null);
          return [...listOwnPorts(config), payments, identityPort].filter((port) => port !== null);
        },
      }
    : null;
  return { allowsPrivate: config.allowsPrivateWebhooks, local };
}

/**
 * Whether only its developer uses the product: its public URL is this machine's, it listens on loopback only, and nothing of
 * it is real. Every provider whose keys are in use makes it real, test keys too: Stripe, Mailgun, an SMTP server, a social
 * network, and a bucket, whose keys are in the environment. A port that the system chooses cannot be told from a receiver's.
 */
function isForDevelopment({ isLocal, host, port, ...config }: Config): boolean {
  const { stripe, mailgun, smtpUrl, storage, identityProviders } = config;
  const providers = [stripe, mailgun, smtpUrl, storage, ...identityProviders.map(({ keys }) => keys)];
  return isLocal && isLoopback(host) && port !== 0 && providers.every((keys) => keys === null);
}

/** The ports of the product, of its database and of Redis, and of the collector of its traces. */
function listOwnPorts({ port, appUrl, databaseUrl, redisUrl, otlpEndpoint }: Config): number[] {
  return [port, ...[appUrl, databaseUrl, redisUrl, otlpEndpoint].flatMap((url) => listPorts(url ?? ""))];
}

/** Where a server listens whose URL names no port. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  postgres: 5432,
  postgresql: 5432,
  mysql: 3306,
  mariadb: 3306,
  mssql: 1433,
  oracle: 1521,
  mongodb: 27_017,
  "mongodb+srv": 27_017,
  redis: 6379,
  rediss: 6379,
};

/** As in host:5433, a:27017,b:27018, ?port=5433 and Oracle's ?connectString=tcps%3A%2F%2Fhost%3A2484. */
const PORTS = /(?::|%3a|port(?:=|%3d))(\d+)/gi;

/** Every port that the URL names, whatever its host: this machine may have that name, too. And the scheme's default. */
function listPorts(url: string): number[] {
  const [scheme = "", rest = ""] = url.split(/:(.*)/s);
  const withoutCredentials = rest.replace(/^\/\/[^/]*@/, "//");
  const named = [...withoutCredentials.matchAll(PORTS)].map(([, port]) => Number(port));
  const usual = DEFAULT_PORTS[scheme.toLowerCase()];
  return usual === undefined ? named : [...named, usual];
}
