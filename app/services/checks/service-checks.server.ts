/** Checks of what the product connects to: the database and what it says about the secret, and Redis. */
import { existsSync } from "node:fs";
import type { Config } from "~/config.server";
import { CHECK_TIMEOUT_MS, WEBHOOK_EXPECTED_EVERY_MS } from "~/domain/operator-limits";
import { findEncryptedMail } from "~/models/mail.server";
import { openStore } from "~/models/store/open-store";
import type { Store } from "~/models/store/store";
import { findEncryptedSecret } from "~/models/two-factor.server";
import { findLastEventTime } from "~/models/webhook-event.server";
import { createSecrets } from "../platform/crypto/secrets.server";
import { checkBackupSchedule } from "./backup-check.server";
import { describeCause, fail, pass, warn, type CheckResult } from "./check.server";

/** Checks the database, then what only a migrated one can say. It runs no migration. */
export async function checkDatabase(config: Config, now: Date): Promise<CheckResult[]> {
  const file = /^sqlite:(?:\/\/(?=\/))?(.*)$/.exec(config.databaseUrl)?.[1];
  // Opening it would create it.
  if (file !== undefined && !existsSync(file))
    return [
      warn(
        "Database",
        `${file} does not exist.`,
        "The first start creates it; restore it from a backup otherwise.",
      ),
    ];
  let store: Store | null = null;
  try {
    store = await openStore(config.databaseUrl, { statementTimeoutMs: CHECK_TIMEOUT_MS, poolSize: 1 });
    const { version, pendingMigrations: pending } = await store.inspect();
    if (pending.length > 0)
      return [
        warn(
          "Database",
          `${version}; ${pending.length} migrations are pending, from ${pending[0] ?? ""} on.`,
          "The next start runs them.",
        ),
      ];
    const contents = [
      await checkSharedSecret(store, config),
      await checkWebhook(store, config, now),
      await checkBackupSchedule(store, config.backups, now),
    ];
    return [pass("Database", `${version}, all migrations done.`), ...contents];
  } catch (error) {
    const advice = "Check DATABASE_URL, and that the server runs and accepts this user and password.";
    return [fail("Database", describeCause(error), advice)];
  } finally {
    await store?.close();
  }
}

/**
 * Every process encrypts with its own secret what others must decrypt. So a text that was stored by the running product can
 * be decrypted here only with the same secret.
 */
async function checkSharedSecret(store: Store, { appSecret }: Config): Promise<CheckResult> {
  const secrets = createSecrets(appSecret);
  const stored = [
    ["mail", await findEncryptedMail(store)],
    ["two_factor", await findEncryptedSecret(store)],
  ] as const;
  const known = stored.filter(([, text]) => text !== null);
  try {
    for (const [purpose, text] of known) secrets.decrypt(purpose, text ?? "");
  } catch {
    return fail(
      "Shared secret",
      "What is stored in the database was encrypted with another secret.",
      "Give every process the same APP_SECRET, or restore app.secret from a backup.",
    );
  }
  if (known.length === 0) return pass("Shared secret", "Nothing is stored yet by which it could be checked.");
  return pass("Shared secret", "It decrypts what the product has stored in the database.");
}

async function checkWebhook(store: Store, { stripe }: Config, now: Date): Promise<CheckResult> {
  if (!stripe) return pass("Payment events", "None are expected without Stripe.");
  const last = await findLastEventTime(store);
  const advice =
    "See in Stripe's dashboard, Developers, Webhooks, whether deliveries fail, and compare the signing secret.";
  if (!last) return warn("Payment events", "None has arrived so far.", advice);
  const finding = `The last one arrived at ${last.toISOString()}.`;
  if (now.getTime() - last.getTime() > WEBHOOK_EXPECTED_EVERY_MS)
    return warn("Payment events", finding, advice);
  return pass("Payment events", finding);
}

export interface RedisCheck {
  result: CheckResult;
  /** The time of the server's clock, and of this machine's when the answer came; null without an answer. */
  clock: { name: string; time: Date; now: Date } | null;
}

/** Also reads the server's clock. */
export async function checkRedis({ redisUrl, databaseUrl }: Config): Promise<RedisCheck> {
  if (redisUrl === null) {
    const isShared = !databaseUrl.startsWith("sqlite:");
    const finding = "None: each process counts rate limits for itself.";
    const result = isShared
      ? warn("Redis", finding, "Set REDIS_URL when more than one process serves.")
      : pass("Redis", finding);
    return { result, clock: null };
  }
  const { Redis } = await import("ioredis");
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: CHECK_TIMEOUT_MS,
    commandTimeout: CHECK_TIMEOUT_MS,
  });
  let reason: unknown = null;
  redis.on("error", (error) => (reason = error));
  try {
    await redis.connect();
    const [seconds, micros] = await redis.time();
    const now = new Date();
    const time = new Date(Number(seconds) * 1000 + Number(micros) / 1000);
    const version = /redis_version:(\S+)/.exec(await redis.info("server"))?.[1] ?? "of an unknown version";
    return { result: pass("Redis", `Redis ${version}.`), clock: { name: "Redis", time, now } };
  } catch (error) {
    const advice =
      "Check REDIS_URL, and that the server runs. Until then each process counts rate limits for itself.";
    return { result: fail("Redis", describeCause(reason ?? error), advice), clock: null };
  } finally {
    redis.disconnect();
  }
}
