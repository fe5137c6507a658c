/** One sentence for each step of setup: what the running product uses now. */
import { isLiveKey } from "~/config/keys.server";
import { toMessage, type Message } from "~/domain/messages";
import type { SetupStep } from "~/domain/setup";
import type { Config } from "~/config/config.server";

/** Null for a step without settings. It contains no secret. */
export function describeInUse(config: Config, step: SetupStep): Message | null {
  switch (step) {
    case "database":
      return describeDatabase(config.databaseUrl);
    case "payments":
      if (!config.stripe) return toMessage("setup:in_use.payments_sandbox");
      return toMessage(
        isLiveKey(config.stripe.secretKey) ? "setup:in_use.stripe_live" : "setup:in_use.stripe_test",
      );
    case "mail":
      if (config.smtpUrl !== null) return toMessage("setup:in_use.mail_smtp");
      return toMessage(config.mailgun ? "setup:in_use.mailgun" : "setup:in_use.mail_files");
    case "domain":
      return toMessage("setup:in_use.domain", { url: config.appUrl });
    case "authentication":
      return describeIdentityProviders(config);
    case "welcome":
    case "finish":
      return null;
  }
}

const DATABASES: Record<string, string> = {
  sqlite: "SQLite",
  postgres: "PostgreSQL",
  postgresql: "PostgreSQL",
  mysql: "MySQL",
  mariadb: "MariaDB",
  mssql: "SQL Server",
  oracle: "Oracle",
  mongodb: "MongoDB",
  "mongodb+srv": "MongoDB",
};

/** The URL contains a password, so only the kind and the host are taken from it. */
function describeDatabase(url: string): Message {
  const [scheme = ""] = url.split(":", 1);
  const database = DATABASES[scheme] ?? scheme;
  if (scheme === "sqlite") return toMessage("setup:in_use.sqlite");
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return toMessage("setup:in_use.database", { database, host });
}

function describeIdentityProviders({ identityProviders, isLocal }: Config): Message {
  const names = identityProviders.flatMap(({ name, keys }) => (keys === null ? [] : [name]));
  if (names.length > 0) return toMessage("setup:in_use.networks", { names: names.join(", ") });
  return toMessage(isLocal ? "setup:in_use.providers_sandbox" : "setup:in_use.providers_none");
}
