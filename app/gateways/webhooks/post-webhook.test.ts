/** Webhooks reach the server that was meant, and never one that only this network can reach. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import {
  startNameServer,
  type AddressType,
  type NameAnswer,
  type NameServer,
} from "../../../tests/support/name-server";
import { createUserNames } from "../network/user-names";
import { createWebhookSender, type SenderOptions } from "./post-webhook";
import { isPublicIp } from "../network/public-ips";

const servers: Server[] = [];
const nameServers: NameServer[] = [];
afterEach(async () => {
  await Promise.all(nameServers.splice(0).map((server) => server.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener, host = "127.0.0.1"): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

const post = (url: string, options: Partial<SenderOptions> = {}) =>
  createWebhookSender({ ...ANY, ...options }).post({ ...HOOK, url });

const HOOK = { accountId: "a", url: "https://hooks.example.com/", body: "{}", headers: {} };
const ANY = { targets: { allowsPrivate: true, local: null } };
const LOCAL = { targets: { allowsPrivate: false, local: { listTakenPorts: () => Promise.resolve([]) } } };
const STRICT = { targets: { allowsPrivate: false, local: null } };

test.each([
  ...["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"],
  "168.63.129.16",
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

test("a URL that has a fault is not called, however it was stored", async () => {
  let calls = 0;
  const port = await listen((_request, response) => {
    calls += 1;
    response.end();
  });
  expect(await post(`http://127.0.0.1:${port}/`, STRICT)).toEqual({ kind: "local" });
  expect(await post(`https://10.0.0.1:${port}/`, STRICT)).toEqual({ kind: "private" });
  expect(calls).toBe(0);
});

/** Servers that give these IPs one after the other, and then none. */
async function answerInTurn(...turns: string[][]) {
  // Of one look-up, A is asked before AAAA.
  return startNames((type) => (type === "A" ? turns[0] : turns.shift()) ?? []);
}

async function startNames(answer: (type: AddressType) => NameAnswer, timeoutMs?: number) {
  const server = await startNameServer((_name, type) => answer(type));
  nameServers.push(server);
  const names = createUserNames({ servers: [server.address], ...(timeoutMs && { timeoutMs }) });
  return { names, asked: server.asked };
}

describe("a name", () => {
  test.each([
    ["a loopback IP", ["127.0.0.1"]],
    ["an IP of a cloud's metadata", ["169.254.169.254"]],
    ["a public IP and a private one", ["8.8.8.8", "10.0.0.1"]],
    ["a public IPv4 address and a private IPv6 address", ["8.8.8.8", "fd00::1"]],
    ["a private IPv4 address and a public IPv6 address", ["10.0.0.1", "2606:4700:4700::1111"]],
    ["a private IPv4 address in the form of IPv6", ["::ffff:10.0.0.1"]],
  ])("a name with %s is refused when the connection is made", async (_what, ips) => {
    const { names } = await answerInTurn(ips);
    expect(await post(HOOK.url, { ...STRICT, names })).toEqual({ kind: "private" });
  });

  test("a name that has passed a check is checked again when it resolves differently", async () => {
    const { names, asked } = await answerInTurn([], ["127.0.0.1"]);
    const sender = createWebhookSender({ ...STRICT, names });
    expect(await sender.post(HOOK)).toEqual({ kind: "unreachable" });
    expect(await sender.post(HOOK)).toEqual({ kind: "private" });
    expect(asked).toHaveLength(4);
  });

  test("a name is resolved once for a connection, and the connection goes to the IP that was checked", async () => {
    const port = await listen((_request, response) => response.end("reached"));
    // A second look-up would find another IP, where no server listens.
    const { names, asked } = await answerInTurn(["127.0.0.1"], ["127.0.0.2"]);
    const result = await post(`http://hooks.example.com:${port}/`, { names });
    expect(result).toEqual({ kind: "answered", status: 200, excerpt: "reached" });
    expect(asked.toSorted()).toEqual(["A hooks.example.com", "AAAA hooks.example.com"]);
  });

  test("a name whose server does not answer is left after the time limit of look-ups", async () => {
    const { names } = await startNames(() => "silence", 50);
    expect(await post(HOOK.url, { ...STRICT, names })).toEqual({ kind: "unreachable" });
  });

  test("a name with a loopback IP is refused in development, too", async () => {
    const { names } = await answerInTurn(["127.0.0.1"], ["127.0.0.1"]);
    expect(await post("https://hooks.example.com:4000/", { ...LOCAL, names })).toEqual({ kind: "private" });
  });

  test("a name of this machine means 127.0.0.1, and is not asked for", async () => {
    const port = await listen((_request, response) => response.end("reached"));
    const { names, asked } = await answerInTurn(["8.8.8.8"]);
    expect(await post(`http://localhost:${port}/`, { names })).toMatchObject({ kind: "answered" });
    expect(asked).toEqual([]);
  });
});

describe("in development, this machine", () => {
  // A container may have no IPv6.
  const hosts = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address));
  const cases = [
    ["127.0.0.1", "127.0.0.1"],
    ["localhost", "127.0.0.1"],
    ["localhost", "::1"],
    ["[::1]", "::1"],
  ] as const;

  test.each(cases.filter(([, host]) => hosts.includes(host)))(
    "this machine is reached as %s at %s in development, without asking a name server",
    async (name, host) => {
      const port = await listen((_request, response) => response.end("reached"), host);
      const { names, asked } = await answerInTurn(["8.8.8.8"]);
      const result = await post(`http://${name}:${port}/`, { ...LOCAL, names });
      expect(result).toEqual({ kind: "answered", status: 200, excerpt: "reached" });
      expect(asked).toEqual([]);
    },
  );

  test("this machine is not called at a port that was taken after the URL was saved", async () => {
    const port = await listen((_request, response) => response.end("reached"));
    const taken: number[] = [];
    const targets = { allowsPrivate: false, local: { listTakenPorts: () => Promise.resolve(taken) } };
    const url = `http://localhost:${port}/`;
    expect(await post(url, { targets })).toMatchObject({ kind: "answered" });
    taken.push(port);
    expect(await post(url, { targets })).toEqual({ kind: "local" });
  });

  test("a redirect does not lead to a refused port of this machine", async () => {
    let calls = 0;
    const taken = await listen((_request, response) => {
      calls += 1;
      response.end();
    });
    const port = await listen((_request, response) => {
      response.writeHead(307, { Location: `http://127.0.0.1:${taken}/` }).end();
    });
    const targets = { allowsPrivate: false, local: { listTakenPorts: () => Promise.resolve([taken]) } };
    expect(await post(`http://localhost:${port}/`, { targets })).toMatchObject({ status: 307 });
    expect(calls).toBe(0);
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
