/** The checks of an installation, healthy and with each fault. */
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "~/config/config.server";
import { recordJob } from "~/models/job.server";
import { LOCALES } from "~/domain/locales";
import { translator } from "~/i18n/translator.server";
import { createMail } from "~/models/mail.server";
import { openStore } from "~/models/store/open-store";
import { receiveProviderEvent } from "~/models/provider-event.server";
import { createSecrets } from "~/crypto/secrets.server";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import { isRedisReached, redisUrl } from "../../../tests/support/redis";
import { toCheckText } from "./check.server";
import { runChecks } from "./run-checks.server";

const NOW = new Date("2026-11-23T12:00:00Z");
const BUILT_AT = new Date("2026-11-01T00:00:00Z");
const KEYS = {
  STRIPE_SECRET_KEY: "sk_test_canary",
  STRIPE_PUBLISHABLE_KEY: "pk_test_canary",
  STRIPE_WEBHOOK_SECRET: "whsec_canary",
  // Nothing listens there: no test asks the provider itself.
  STRIPE_API_BASE: "http://127.0.0.1:1",
};

const hasRedis = await isRedisReached();

/** A data folder after the first start: migrating one for each test would take most of the time. */
let started: string;
let folder: string;
beforeAll(async () => {
  started = mkdtempSync(join(tmpdir(), "doctor-started-"));
  readConfig({ DATA_DIR: started });
  const store = await openMigratedStore(started);
  await store.close();
  chmodSync(join(started, "app.db"), 0o600);
});
afterAll(() => rmSync(started, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "doctor-"));
  cpSync(started, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the checks with these settings, and returns each as its level and its finding. */
async function check(environment: Record<string, string> = {}): Promise<Record<string, string>> {
  const given = { environment: { DATA_DIR: folder, ...environment }, minimumNode: "20.19" };
  const results = await runChecks({ ...given, builtAt: BUILT_AT, now: NOW });
  const checks = results.map((result) => toCheckText(result, translator("en")));
  for (const { level, advice } of checks) expect(advice === undefined).toBe(level === "ok");
  return Object.fromEntries(checks.map(({ name, level, finding }) => [name, `${level}: ${finding}`]));
}

/** Reads and changes what the product has stored. */
async function withStore<T>(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> {
  const store = await openStore(`sqlite:${join(folder, "app.db")}`);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Stores a mail as a process with this secret does. */
async function storeMail(appSecret: string): Promise<void> {
  const payload = createSecrets(appSecret).encrypt("mail", "{}");
  const mail = { recipient: "ada@example.com", template: "welcome", locale: "en", payload };
  await withStore((store) => createMail(store, { ...mail, at: NOW }));
}

/** A port on which nothing listens. */
async function findClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("an installation on this machine without any setting has nothing to correct but the backup", async () => {
  const found = await check();
  const { Disk: disk, ...rest } = found;
  expect(disk).toMatch(/GiB are free/);
  expect(Object.entries(rest).filter(([, said]) => !said.startsWith("ok"))).toEqual([
    ["Backup", "warning: No backup is known."],
  ]);
  expect(found.Database).toMatch(/^ok: SQLite 3\.\d+\.\d+, all migrations done\.$/);
  expect(found.Settings).toBe("ok: environment: DATA_DIR; defaults otherwise.");
});

test("a new folder is not an error, and the checks create nothing in it", async () => {
  const empty = join(folder, "new");
  const found = await check({ DATA_DIR: empty });
  expect([found.Files, found.Database, found.Secret]).toEqual([
    `warning: ${empty} does not exist.`,
    `warning: ${join(empty, "app.db")} does not exist.`,
    "ok: The first start creates it.",
  ]);
  expect(readdirSync(folder)).not.toContain("new");
});

describe("the machine", () => {
  test("a secret that others can read fails, and is left as it is", async () => {
    chmodSync(folder, 0o755);
    chmodSync(join(folder, "app.secret"), 0o644);
    expect((await check()).Files).toBe(
      `failure: Other users of this machine can read ${folder}, ${join(folder, "app.secret")}.`,
    );
    expect((await check()).Files).toContain("failure");
  });
});

describe("the settings", () => {
  test.each([
    ["a live key beside a test key", { ...KEYS, STRIPE_SECRET_KEY: "sk_live_canary" }, /is a live key/],
    ["a port that is no number", { PORT: "many" }, /PORT/],
    ["half of a network's keys", { FACEBOOK_CLIENT_ID: "1" }, /FACEBOOK_CLIENT_SECRET is missing/],
  ])("%s fails, and names the variable", async (_, environment, reason) => {
    const found = await check(environment);
    expect(found.Settings).toMatch(/^failure/);
    expect(found.Settings).toMatch(reason);
    expect(found.Settings).not.toContain("canary");
    expect(Object.keys(found)).toEqual(["Node", "Disk", "Settings"]);
  });

  test("saved settings that are broken fail", async () => {
    writeFileSync(join(folder, "config.json"), "{");
    expect((await check()).Settings).toMatch(/^failure: .*config.json is not readable/);
  });

  test("each setting's source is named, and no value", async () => {
    writeFileSync(join(folder, "config.json"), JSON.stringify({ MAIL_FROM: "canary@example.com" }), {
      mode: 0o600,
    });
    const found = await check({ ...KEYS, APP_SECRET: "canary".repeat(8) });
    expect(found.Settings).toMatch(
      /^ok: environment: DATA_DIR, APP_SECRET, STRIPE_.*; config.json: MAIL_FROM;/,
    );
    expect(JSON.stringify(found)).not.toContain("canary");
  });

  test("a public URL without a mail server, payment keys, trusted proxy or token for metrics is warned about", async () => {
    const found = await check({ APP_URL: "https://app.example.com" });
    for (const name of ["Mail", "Payments", "Proxies", "Metrics"]) expect(found[name]).toMatch(/^warning/);
    expect(found.HTTPS).toBe("ok: https://app.example.com.");
    expect((await check({ APP_URL: "http://app.example.com" })).HTTPS).toMatch(/^warning/);
    expect((await check({ ...KEYS, APP_URL: "https://app.example.com" })).Payments).toMatch(/test mode/);
  });
});

describe("the services", () => {
  test.each(["postgres", "mysql"])("a %s server that is down fails, without its password", async (scheme) => {
    const url = `${scheme}://ada:canary@127.0.0.1:${await findClosedPort()}/app`;
    const found = await check({ DATABASE_URL: url });
    expect(found.Database).toMatch(/^failure: .*ECONNREFUSED/);
    expect(JSON.stringify(found)).not.toContain("canary");
    expect(found.Secret).toMatch(/^warning/);
  });

  test("a database that has not had all migrations is warned about, and is not migrated", async () => {
    rmSync(join(folder, "app.db"));
    writeFileSync(join(folder, "app.db"), "", { mode: 0o600 });
    for (let run = 0; run < 2; run += 1)
      expect((await check()).Database).toMatch(
        /^warning: SQLite .* migrations are pending, from 0001-accounts/,
      );
  });

  test("a file that is no database fails", async () => {
    writeFileSync(join(folder, "app.db"), "not a database, but long enough to look like one".repeat(50));
    expect((await check()).Database).toMatch(/^failure/);
  });

  test("another secret than that of the process that stored a mail fails", async () => {
    const { appSecret } = readConfig({ DATA_DIR: folder });
    await storeMail(appSecret);
    expect((await check())["Shared secret"]).toMatch(/^ok: It decrypts/);
    expect((await check({ APP_SECRET: "another".repeat(8) }))["Shared secret"]).toMatch(/^failure/);
  });

  test("a secret that only reads is warned about, with whether anything still needs it", async () => {
    const { appSecret } = readConfig({ DATA_DIR: folder });
    const changed = { APP_SECRET: "new".repeat(16), APP_SECRET_PREVIOUS: appSecret };
    expect((await check(changed))["Former secret"]).toMatch(
      /^warning: APP_SECRET_PREVIOUS .* nothing needs it/,
    );
    await storeMail(appSecret);
    const found = await check(changed);
    expect(found["Former secret"]).toMatch(/^warning: APP_SECRET_PREVIOUS is set, and still needed/);
    expect(found["Shared secret"]).toMatch(/^ok/);
    expect(JSON.stringify(found)).not.toContain(appSecret);
    expect(await check()).not.toHaveProperty("Former secret");
  });

  test("with Stripe's keys, missing events are warned about, and that none is accepted without a secret", async () => {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET: _, ...rest } = KEYS;
    const test = {
      STRIPE_TEST_SECRET_KEY: STRIPE_SECRET_KEY,
      STRIPE_TEST_PUBLISHABLE_KEY: STRIPE_PUBLISHABLE_KEY,
    };
    const unverified = await check({ ...rest, ...test, STRIPE_MODE: "test" });
    expect(unverified["Payment events"]).toMatch(/^warning: None is accepted.*webhook signing secret/);
    expect((await check(KEYS))["Payment events"]).toMatch(/^warning: None/);
    const event = { id: "evt_1", type: "invoice.paid", objectId: "in_1", customerId: "cus_1" };
    await withStore((store) => receiveProviderEvent(store, event));
    expect((await check(KEYS))["Payment events"]).toMatch(/^(ok|warning): The last one arrived/);
  });

  test("keys that an identity provider rejects fail, and a provider that is away is warned about", async () => {
    const keys = { LINKEDIN_CLIENT_ID: "1", LINKEDIN_CLIENT_SECRET: "canary" };
    const base = (port: number) => ({ ...keys, LINKEDIN_BASE_URL: `http://127.0.0.1:${port}` });
    const away = await check(base(await findClosedPort()));
    expect(away["Sign-in providers"]).toMatch(/^warning: LinkedIn can't be asked/);
    const network = createHttpServer((_request, response) => response.writeHead(401).end());
    await new Promise<void>((resolve) => network.listen(0, "127.0.0.1", resolve));
    const rejected = await check(base((network.address() as AddressInfo).port));
    expect(rejected["Sign-in providers"]).toBe("failure: LinkedIn rejects the keys.");
    expect(JSON.stringify([away, rejected])).not.toContain("canary");
    await new Promise((resolve) => network.close(resolve));
  });

  test("a provider by settings that is off is named", async () => {
    const found = await check({
      OIDC_ACME_ISSUER: `http://127.0.0.1:${await findClosedPort()}`,
      OIDC_ACME_CLIENT_ID: "1",
      OIDC_ACME_CLIENT_SECRET: "canary",
      OIDC_ACME_LABEL: "Acme Corp",
    });
    expect(Object.values(found).join("\n")).toMatch(/warning: Acme Corp can't be asked/);
    expect(JSON.stringify(found)).not.toContain("canary");
  });

  test("every result is written in every language", async () => {
    const results = await runChecks({
      environment: { DATA_DIR: folder, APP_URL: "https://app.example.com" },
    });
    for (const locale of LOCALES)
      for (const result of results) {
        const { name, finding, advice = "" } = toCheckText(result, translator(locale));
        expect(name + finding + advice).not.toMatch(/checks:|\{\{/);
      }
  });

  test("Redis that is down fails", async () => {
    const url = `redis://:canary@127.0.0.1:${await findClosedPort()}`;
    const found = await check({ REDIS_URL: url });
    expect(found.Redis).toMatch(/^failure: .*ECONNREFUSED/);
    expect(found.Redis).not.toContain("canary");
  });

  test.skipIf(!hasRedis)("Redis that answers gives its version and the time", async () => {
    const found = await check({ REDIS_URL: redisUrl.href });
    expect(found.Redis).toMatch(/^ok: Redis \d/);
    expect(found.Clock).toMatch(/^ok: It differs from the clock of Redis by \d\.\d s\.$/);
  });

  test("the backup's record gives its age", async () => {
    const record = (finishedAt: string) =>
      writeFileSync(join(folder, "last-backup.json"), JSON.stringify({ finishedAt }), { mode: 0o600 });
    record("2026-11-23T03:00:00Z");
    expect((await check()).Backup).toBe("ok: The last one is 9 hours old.");
    record("2026-11-20T03:00:00Z");
    expect((await check()).Backup).toMatch(/^warning/);
    record("yesterday");
    expect((await check()).Backup).toBe("warning: No backup is known.");
  });

  test("a schedule's last run says how it ended, whichever machine made it; a folder that cannot be written fails", async () => {
    const set = { BACKUP_EVERY_HOURS: "24", BACKUP_DIR: join(folder, "backups") };
    const found = async () => (await check(set))["Backup schedule"];
    const every = `Every 24 hours into ${set.BACKUP_DIR}`;
    expect(await found()).toBe(`warning: ${every}; none was made so far.`);
    const ran = (finishedAt: string, failure: string | null) => {
      const at = new Date(finishedAt);
      const row = { dueAt: at, attempts: 0, failure, startedAt: at, finishedAt: at };
      return withStore((store) => recordJob(store, { id: "backups", ...row }));
    };
    await ran("2026-11-23T03:00:00Z", null);
    expect(await found()).toBe(`ok: ${every}; the last one ended at 2026-11-23T03:00:00.000Z.`);
    expect((await check(set)).Backup).toBe("warning: No backup is known.");
    await ran("2026-11-20T03:00:00Z", null);
    expect(await found()).toMatch(/^failure/);
    await ran("2026-11-23T03:00:00Z", "Error: ENOSPC: no space left on device, write");
    expect(await found()).toMatch(/^failure: The last scheduled backup failed: Error: ENOSPC/);
    expect((await check())["Backup schedule"]).toBe("ok: None: BACKUP_EVERY_HOURS is not set.");
    // In the place of its parent is a file.
    const BACKUP_DIR = join(folder, "app.db", "backups");
    const { Backup: backup } = await check({ ...set, BACKUP_DIR });
    expect(backup).toBe(`failure: This user cannot write to ${BACKUP_DIR}.`);
  });
});
