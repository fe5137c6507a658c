/** Webhooks reach the server that was meant, and never one that only this network can reach. */
import type { LookupAddress } from "node:dns";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createWebhookSender, type SenderOptions } from "./post-webhook";
import { isPublicIp } from "./public-ips";
import { findUrlFault } from "./target-url";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const post = (url: string, options: Partial<SenderOptions> = {}) =>
  createWebhookSender({ allowsPrivate: true, ...options }).post({ url, body: "{}", headers: {} });

const STRICT = { allowsPrivate: false };

test.each([
  ...["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"],
  ...[
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd00::1",
  ],
  ...["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1"],
  ...["2001:db8::1", "ff02::1", "fec0::1", "example.com", ""],
])("%s is not public", (ip) => {
  expect(isPublicIp(ip)).toBe(false);
});

test.each(["8.8.8.8", "93.184.215.14", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"])(
  "%s is public",
  (ip) => {
    expect(isPublicIp(ip)).toBe(true);
  },
);

describe("a URL for production", () => {
  test.each([
    ["http://example.com/", "https_only"],
    ["https://example.com:22/", "port"],
    ["https://127.0.0.1/", "private"],
    ["https://2130706433/", "private"],
    ["https://0x7f.1/", "private"],
    ["https://0177.0.0.1/", "private"],
    ["https://127.1/", "private"],
    ["https://[::1]/", "private"],
    ["https://[::ffff:127.0.0.1]/", "private"],
    ["https://169.254.169.254/latest", "private"],
    ["https://localhost/", "private"],
    ["https://localhost./", "private"],
    ["https://api.localhost/", "private"],
    ["https://metadata.google.internal/", "private"],
    ["https://intranet/", "private"],
    ["https://example.com/hook", null],
    ["https://example.com:8443/hook", null],
    ["https://8.8.8.8/hook", null],
  ])("%s: %s", (url, fault) => {
    expect(findUrlFault(new URL(url), STRICT)).toBe(fault);
  });

  test("is not called when it has a fault, however it was stored", async () => {
    let calls = 0;
    const port = await listen((_request, response) => {
      calls += 1;
      response.end();
    });
    expect(await post(`http://127.0.0.1:${port}/`, STRICT)).toEqual({ kind: "private" });
    expect(calls).toBe(0);
  });
});

/** A DNS that gives these answers one after the other. */
function createDns(...answers: string[][]): NonNullable<SenderOptions["resolve"]> {
  return (_name, _options, done) => {
    const ips = answers.shift() ?? [];
    const found: LookupAddress[] = ips.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    done(null, found);
  };
}

describe("a name", () => {
  test.each([
    ["a loopback IP", ["127.0.0.1"]],
    ["an IP of a cloud's metadata", ["169.254.169.254"]],
    ["a public IP and a private one", ["8.8.8.8", "10.0.0.1"]],
    ["a private IPv4 address in the form of IPv6", ["::ffff:10.0.0.1"]],
  ])("with %s is refused when the connection is made", async (_what, ips) => {
    const result = await post("https://hooks.example.com/", { ...STRICT, resolve: createDns(ips) });
    expect(result).toEqual({ kind: "private" });
  });

  test("that passed a check before is checked again when it resolves differently", async () => {
    const asked: string[] = [];
    const answers = createDns([], ["10.0.0.1"]);
    const resolve: typeof answers = (name, options, done) => {
      asked.push(name);
      answers(name, options, done);
    };
    const sender = createWebhookSender({ ...STRICT, resolve });
    const webhook = { url: "https://hooks.example.com/", body: "{}", headers: {} };
    expect(await sender.post(webhook)).toEqual({ kind: "unreachable" });
    expect(await sender.post(webhook)).toEqual({ kind: "private" });
    expect(asked).toHaveLength(2);
  });

  test("is resolved once for a connection, and the connection goes to the IP that was checked", async () => {
    const port = await listen((_request, response) => response.end("reached"));
    // A second look-up would find no IP.
    const result = await post(`http://hooks.example.com:${port}/`, { resolve: createDns(["127.0.0.1"]) });
    expect(result).toEqual({ kind: "answered", status: 200, excerpt: "reached" });
  });
});

test("a redirect is not followed", async () => {
  const paths: (string | undefined)[] = [];
  const port = await listen((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { Location: `http://127.0.0.1:${port}/secret` }).end();
  });
  expect(await post(`http://127.0.0.1:${port}/hook`)).toMatchObject({ kind: "answered", status: 302 });
  expect(paths).toEqual(["/hook"]);
});

test("only the beginning of a response is read, without control characters", async () => {
  const port = await listen((_request, response) => {
    response.write(`a\u0000b\u001b${"x".repeat(100_000)}`);
    // The response never ends.
  });
  const result = await post(`http://127.0.0.1:${port}/`);
  expect(result).toMatchObject({ kind: "answered", status: 200 });
  expect(result.kind === "answered" && result.excerpt).toMatch(/^a b x{490,500}$/);
});

test.each([
  ["does not answer", () => undefined],
  ["sends its response slowly", (_request, response) => response.write("x")],
] satisfies [string, RequestListener][])(
  "a server that %s is left after the time limit",
  async (_what, answer) => {
    const port = await listen(answer);
    expect(await post(`http://127.0.0.1:${port}/`, { timeoutMs: 50 })).toEqual({ kind: "timeout" });
  },
);

test("a server that cannot be reached is reported as such", async () => {
  expect(await post("http://127.0.0.1:1/")).toEqual({ kind: "unreachable" });
});
