/**
 * Request targets and hosts that no browser sends: absolute URLs, several hosts, and odd spellings of pages whose URL
 * has a token.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPagePolicy, PAGES } from "~/domain/pages";
import { startProduct, type Product } from "../support/product";
import { openRaw } from "../support/raw-request";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** Sends a request line and headers byte by byte; returns the answer. */
async function send(target: string, headers: string[], method = "GET"): Promise<string> {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers, "Connection: close", "", ""];
  return openRaw(product, lines.join("\r\n")).closed;
}

const createHostHeader = () => `Host: localhost:${product.port}`;
const parseStatus = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const PATHS = ["/signin", "/api/auth", "/health/live", "/favicon.svg", "/dev/mail", "/no/such/page"];

describe("an absolute URL as the request target", () => {
  test.each([
    "http://evil.example",
    "https://evil.example",
    "http://evil.example:80",
    "http://localhost@evil.example",
    "http://user@localhost",
    "ftp://localhost",
    "http:/",
  ])("%s answers 400 on every path", async (origin) => {
    for (const path of PATHS) {
      const answer = await send(origin + path, [createHostHeader()]);
      expect([path, parseStatus(answer)]).toEqual([path, 400]);
      expect(answer).toContain(`{"message":"This request isn't valid."}`);
    }
  });

  test("an absolute URL of this product as the request target is answered like its path", async () => {
    for (const path of PATHS) {
      const usual = await send(path, [createHostHeader()]);
      const answer = await send(`http://localhost:${product.port}${path}`, [createHostHeader()]);
      expect([path, parseStatus(answer)]).toEqual([path, parseStatus(usual)]);
    }
    expect(parseStatus(await send(`http://localhost:${product.port}`, [createHostHeader()]))).toBe(200);
  });

  test("an absolute URL as the request target takes precedence over the Host header", async () => {
    const answer = await send(`http://localhost:${product.port}/signin`, ["Host: evil.example"]);
    expect(parseStatus(answer)).toBe(200);
    expect(answer).not.toContain("evil.example");
  });
});

test.each(["*", "localhost:80", "evil.example:443"])(
  "a target that is not a path answers 400: %s",
  async (target) => {
    for (const method of ["GET", "OPTIONS"])
      expect(parseStatus(await send(target, [createHostHeader()], method))).toBe(400);
  },
);

test("two Host headers answer 400, equal or not, on every path", async () => {
  for (const path of PATHS)
    for (const second of [createHostHeader(), "hOST: evil.example", "Host:"])
      for (const headers of [
        [createHostHeader(), second],
        [second, createHostHeader()],
      ]) {
        expect([path, second, parseStatus(await send(path, headers))]).toEqual([path, second, 400]);
      }
});

test.each(["/%zz", "/%ff%fe", "/signin/%c3", "/%zz.data"])(
  "%s cannot be decoded and answers 400, without a warning in the log",
  async (path) => {
    expect(parseStatus(await send(path, [createHostHeader()]))).toBe(400);
    expect(product.output()).not.toContain("could not be decoded");
  },
);

test.each(["/api/key/a%0ab", "/api/key/%0D%0A", "/signin%e2%80%a8"])(
  "%s has a line break, which no route matches, and answers 400 in JSON",
  async (path) => {
    const answer = await send(path, [createHostHeader()]);
    expect(parseStatus(answer)).toBe(400);
    expect(answer).toContain(`{"message":"This URL isn't valid."}`);
  },
);

describe("a page whose URL has a token", () => {
  const secret = Object.keys(PAGES).filter((path) => findPagePolicy(path)?.isSecret);
  const spellings: [string, (path: string) => string][] = [
    ["as it is", (path) => path],
    ["in capital letters", (path) => path.toUpperCase()],
    ["with a trailing slash", (path) => `${path}/`],
    ["with trailing slashes", (path) => `${path}///`],
    ["with leading slashes", (path) => `//${path}`],
    ["with doubled slashes", (path) => path.replaceAll("/", "//")],
    ["as a data request", (path) => `${path}.data`],
    ["as a data request in capital letters", (path) => `${path}.DATA`],
    ["as a data request after a slash", (path) => `${path}/.data`],
    ["escaped", (path) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
    ["partly escaped", (path) => path.replace("i", "%69").replace("g", "%67").replace("s", "%53")],
    ["after dot segments", (path) => `/x/..${path}`],
    ["after escaped dot segments", (path) => `/x/%2e%2E${path}`],
    ["with a dot segment", (path) => path.replace("/", "/./")],
  ];

  test.each(spellings)("a page with a token in its URL, spelled %s, sends no referrer", async (_, spell) => {
    expect(secret.length).toBeGreaterThan(5);
    for (const path of secret) {
      const answer = await send(`${spell(path)}?token=abc`, [createHostHeader()]);
      expect([path, /^referrer-policy: (.*)\r$/im.exec(answer)?.[1]]).toEqual([path, "no-referrer"]);
      expect(parseStatus(answer)).toBeLessThan(500);
    }
  });

  test("other pages send a same-origin referrer", async () => {
    for (const path of ["/signin", "/SIGNUP/", "/api/auth", "/magical"]) {
      expect(await send(path, [createHostHeader()])).toMatch(/^referrer-policy: same-origin\r$/im);
    }
  });
});

test("a form without an Origin header answers 403, whatever its path begins with", async () => {
  const body = "email=owner%40example.com&password=wrong";
  const form = ["Content-Type: application/x-www-form-urlencoded", `Content-Length: ${body.length}`];
  for (const path of ["/signin", "/api/../signin", "/api/%2e%2e/signin", "/API/../signin"]) {
    const lines = [`POST ${path} HTTP/1.1`, createHostHeader(), ...form, "Connection: close", "", body];
    const answer = await openRaw(product, lines.join("\r\n")).closed;
    expect([path, parseStatus(answer)]).toEqual([path, 403]);
  }
});
