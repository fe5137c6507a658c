/** Each URL is answered by the build of its area as by the whole build: docs/decisions/0082. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { boot as bootProduct, Running } from "~/boot/boot.server";
import { AREAS } from "~/domain/areas";
import { readConfig } from "~/config/config.server";
import { findArea } from "~/http/middleware/area-builds";
import { createWeb, type Build, type PageEntry } from "~/http/middleware/create-web";
import { createMigratedFile } from "../support/migrated-stores";
import { listPageRoutes } from "../support/page-routes";
import { makeTestUser } from "../support/users";
import { startSandbox } from "../../sandbox/server";
import { startIdentitySandbox } from "../../sandbox/identity-providers/server";

type Entry = PageEntry & { boot: typeof bootProduct };

const ROOT = join(import.meta.dirname, "../..");
const SANDBOXES = { payments: startSandbox, social: startIdentitySandbox };
const folder = mkdtempSync(join(tmpdir(), "groundwork-areas-"));

let running: Running;
let servers: { byArea: Server; whole: Server };
let cookie: string;
beforeAll(async () => {
  await createMigratedFile(join(folder, "app.db"));
  const build = (await import(join(ROOT, "build/server/index.js"))) as ServerBuild;
  const entry = build.entry.module as unknown as Entry;
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent" });
  running = await entry.boot(SANDBOXES, { config, avatarProgram: "", process: null });
  const state = { permission: "master", isVerified: true, subscription: "active" } as const;
  ({ cookie } = await makeTestUser(running.app.store, state));
  // A build that is a function is that of the development server, which is not divided.
  servers = {
    byArea: await serve(entry, build),
    whole: await serve(entry, () => Promise.resolve(build)),
  };
});
afterAll(async () => {
  for (const server of Object.values(servers)) server.close();
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(entry: Entry, build: Build): Promise<Server> {
  const folders = {
    client: join(ROOT, "build/client"),
    keptAssets: undefined,
    sandbox: join(ROOT, "build/sandbox"),
  };
  const parts = {
    entry,
    build,
    vite: undefined,
    isStopping: () => false,
    readAllMetrics: undefined,
    folders,
  };
  const server = createServer(createWeb(running, parts));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** The differences between two answers to one request: nonces, the request's id, and the time. */
const OWN =
  /nonce-[\w+/=-]+|nonce="[^"]*"|"nonce":"[^"]*"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

async function ask(server: Server, path: string, headers: Record<string, string>) {
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}${path}`;
  const response = await fetch(url, { headers, redirect: "manual" });
  const own = new Set(["date", "x-request-id", "ratelimit", "ratelimit-policy"]);
  const kept = [...response.headers].filter(([name]) => !own.has(name));
  const body = (await response.text()).replace(OWN, "").replaceAll(`:${port}`, "");
  return { status: response.status, headers: kept.map((line) => line.join(": ").replace(OWN, "")), body };
}

/** Spellings that the router takes for the path, and some that it does not. */
function listSpellings(path: string): string[] {
  const upper = path.toUpperCase();
  const encoded = path.replace(/\w(?=\w*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return [path, `${path}.data`, `${path}/`, upper, encoded, `${path}/%20`, `${path}x`, `${path}/x.data`];
}

const paths = [...new Set(listPageRoutes().map(({ path }) => path.replace(/:\w+|\*/g, "x")))];

test("every area has a route", () => {
  expect(new Set([...paths, "/api/auth"].map(findArea))).toEqual(new Set(AREAS));
});

describe.each([
  ["signed in", () => ({ cookie: `session=${cookie}` }), listSpellings],
  ["signed out", () => ({}), (path: string) => [path, `${path}.data`]],
] as const)("%s", (_who, getHeaders, listUrls) => {
  test.each([...paths, "/api/auth", "/api/none", "/_root", "/none", "/__manifest"])("%s", async (path) => {
    for (const spelling of listUrls(path)) {
      const answers = await Promise.all(
        [servers.byArea, servers.whole].map((server) => ask(server, spelling, getHeaders())),
      );
      expect([spelling, answers[0]]).toEqual([spelling, answers[1]]);
    }
  });

  test.each([
    "/account%",
    "/%E0%A4%A",
    "/%2faccount/users",
    "/account%2fusers",
    "//account",
    "/account//users",
    "/x/../account/users",
    "/account/users//",
    "/__manifest?p=%2Fmaster&version=x",
  ])("%s", async (path) => {
    const byArea = await ask(servers.byArea, path, getHeaders());
    expect(byArea).toEqual(await ask(servers.whole, path, getHeaders()));
  });
});
