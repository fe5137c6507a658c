/**
 * Whose names the product connects to. A name that a user gives is resolved by `createUserNames` and every IP of it is
 * checked; a name that the operator gives, or that stands in the code, is resolved by the system. A file that begins to
 * connect fails here until it says which.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findConnectingCode } from "../support/connecting-code";
import { listAppSources, ROOT } from "./sources";

type Whose =
  | "users"
  /** From the environment, from setup, or written in the code. */
  | "operator"
  /** The package would, for what the file does not hand over. */
  | "nobody";

/** The module that resolves the names of users. */
const RESOLVER = "app/gateways/network/user-names.ts";

const CONNECTING: Record<string, Whose> = {
  "app/boot/payments.server.ts": "operator",
  "app/gateways/files/bucket-files.ts": "operator",
  "app/gateways/mail/mailer.ts": "operator",
  "app/gateways/mail/mailgun-mailer.ts": "operator",
  "app/gateways/mail/smtp-mailer.ts": "operator",
  "app/gateways/network/guarded-lookup.ts": "operator",
  "app/gateways/network/probe.ts": "operator",
  [RESOLVER]: "users",
  "app/gateways/passkeys/passkeys.ts": "nobody",
  "app/gateways/payments/invoice-pdf.ts": "operator",
  "app/gateways/payments/provider-clock.ts": "operator",
  "app/gateways/payments/sandbox-control.ts": "operator",
  "app/gateways/payments/stripe-payments.ts": "operator",
  "app/gateways/payments/stripe-usage-prices.ts": "operator",
  "app/gateways/identity-providers/check-keys.ts": "operator",
  "app/gateways/identity-providers/discovery.ts": "operator",
  "app/gateways/identity-providers/fetch-json.ts": "operator",
  "app/gateways/identity-providers/openid-provider.ts": "operator",
  "app/gateways/identity-providers/openid-strategy.ts": "operator",
  "app/gateways/identity-providers/package-strategies.ts": "operator",
  "app/gateways/network/guarded-fetch.ts": "operator",
  "app/gateways/webhooks/post-webhook.ts": "users",
  "app/http/middleware/sandbox.ts": "operator",
  "app/models/store/mongodb/mongodb-module.ts": "operator",
  "app/models/store/sequelize/mysql-driver.ts": "operator",
  "app/models/store/sequelize/oracle-driver.ts": "operator",
  "app/models/store/sequelize/postgres-driver.ts": "operator",
  "app/models/store/sequelize/sequelize-module.ts": "operator",
  "app/models/store/sequelize/server-options.ts": "operator",
  "app/boot/redis.server.ts": "operator",
  "app/services/checks/database-target.server.ts": "operator",
  "app/services/checks/service-checks.server.ts": "operator",
  "app/services/platform/jobs/queue-jobs.server.ts": "operator",
  "app/services/platform/tracing/start-traces.server.ts": "operator",
};

/** Packages that connect to nothing by themselves. Every other package is an SDK or a driver until it is listed here. */
const CONNECTS_TO_NOTHING = [
  ...["@node-rs/argon2", "@opentelemetry/api", "@opentelemetry/resources", "@opentelemetry/sdk-trace-node"],
  ...["@react-email/body", "@react-email/button", "@react-email/container", "@react-email/head"],
  ...["@react-email/heading", "@react-email/html", "@react-email/link", "@react-email/preview"],
  ...[
    "@react-email/render",
    "@react-email/text",
    "@remix-run/express",
    "@remix-run/node",
    "@remix-run/react",
  ],
  ...[
    "@remix-run/route-config",
    "compression",
    "cookie",
    "express",
    "express-static-gzip",
    "helmet",
    "i18next",
  ],
  ...[
    "otplib",
    "pino",
    "postal-mime",
    "prom-client",
    "qrcode",
    "rate-limiter-flexible",
    "react",
    "react-dom",
  ],
  ...[
    "react-i18next",
    "remix-auth",
    "remix-auth-form",
    "remix-i18next",
    "sharp",
    "sqlite3",
    "swagger-ui-dist",
  ],
  ...["tar-stream", "umzug", "uuid", "vite", "zod"],
];

/** The files that the server runs. The components of app/ui run in a browser too, and call the product only there. */
const files = ["server.ts", ...listAppSources()]
  .filter((file) => !/^app\/(ui\/|entry\.client)/.test(file))
  .map((file) => ({ file, source: readFileSync(ROOT + file, "utf8") }));

const listWays = (source: string): string[] => {
  const { ways, packages } = findConnectingCode(source);
  return [...ways, ...packages.filter((name) => !CONNECTS_TO_NOTHING.includes(name))];
};

test("each file that connects to a server says whose names it connects to", () => {
  const connecting = files.filter(({ source }) => listWays(source).length > 0).map(({ file }) => file);
  expect(connecting.toSorted()).toEqual(Object.keys(CONNECTING).toSorted());
});

test("a request to a name of a user has its look-up, and no file asks the system for such a name", () => {
  const requesting = files.filter(({ file }) => CONNECTING[file] === "users" && file !== RESOLVER);
  expect(requesting).not.toEqual([]);
  for (const { file, source } of requesting) {
    expect(source, file).toMatch(/\bcreateGuardedLookup\(/);
    expect(source, file).toMatch(/\.createResolver\(/);
    expect(source, file).not.toContain("resolveOperatorName");
    // It takes no look-up.
    expect(listWays(source), file).not.toContain("fetch");
  }
});

test.each([
  [`import { request } from "node:https";`, "node:https request"],
  [`import { request as call, type Server } from "http";`, "node:http request"],
  [`import * as net from "node:net";`, "node:net *"],
  [`import tls from "node:tls";`, "node:tls *"],
  [`export { lookup } from "node:dns";`, "node:dns lookup"],
  [`const { connect } = await import("node:http2");`, "node:http2 *"],
  [`const { createSocket } = require("dgram");`, "node:dgram *"],
  [`const answer = await fetch(url);`, "fetch"],
  [`const call = { send: globalThis.fetch };`, "fetch"],
  [`startClient({ fetch });`, "fetch"],
  [`const socket = new WebSocket(url);`, "WebSocket"],
  [`import got from "got";`, "got"],
  [`const { Client } = await import("@elastic/elasticsearch/lib/api");`, "@elastic/elasticsearch"],
])("%s is found", (source, way) => {
  expect(listWays(source)).toEqual([way]);
});

test.each([
  [`import type { Server } from "node:http";`],
  [`import { type RequestOptions } from "node:https";`],
  [`import { createServer } from "node:http";`],
  [`import { BlockList, isIP } from "node:net";`],
  [`import { readFile } from "fs/promises";`],
  [`import { findUser } from "~/models/user.server";`],
  [`interface Pdfs { fetch(url: string): Promise<Buffer> }`],
  [`await pdfs.fetch(url);`],
  [`const pdfs = { fetch: read };`],
])("%s connects to nothing", (source) => {
  expect(listWays(source)).toEqual([]);
});
