import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { ConfigError, getDataDir, inspectConfig, readConfig } from "./config.server";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "config-"));
});

const read = (environment: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...environment });

describe("settings", () => {
  test("without any, the product runs on this machine: SQLite, the sandbox, mails as files", () => {
    expect(read()).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      appUrl: "http://localhost:3000",
      databaseUrl: `sqlite:${join(folder, "app.db")}`,
      redisUrl: null,
      stripe: null,
      smtpUrl: null,
      trustProxyHops: 0,
    });
  });

  test("the environment wins over what setup saved, and that over the defaults", () => {
    writeFileSync(
      join(folder, "config.json"),
      JSON.stringify({ MAIL_FROM: "saved@example.com", LOG_LEVEL: "warn" }),
    );
    expect(read({ MAIL_FROM: "env@example.com" })).toMatchObject({
      mailFrom: "env@example.com",
      logLevel: "warn",
    });
  });

  test("an empty variable counts as not set", () => {
    expect(read({ PORT: "", REDIS_URL: "" })).toMatchObject({ port: 3000, redisUrl: null });
    expect(getDataDir({ DATA_DIR: "" })).toBe(getDataDir({}));
  });

  test.each([
    ["PORT", "many"],
    ["PORT", "70000"],
    ["APP_URL", "localhost"],
    ["APP_URL", "ftp://example.com"],
    ["DATABASE_URL", "file.db"],
    ["DATABASE_URL", "postgres://user:password@[::/app"],
    ["DATABASE_URL", "oracle://127.0.0.1:1521/FREEPDB1"],
    ["REDIS_URL", "localhost:6379"],
    ["APP_SECRET", "short"],
    ["SUPPORT_EMAIL", "nobody"],
    ["LOG_LEVEL", "loud"],
    ["METRICS_TOKEN", "short"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["TRUST_PROXY_HOPS", "-1"],
    ["RETENTION_EVENTS_DAYS", "0"],
    ["RETENTION_AUDITS_DAYS", "two years"],
    ["RETENTION_UNVERIFIED_USERS_DAYS", "1.5"],
    ["RETENTION_DEAD_MAILS_DAYS", "36501"],
    ["STRIPE_SECRET_KEY", "pk_test_x"],
    ["STRIPE_PUBLISHABLE_KEY", "sk_test_x"],
    ["STRIPE_WEBHOOK_SECRET", "sk_test_x"],
    ["STRIPE_AUTOMATIC_TAX", "maybe"],
    ["WEB_CONCURRENCY", "0"],
    ["WEB_CONCURRENCY", "65"],
    ["WEB_CONCURRENCY", "1.5"],
    ["DRAIN_DELAY_MS", "-1"],
    ["DRAIN_DELAY_MS", "60001"],
    ["DATABASE_POOL", "1"],
    ["DATABASE_POOL", "501"],
  ])("%s=%s is refused in a sentence that names the variable", (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(name);
  });

  test("a comment behind a value is refused, by the names of the settings and without their values", () => {
    const behind = (value: string) => ({
      APP_SECRET: value,
      PORT: "3000 # behind the proxy",
      PS1: "other # prompt",
    });
    for (const secret of [`${"canary".repeat(6)} # openssl rand -hex 32`, `${"canary".repeat(6)}\t# `]) {
      expect(() => read(behind(secret))).toThrow(/^PORT, APP_SECRET: a comment behind a value/);
      expect(() => read(behind(secret))).not.toThrow(/canary|openssl/);
      expect(() => inspectConfig({ DATA_DIR: folder, ...behind(secret) })).toThrow(ConfigError);
    }
    expect(() => read({ BACKUP_PASSPHRASE: "a passphrase # of mine" })).toThrow(/^BACKUP_PASSPHRASE:/);
    const dataDir = join(folder, "data # pictures");
    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/^DATA_DIR:/);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("a # that no blank is around is part of a value, in a URL, a password or a name", () => {
    const secret = `${"s".repeat(32)}#1 #2`;
    expect(read({ APP_SECRET: secret, MAIL_FROM: "Team #1 <a@example.com>" })).toMatchObject({
      appSecret: secret,
      mailFrom: "Team #1 <a@example.com>",
    });
  });

  test.each([
    ["http://localhost:3000", true],
    ["http://app.localhost:3000", true],
    ["http://127.0.0.1", true],
    ["http://127.1", true],
    ["http://[::1]:3000", true],
    ["https://localhost", true],
    ["https://shop.example", false],
    ["https://localhost.shop.example", false],
    ["https://127.0.0.1.shop.example", false],
    ["https://0.0.0.0", false],
    ["https://192.168.1.7", false],
  ])("%s is this machine's own address: %s", (address, isLocal) => {
    expect(read({ APP_URL: address, NODE_ENV: "production" })).toMatchObject({ isLocal });
  });

  test("in production a public address over http is refused, naming the variable", () => {
    const address = { APP_URL: "http://shop.example" };
    expect(() => read({ ...address, NODE_ENV: "production" })).toThrow(ConfigError);
    expect(() => read({ ...address, NODE_ENV: "production" })).toThrow("APP_URL");
    expect(read({ ...address, NODE_ENV: "development" })).toMatchObject({ appUrl: "http://shop.example" });
  });

  test.each(["0.0.0.0", "::", "192.168.1.7", "my-server"])(
    "in production HOST=%s without APP_URL is refused, naming both",
    (HOST) => {
      expect(() => read({ HOST, NODE_ENV: "production" })).toThrow(ConfigError);
      expect(() => read({ HOST, NODE_ENV: "production" })).toThrow(/APP_URL.*HOST=/);
      expect(read({ HOST, NODE_ENV: "development" })).toMatchObject({ host: HOST });
      const given = { HOST, APP_URL: "https://shop.example", NODE_ENV: "production" };
      expect(read(given)).toMatchObject({ host: HOST });
    },
  );

  test.each(["127.0.0.1", "127.0.0.2", "localhost", "::1"])("HOST=%s needs no APP_URL", (HOST) => {
    expect(read({ HOST, NODE_ENV: "production" })).toMatchObject({ host: HOST });
  });

  test("one Stripe key without the others is refused, naming the missing one", () => {
    expect(() => read({ STRIPE_SECRET_KEY: "sk_test_1" })).toThrow("STRIPE_PUBLISHABLE_KEY");
    expect(() => read({ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" })).toThrow(
      "STRIPE_WEBHOOK_SECRET",
    );
  });

  const stripe = (secret: string, publishable: string, more: Record<string, string> = {}) =>
    read({
      STRIPE_SECRET_KEY: `${secret}_1`,
      STRIPE_PUBLISHABLE_KEY: `${publishable}_1`,
      STRIPE_WEBHOOK_SECRET: "whsec_1",
      ...more,
    }).stripe;

  test.each([
    ["sk_test", "pk_test"],
    ["rk_test", "pk_test"],
    ["sk_live", "pk_live"],
    ["rk_live", "pk_live"],
  ])("Stripe's keys of one mode are accepted: %s and %s", (secret, publishable) => {
    expect(stripe(secret, publishable)).toMatchObject({ apiBase: null, automaticTax: false });
  });

  test.each([
    ["sk_live", "pk_test", /^STRIPE_SECRET_KEY is a live key and STRIPE_PUBLISHABLE_KEY is a test key/],
    ["rk_live", "pk_test", /^STRIPE_SECRET_KEY is a live key and STRIPE_PUBLISHABLE_KEY is a test key/],
    ["sk_test", "pk_live", /^STRIPE_PUBLISHABLE_KEY is a live key and STRIPE_SECRET_KEY is a test key/],
    ["rk_test", "pk_live", /^STRIPE_PUBLISHABLE_KEY is a live key and STRIPE_SECRET_KEY is a test key/],
  ])("%s next to %s is refused, naming both and what to do", (secret, publishable, message) => {
    expect(() => stripe(secret, publishable)).toThrow(ConfigError);
    expect(() => stripe(secret, publishable)).toThrow(message);
    expect(() => stripe(secret, publishable)).toThrow("from the same mode");
  });

  test("a live key is never sent to a server that replaces Stripe", () => {
    const STRIPE_API_BASE = "http://127.0.0.1:4242";
    expect(() => stripe("sk_live", "pk_live", { STRIPE_API_BASE })).toThrow("STRIPE_API_BASE");
    expect(stripe("sk_test", "pk_test", { STRIPE_API_BASE })).toMatchObject({ apiBase: STRIPE_API_BASE });
  });

  test("a webhook's secret alone is refused: without the keys the sandbox would take the payments", () => {
    expect(() => read({ STRIPE_WEBHOOK_SECRET: "whsec_1" })).toThrow("STRIPE_SECRET_KEY is missing");
  });

  test("the mode chooses between the keys of both modes, and keys without a mode win", () => {
    const keys = (mode: string) => ({
      [`STRIPE_${mode}_SECRET_KEY`]: `sk_${mode.toLowerCase()}_1`,
      [`STRIPE_${mode}_PUBLISHABLE_KEY`]: `pk_${mode.toLowerCase()}_1`,
      [`STRIPE_${mode}_WEBHOOK_SECRET`]: `whsec_${mode}`,
    });
    const both = { ...keys("TEST"), ...keys("LIVE") };
    expect(read(both).stripe).toBeNull();
    expect(read({ ...both, STRIPE_MODE: "sandbox" }).stripe).toBeNull();
    const live = { secretKey: "sk_live_1", publishableKey: "pk_live_1", webhookSecret: "whsec_LIVE" };
    expect(read({ ...both, STRIPE_MODE: "live" }).stripe).toMatchObject(live);
    expect(stripe("sk_test", "pk_test", { ...both, STRIPE_MODE: "live" })).toMatchObject({
      secretKey: "sk_test_1",
    });
    expect(() => read({ ...keys("TEST"), STRIPE_MODE: "live" })).toThrow("STRIPE_LIVE_SECRET_KEY is missing");
    expect(() => read({ ...both, STRIPE_LIVE_SECRET_KEY: "sk_test_1" })).toThrow("STRIPE_LIVE_SECRET_KEY");
    expect(() => read({ ...both, STRIPE_MODE: "live", STRIPE_API_BASE: "http://127.0.0.1:1" })).toThrow(
      "STRIPE_API_BASE",
    );
  });

  test("only keys of test mode may come without a webhook's secret", () => {
    const keys = (mode: string) => ({
      [`STRIPE_${mode}_SECRET_KEY`]: `sk_${mode.toLowerCase()}_1`,
      [`STRIPE_${mode}_PUBLISHABLE_KEY`]: `pk_${mode.toLowerCase()}_1`,
    });
    expect(read({ ...keys("TEST"), STRIPE_MODE: "test" }).stripe).toMatchObject({
      secretKey: "sk_test_1",
      webhookSecret: null,
    });
    expect(() => read({ ...keys("LIVE"), STRIPE_MODE: "live" })).toThrow("STRIPE_LIVE_WEBHOOK_SECRET");
    const alone = { STRIPE_SECRET_KEY: "sk_test_2", STRIPE_PUBLISHABLE_KEY: "pk_test_2" };
    expect(() => read({ ...alone, ...keys("TEST"), STRIPE_MODE: "test" })).toThrow("STRIPE_WEBHOOK_SECRET");
  });

  test("Mailgun needs its key and domain, has two regions, and is replaced on this machine only", () => {
    const mailgun = { MAILGUN_API_KEY: "key-1", MAILGUN_DOMAIN: "mg.example.com" };
    expect(read(mailgun).mailgun).toEqual({
      apiKey: "key-1",
      domain: "mg.example.com",
      host: "api.mailgun.net",
      apiBase: null,
    });
    expect(read({ ...mailgun, MAILGUN_HOST: "api.eu.mailgun.net" }).mailgun?.host).toBe("api.eu.mailgun.net");
    expect(() => read({ MAILGUN_API_KEY: "key-1" })).toThrow("MAILGUN_DOMAIN is missing");
    expect(() => read({ MAILGUN_DOMAIN: "mg.example.com" })).toThrow("MAILGUN_API_KEY is missing");
    for (const MAILGUN_API_BASE of [
      "https://evil.example",
      "http://127.0.0.1@evil.example",
      "http://localhost.evil",
    ])
      expect(() => read({ ...mailgun, MAILGUN_API_BASE })).toThrow("MAILGUN_API_BASE");
    expect(() => read({ ...mailgun, MAILGUN_HOST: "evil.example" })).toThrow("MAILGUN_HOST");
  });

  test("Stripe works out the tax only when the operator turns it on", () => {
    expect(stripe("sk_test", "pk_test", { STRIPE_AUTOMATIC_TAX: "on" })).toMatchObject({
      automaticTax: true,
    });
  });

  test("events are kept 400 days, feedback and audits two years, the rest 30 and 90 days, unless the operator says otherwise", () => {
    const kept = { events: 400, feedback: 730, audits: 730, unverifiedUsers: 30, deadMails: 90 };
    const toDays = ({ retention }: ReturnType<typeof read>) =>
      Object.fromEntries(Object.entries(retention).map(([kind, ms]) => [kind, ms / 86_400_000]));
    expect(toDays(read())).toEqual(kept);
    expect(toDays(read({ RETENTION_EVENTS_DAYS: "7" }))).toEqual({ ...kept, events: 7 });
  });

  test("one process serves; more than one need Redis, and without it the start is refused with its name", () => {
    expect(read().processes).toBe(1);
    expect(read({ WEB_CONCURRENCY: "1" }).processes).toBe(1);
    expect(read({ WEB_CONCURRENCY: "4", REDIS_URL: "redis://localhost" }).processes).toBe(4);
    expect(() => read({ WEB_CONCURRENCY: "2" })).toThrow(ConfigError);
    expect(() => read({ WEB_CONCURRENCY: "2" })).toThrow(/^REDIS_URL is missing: WEB_CONCURRENCY=2/);
  });

  test("backups are scheduled by BACKUP_EVERY_HOURS alone, into the data folder, and seven are kept", () => {
    expect(read({ BACKUP_DIR: "/backups", BACKUP_KEEP: "3" }).backups).toBeNull();
    const every = 6 * 3_600_000;
    expect(read({ BACKUP_EVERY_HOURS: "6" }).backups).toEqual({
      every,
      folder: join(folder, "backups"),
      keep: 7,
      isInBucket: false,
    });
    const given = { BACKUP_EVERY_HOURS: "6", BACKUP_DIR: "/backups", BACKUP_KEEP: "3" };
    expect(read(given).backups).toEqual({ every, folder: "/backups", keep: 3, isInBucket: false });
    for (const wrong of ["0", "-1", "0.5", "745", "daily"])
      expect(() => read({ BACKUP_EVERY_HOURS: wrong }), wrong).toThrow("BACKUP_EVERY_HOURS");
    for (const wrong of ["0", "1001", "all"])
      expect(() => read({ BACKUP_KEEP: wrong }), wrong).toThrow("BACKUP_KEEP");
  });

  test("a broken saved file is an error with its name, never a fresh start", () => {
    writeFileSync(join(folder, "config.json"), '{"MAIL_FROM":');
    expect(() => read()).toThrow("config.json");
  });
});

describe("the application secret", () => {
  test("the application secret is made at the first start, for its owner's eyes only, and stays the same", () => {
    const { appSecret } = read();
    expect(appSecret.length).toBeGreaterThanOrEqual(43);
    expect(read().appSecret).toBe(appSecret);
    expect(statSync(join(folder, "app.secret")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, "app.secret"), "utf8")).toBe(appSecret);
  });

  test("a damaged one stops the start", () => {
    writeFileSync(join(folder, "app.secret"), "cut");
    expect(() => read()).toThrow("app.secret");
  });
});
