/** Who may read /metrics, and what the requests are counted by. */
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import express from "express";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { toMessage } from "~/http/failure.server";
import type { ServedRequest } from "~/services/platform/metrics/meters.server";
import { handleErrors } from "./errors";
import { countRequests, createMetricsRouter, joinMetrics, type MetricsAccess } from "./metrics";
import { setRouteSource } from "./route";

const TOKEN = "a-token-of-the-operator-0123456789";

let server: Server | undefined;
afterEach(() => server?.close());

async function start({ token = null, isLocal = true }: Partial<MetricsAccess> = {}) {
  const counted: ServedRequest[] = [];
  const metrics = {
    countRequest: (request: ServedRequest) => counted.push(request),
    scrape: () =>
      Promise.resolve({ contentType: "text/plain; version=0.0.4; charset=utf-8", body: "up 1\n" }),
  };
  const web = express()
    .use(countRequests(metrics), createMetricsRouter(metrics, { token, isLocal }))
    .use("/api/user/:id", (_request, response) => {
      setRouteSource(response, { route: "/api/user/:id" });
      response.send("a user");
    })
    .use(handleErrors({ log: pino({ level: "silent" }), toMessage }));
  const listening = (server = createServer(web));
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const { port } = listening.address() as AddressInfo;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    // Not by fetch, which may not set Host.
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: "127.0.0.1", port, path, headers }, resolve).on("error", reject).end();
    });
    return { status: response.statusCode, headers: response.headers, text: await readText(response) };
  };
  return { get, counted };
}

test.each<Record<string, string>>([
  {},
  { Host: "localhost:3000" },
  { Host: "127.0.0.1" },
  { Host: "[::1]:80" },
])("a caller on this machine, under a loopback name, reads the metrics: %j", async (sent) => {
  const { get } = await start();
  const { status, headers, text } = await get("/metrics", sent);
  expect([status, text]).toEqual([200, "up 1\n"]);
  expect([headers["content-type"], headers["cache-control"]]).toEqual([
    "text/plain; charset=utf-8; version=0.0.4",
    "no-store",
  ]);
});

describe.each<[string, Partial<MetricsAccess>, Record<string, string>]>([
  ["through a proxy", {}, { "X-Forwarded-For": "203.0.113.7" }],
  ["under another name that leads to this machine", {}, { Host: "evil.example" }],
  ["under a name that only begins like this machine's", {}, { Host: "localhost.evil.example" }],
  ["under a public URL, as through a proxy that adds no header", { isLocal: false }, {}],
  ["under a public URL, with its host", { isLocal: false }, { Host: "app.example.com" }],
])("a request %s", (_, access, sent) => {
  test("a request gets 404 without METRICS_TOKEN, whatever token it has", async () => {
    const { get } = await start(access);
    for (const Authorization of ["", "Bearer ", "Bearer null", `Bearer ${TOKEN}`])
      expect((await get("/metrics", { ...sent, Authorization })).status).toBe(404);
  });

  test("a request needs METRICS_TOKEN when it is set", async () => {
    const { get } = await start({ ...access, token: TOKEN });
    for (const Authorization of ["", "Bearer ", `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`]) {
      const refused = await get("/metrics", { ...sent, Authorization });
      expect([Authorization, refused.status, refused.headers["www-authenticate"]]).toEqual([
        Authorization,
        401,
        "Bearer",
      ]);
    }
    expect((await get("/metrics", { ...sent, Authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  });
});

test("requests are counted by patterns, and every unknown path by the same word", async () => {
  const { get, counted } = await start();
  for (const path of ["/api/user/1", "/api/user/2", "/a?x=1", "/b/c", "/avatar/1.png", "/metrics"])
    await get(path);
  expect(counted.map(({ route, status }) => `${route} ${status}`)).toEqual([
    "/api/user/:id 200",
    "/api/user/:id 200",
    "other 404",
    "other 404",
    "/avatar/* 404",
    "/metrics 200",
  ]);
  for (const { seconds } of counted) expect(seconds).toBeLessThan(10);
});

test("next to other processes a scrape has the series of all; of this one alone while another does not answer", async () => {
  const own = { scrape: () => Promise.resolve({ contentType: "text/plain", body: "own 1\n" }) };
  const scrape = async (all: string | null) =>
    (await joinMetrics(own, () => Promise.resolve(all)).scrape()).body;
  expect([await scrape("own 1\nother 1\n"), await scrape(null)]).toEqual(["own 1\nother 1\n", "own 1\n"]);
});
