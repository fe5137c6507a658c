/** Who may read /metrics, and what the requests are counted by. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { toMessage } from "~/http/failure.server";
import type { ServedRequest } from "~/services/platform/metrics/meters.server";
import { handleErrors } from "./errors";
import { countRequests, createMetricsRouter, joinMetrics } from "./metrics";
import { setRouteSource } from "./route";

const TOKEN = "a-token-of-the-operator-0123456789";
const BEHIND_PROXY = { "X-Forwarded-For": "203.0.113.7" };

let server: Server | undefined;
afterEach(() => server?.close());

async function start(token: string | null) {
  const counted: ServedRequest[] = [];
  const metrics = {
    countRequest: (request: ServedRequest) => counted.push(request),
    scrape: () =>
      Promise.resolve({ contentType: "text/plain; version=0.0.4; charset=utf-8", body: "up 1\n" }),
  };
  const web = express()
    .use(countRequests(metrics), createMetricsRouter(metrics, token))
    .use("/api/user/:id", (_request, response) => {
      setRouteSource(response, { route: "/api/user/:id" });
      response.send("a user");
    })
    .use(handleErrors({ log: pino({ level: "silent" }), toMessage }));
  const listening = (server = createServer(web));
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const { port } = listening.address() as AddressInfo;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { get, counted };
}

test("a caller on this machine reads the metrics", async () => {
  const { get } = await start(null);
  const { status, headers, text } = await get("/metrics");
  expect([status, text]).toEqual([200, "up 1\n"]);
  expect([headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
    "text/plain; charset=utf-8; version=0.0.4",
    "no-store",
  ]);
});

test("without METRICS_TOKEN a request through a proxy gets 404, whatever token it has", async () => {
  const { get } = await start(null);
  for (const Authorization of ["", "Bearer ", "Bearer null", `Bearer ${TOKEN}`])
    expect((await get("/metrics", { ...BEHIND_PROXY, Authorization })).status).toBe(404);
});

test("with METRICS_TOKEN a request through a proxy needs it", async () => {
  const { get } = await start(TOKEN);
  for (const Authorization of ["", "Bearer ", `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`]) {
    const refused = await get("/metrics", { ...BEHIND_PROXY, Authorization });
    expect([Authorization, refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([
      Authorization,
      401,
      "Bearer",
    ]);
  }
  expect((await get("/metrics", { ...BEHIND_PROXY, Authorization: `Bearer ${TOKEN}` })).status).toBe(200);
});

test("requests are counted by patterns, and every unknown path by the same word", async () => {
  const { get, counted } = await start(null);
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

test("beside other processes a scrape has the series of all; of this one alone while another does not answer", async () => {
  const own = { scrape: () => Promise.resolve({ contentType: "text/plain", body: "own 1\n" }) };
  const scrape = async (all: string | null) =>
    (await joinMetrics(own, () => Promise.resolve(all)).scrape()).body;
  expect([await scrape("own 1\nother 1\n"), await scrape(null)]).toEqual(["own 1\nother 1\n", "own 1\n"]);
});
