/** Checks of what the product connects to: the database and what it says about the secret, and Redis. */
import { existsSync } from "node:fs";
import type { Config } from "~/config/config.server";
import { compareClocks } from "~/domain/clock";
import { toMessage } from "~/domain/messages";
import { listHashKeys } from "~/models/hash-key.server";
import { findEncryptedMail } from "~/models/mail.server";
import type { OpenStore } from "~/models/store/database";
import { openStore } from "~/models/store/open-store";
import type { Store } from "~/models/store/store";
import { findEncryptedSecret } from "~/models/two-factor.server";
import { findLastEventTime } from "~/models/provider-event.server";
import { createSecrets } from "~/crypto/secrets.server";
import { days } from "~/domain/limits";
import { PROBE_TIMEOUT_MS } from "~/domain/setup";
import { DATABASE_POOL_MIN } from "~/domain/processes";
import { checkBackupSchedule } from "./backup-check.server";
import { checkPreviousSecret } from "./previous-secret-check.server";
import { fail, pass, warn, type CheckResult, toReason } from "./check.server";
import type { OtherClock } from "./machine-checks.server";
import { checkAvatars } from "./avatars-check.server";
import { checkApiCallDifferences, checkApiCallReports, checkMeterReports } from "./api-call-checks.server";

/** An installation that takes real payments receives an event of the provider more often than this. */
const WEBHOOK_EXPECTED_EVERY_MS = days(7);

/** Checks the database, then what only a migrated one can say. It runs no migration. */
export async function checkDatabase(config: Config, now: Date): Promise<CheckResult[]> {
  const file = /^sqlite:(?:\/\/(?=\/))?(.*)$/.exec(config.databaseUrl)?.[1];
  // Opening it would create it.
  if (file !== undefined && !existsSync(file))
    return [
      warn("database", toMessage("checks:database.missing", { file }), toMessage("checks:database.created")),
    ];
  let store: OpenStore | null = null;
  try {
    store = await openStore(config.databaseUrl, { statementTimeoutMs: PROBE_TIMEOUT_MS, poolSize: 1 });
    const { version, pendingMigrations: pending, connectionLimit } = await store.inspect();
    if (pending.length > 0) {
      const values = { version, count: pending.length, first: pending[0] ?? "" };
      const finding = toMessage("checks:database.pending", values);
      return [warn("database", finding, toMessage("checks:database.next_start"))];
    }
    const contents = [
      ...checkConnections(config, connectionLimit),
      await checkSharedSecret(store, config),
      ...(await checkPreviousSecret(store, config)),
      await checkWebhook(store, config, now),
      await checkAvatars(store, config),
      await checkBackupSchedule(store, config, now),
      await checkApiCallReports(store, now),
      await checkApiCallDifferences(store),
      await checkMeterReports(store, config, now),
    ];
    return [pass("database", toMessage("checks:database.ok", { version })), ...contents];
  } catch (error) {
    return [fail("database", toReason(error), toMessage("checks:database.check"))];
  } finally {
    await store?.close();
  }
}

/** Of this host's processes alone; in an upgrade the new ones have theirs next to the old ones'. */
export function checkConnections(
  { databasePool, processes }: Pick<Config, "databasePool" | "processes">,
  limit: number | null,
): CheckResult[] {
  if (limit === null) return [];
  const count = databasePool * processes;
  const finding = toMessage("checks:connections.count", { count, processes, limit });
  const advice = toMessage("checks:connections.lower", {
    pool: Math.max(DATABASE_POOL_MIN, Math.floor(limit / 4 / processes)),
  });
  if (count > limit) return [fail("connections", finding, advice)];
  return [count * 2 > limit ? warn("connections", finding, advice) : pass("connections", finding)];
}

/**
 * Every process encrypts with its own secret what others must decrypt. So a text that was stored by the running product can
 * be decrypted here only with the same secret.
 */
async function checkSharedSecret(store: Store, config: Config): Promise<CheckResult> {
  const secrets = createSecrets(config);
  const stored = [
    ["mail", await findEncryptedMail(store)],
    ["two_factor", await findEncryptedSecret(store)],
    ...(await listHashKeys(store)).map(({ id, encryptedKey }) => [`hash_key_${id}`, encryptedKey] as const),
  ] as const;
  const known = stored.filter(([, text]) => text !== null);
  try {
    for (const [purpose, text] of known) secrets.decrypt(purpose, text ?? "");
  } catch {
    const advice = toMessage("checks:shared_secret.same");
    return fail("shared_secret", toMessage("checks:shared_secret.other"), advice);
  }
  const isKnown = known.length > 0;
  return pass("shared_secret", isKnown ? "checks:shared_secret.ok" : "checks:shared_secret.nothing");
}

async function checkWebhook(store: Store, { stripe }: Config, now: Date): Promise<CheckResult> {
  if (!stripe) return pass("payment_events", toMessage("checks:payment_events.not_expected"));
  if (stripe.webhookSecret === null) {
    const message = toMessage("checks:payment_events.no_secret");
    return warn("payment_events", message, toMessage("checks:payment_events.set_secret"));
  }
  const last = await findLastEventTime(store);
  const advice = toMessage("checks:payment_events.look");
  if (!last) return warn("payment_events", toMessage("checks:payment_events.none"), advice);
  const finding = toMessage("checks:payment_events.last", { time: last.toISOString() });
  const isOld = now.getTime() - last.getTime() > WEBHOOK_EXPECTED_EVERY_MS;
  return isOld ? warn("payment_events", finding, advice) : pass("payment_events", finding);
}

interface RedisCheck {
  result: CheckResult;
  /** The server's clock; null without an answer. */
  clock: OtherClock | null;
}

/** Also reads the server's clock. */
export async function checkRedis({ redisUrl, databaseUrl }: Config): Promise<RedisCheck> {
  if (redisUrl === null) {
    const isShared = !databaseUrl.startsWith("sqlite:");
    const finding = toMessage("checks:redis.none");
    const result = isShared ? warn("redis", finding, toMessage("checks:redis.set")) : pass("redis", finding);
    return { result, clock: null };
  }
  const { Redis } = await import("ioredis");
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: PROBE_TIMEOUT_MS,
    commandTimeout: PROBE_TIMEOUT_MS,
  });
  let reason: unknown = null;
  redis.on("error", (error) => (reason = error));
  try {
    await redis.connect();
    const sentAt = Date.now();
    const [seconds, micros] = await redis.time();
    const now = Date.now();
    const theirs = Number(seconds) * 1000 + Number(micros) / 1000;
    const reading = compareClocks({ theirs, now, elapsedMs: now - sentAt });
    const version = /redis_version:(\S+)/.exec(await redis.info("server"))?.[1] ?? "?";
    const result = pass("redis", toMessage("checks:redis.ok", { version }));
    return { result, clock: { name: "Redis", reading } };
  } catch (error) {
    const result = fail("redis", toReason(reason ?? error), toMessage("checks:redis.check"));
    return { result, clock: null };
  } finally {
    redis.disconnect();
  }
}
