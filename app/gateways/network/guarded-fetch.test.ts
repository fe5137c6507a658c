/** A request to a server that another server has named: to IPs that were checked, of limited size and time, once. */
import { createServer, type RequestListener } from "node:http";
import type { LookupAddress } from "node:dns";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { fetchGuarded } from "./guarded-fetch";
import { RefusedIpError } from "./guarded-lookup";
import { mayOperatorReach } from "./operator-ips";
import { isPublicIp } from "./public-ips";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function startServer(listener: RequestListener): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

const isLoopback = (ip: string) => ip === "127.0.0.1";
const LIMITS = { mayReach: isLoopback, maxBytes: 1000, timeoutMs: 2000 };
const GET = { method: "GET", headers: {} };
const v4 = (address: string): LookupAddress => ({ address, family: 4 });

describe("the IP", () => {
  test.each([
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "10.0.0.1",
    "169.254.169.254",
    "[fd00:ec2::254]",
    "100.100.100.200",
    "0.0.0.0",
  ])("%s is refused where only the public internet may be reached", async (host) => {
    const { port, asked } = await startServer((_request, response) => response.end("{}"));
    const request = fetchGuarded(`http://${host}:${port}/`, GET, { ...LIMITS, mayReach: isPublicIp });
    await expect(request).rejects.toBeInstanceOf(RefusedIpError);
    expect(asked).toEqual([]);
  });

  test.each(["169.254.169.254", "[fe80::1]", "0.0.0.0", "[::]", "[fd00:ec2::254]", "[64:ff9b::a9fe:a9fe]"])(
    "%s is refused to the operator, too",
    async (host) => {
      const request = fetchGuarded(`http://${host}/`, GET, { ...LIMITS, mayReach: mayOperatorReach });
      await expect(request).rejects.toBeInstanceOf(RefusedIpError);
    },
  );
});

describe("a name", () => {
  const ask = (port: number, resolveName: () => Promise<LookupAddress[]>) =>
    fetchGuarded(`http://provider.example.com:${port}/`, GET, { ...LIMITS, resolveName });

  test("is resolved once, and the request goes to the IP that was checked", async () => {
    const { port, asked } = await startServer((request, response) => response.end(request.headers.host));
    let lookups = 0;
    const answer = await ask(port, () => {
      lookups += 1;
      return Promise.resolve([v4("127.0.0.1")]);
    });
    expect(await answer.text()).toBe(`provider.example.com:${port}`);
    expect([lookups, asked.length]).toEqual([1, 1]);
  });

  test("with two IPs of which one may not be reached is refused", async () => {
    const { port, asked } = await startServer((_request, response) => response.end());
    for (const ips of [
      ["127.0.0.1", "10.0.0.1"],
      ["10.0.0.1", "127.0.0.1"],
    ])
      await expect(ask(port, () => Promise.resolve(ips.map(v4)))).rejects.toBeInstanceOf(RefusedIpError);
    expect(asked).toEqual([]);
  });

  test("is looked up and checked again for the next request", async () => {
    const { port, asked } = await startServer((_request, response) => response.end());
    const turns = ["127.0.0.1", "10.0.0.1"];
    const resolveName = () => Promise.resolve([v4(turns.shift() ?? "")]);
    expect((await ask(port, resolveName)).status).toBe(200);
    await expect(ask(port, resolveName)).rejects.toBeInstanceOf(RefusedIpError);
    expect(asked).toHaveLength(1);
  });

  test("without an IP is an error", async () => {
    await expect(ask(80, () => Promise.resolve([]))).rejects.toThrow("no IP");
  });
});

describe("the answer", () => {
  const ask = (port: number, changes: Partial<typeof LIMITS> = {}) =>
    fetchGuarded(`http://127.0.0.1:${port}/`, GET, { ...LIMITS, ...changes });

  test("has its status, headers and text, and the server gets method, headers and body", async () => {
    const { port } = await startServer((request, response) => {
      response.writeHead(201, { "x-kept": ["a", "b"] });
      request.on("data", (chunk: Buffer) =>
        response.end([request.headers["x-given"], chunk.toString()].join(" ")),
      );
    });
    const post = { method: "POST", headers: { "x-given": "header" }, body: "body" };
    const answer = await fetchGuarded(`http://127.0.0.1:${port}/`, post, LIMITS);
    expect([answer.status, answer.headers.get("x-kept"), await answer.text()]).toEqual([
      201,
      "a, b",
      "header body",
    ]);
  });

  test.each([204, 304])("may be empty: %d", async (status) => {
    const { port } = await startServer((_request, response) => response.writeHead(status).end());
    expect((await ask(port)).status).toBe(status);
  });

  test.each([
    ["in one piece", (body: string) => [body]],
    ["in pieces", (body: string) => [body.slice(0, 900), body.slice(900)]],
  ])("may have 1000 bytes, and not one more: %s", async (_what, split) => {
    const { port } = await startServer((request, response) => {
      const pieces = split("x".repeat(Number(request.headers["x-size"])));
      if (pieces.length === 1) response.setHeader("content-length", pieces[0]?.length ?? 0);
      for (const piece of pieces) response.write(piece);
      response.end();
    });
    const askFor = (size: number) =>
      fetchGuarded(
        `http://127.0.0.1:${port}/`,
        { method: "GET", headers: { "x-size": String(size) } },
        LIMITS,
      );
    expect(await (await askFor(1000)).text()).toHaveLength(1000);
    await expect(askFor(1001)).rejects.toThrow();
  });

  test("that never ends is cut off at the limit", async () => {
    let sent = 0;
    const { port } = await startServer((request, response) => {
      const write = () => {
        while (!response.destroyed && response.write("x".repeat(1000))) sent += 1000;
      };
      response.on("drain", write);
      write();
      request.on("close", () => response.destroy());
    });
    await expect(ask(port)).rejects.toThrow();
    expect(sent).toBeLessThan(10 * 1024 ** 2);
  });

  test.each<[string, RequestListener]>([
    ["does not come", () => undefined],
    ["stops within its head", ({ socket }) => socket.write("HTTP/1.1 200 OK\r\nx: ")],
    ["stops within its body", (_request, response) => response.write("{")],
    [
      "comes byte by byte",
      (_request, response) => {
        const timer = setInterval(() => response.write(" "), 20);
        response.on("close", () => clearInterval(timer));
      },
    ],
  ])("that %s is given up in time", async (_what, listener) => {
    const { port } = await startServer(listener);
    const startedAt = performance.now();
    await expect(ask(port, { timeoutMs: 200 })).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });

  test.each([301, 302, 307])("that is a redirect is not followed: %d", async (status) => {
    const { port, asked } = await startServer((_request, response) =>
      response.writeHead(status, { location: "/elsewhere" }).end(),
    );
    expect((await ask(port)).status).toBe(status);
    expect(asked).toEqual(["GET /"]);
  });

  test("that is compressed is not decoded: it would have any size", async () => {
    const bomb = gzipSync("x".repeat(100_000));
    expect(bomb.length).toBeLessThan(LIMITS.maxBytes);
    const { port } = await startServer((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    expect((await (await ask(port)).text()).length).toBeLessThanOrEqual(bomb.length);
  });

  test("that breaks off is an error", async () => {
    const { port } = await startServer((_request, response) => {
      response.writeHead(200, { "content-length": "500" }).write("{");
      setTimeout(() => response.destroy(), 20);
    });
    await expect(ask(port)).rejects.toThrow();
  });
});
