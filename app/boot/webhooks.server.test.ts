/** Where webhooks may go, from the settings. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../config/config.server";
import { createWebhookTargets } from "./webhooks.server";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-targets-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SANDBOXES = { payments: 40_001, social: () => Promise.resolve(40_002) };
const createTargets = (environment: Record<string, string>, sandboxes = SANDBOXES) =>
  createWebhookTargets(readConfig({ DATA_DIR: folder, ...environment }), sandboxes);

const STRIPE = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};

test.each<Record<string, string>>([
  {},
  { HOST: "localhost" },
  { HOST: "::1" },
  { APP_URL: "http://localhost:8080" },
  { NODE_ENV: "development" },
  { NODE_ENV: "production" },
  { WEBHOOKS_TO_PRIVATE_NETWORKS: "off" },
  // Saved keys of a mode that is not in use.
  { STRIPE_MODE: "sandbox", STRIPE_TEST_SECRET_KEY: "sk_test_1" },
])("webhooks to this machine are allowed with %o", (environment) => {
  expect(createTargets(environment)).not.toMatchObject({ local: null });
  expect(createTargets(environment).allowsPrivate).toBe(false);
});

test.each<Record<string, string>>([
  { APP_URL: "https://app.example.com" },
  { HOST: "0.0.0.0", APP_URL: "http://localhost:3000" },
  { HOST: "::", APP_URL: "http://localhost:3000" },
  { HOST: "192.168.1.2", APP_URL: "http://localhost:3000" },
  { PORT: "0" },
  STRIPE,
  { STRIPE_MODE: "test", STRIPE_TEST_SECRET_KEY: "sk_test_1", STRIPE_TEST_PUBLISHABLE_KEY: "pk_test_1" },
  { MAILGUN_API_KEY: "key", MAILGUN_DOMAIN: "mg.example.com" },
  { SMTP_URL: "smtp://localhost:1025" },
  { FACEBOOK_CLIENT_ID: "id", FACEBOOK_CLIENT_SECRET: "secret" },
  { LINKEDIN_CLIENT_ID: "id", LINKEDIN_CLIENT_SECRET: "secret" },
  { STORAGE_URL: "s3://bucket/folder" },
  { NODE_ENV: "development", ...STRIPE },
])("webhooks to this machine are refused with %o", (environment) => {
  expect(createTargets(environment)).toEqual({ allowsPrivate: false, local: null });
});

test.each<[Record<string, string>, number[]]>([
  [{}, [3000]],
  [{ PORT: "5000" }, [5000]],
  [{ PORT: "5000", APP_URL: "http://localhost:8443" }, [5000, 8443]],
  [{ DATABASE_URL: "postgres://me:secret@localhost/app" }, [5432]],
  [{ DATABASE_URL: "postgres://me:7777@localhost:5433/app" }, [5433, 5432]],
  [{ DATABASE_URL: "postgresql:///app?host=/var/run/postgresql&port=5434" }, [5434, 5432]],
  [{ DATABASE_URL: "mysql://me@[::1]:3307/app" }, [3307, 3306]],
  [{ DATABASE_URL: "mariadb://me@db/app" }, [3306]],
  [{ DATABASE_URL: "mssql://me:secret@db/app" }, [1433]],
  [{ DATABASE_URL: "oracle://me:secret@db/?connectString=tcps%3A%2F%2Fdb%3A2484%2Fapp" }, [2484, 1521]],
  [{ DATABASE_URL: "mongodb://me:secret@a:27018,b:27019/app?replicaSet=rs" }, [27_018, 27_019, 27_017]],
  [{ DATABASE_URL: "mongodb+srv://me:secret@cluster.example.com/app" }, [27_017]],
  [{ REDIS_URL: "redis://localhost" }, [6379]],
  [{ REDIS_URL: "rediss://:secret@localhost:6380/1" }, [6380, 6379]],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }, [4318]],
])("%o takes the ports %j", async (environment, ports) => {
  const taken = await createTargets(environment).local?.listTakenPorts();
  expect(taken).toEqual(expect.arrayContaining([...ports, 40_001, 40_002]));
  expect(taken).not.toContain(7777);
});

test("a social sandbox that does not start takes no port", async () => {
  const social = () => Promise.reject(new Error("none here"));
  expect(await createTargets({}, { ...SANDBOXES, social }).local?.listTakenPorts()).not.toContain(40_002);
});

test("WEBHOOKS_TO_PRIVATE_NETWORKS=on lifts every rule, and is not on by itself, also not in development", () => {
  expect(createTargets({ WEBHOOKS_TO_PRIVATE_NETWORKS: "on" }).allowsPrivate).toBe(true);
  expect(createTargets({ NODE_ENV: "development" }).allowsPrivate).toBe(false);
});
