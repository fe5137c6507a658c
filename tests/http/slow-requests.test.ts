/** Requests that never end, and more concurrent sign-ins than the server can check: all other requests are answered. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { HEADERS_TIMEOUT_MS, PASSWORDS_WAITING_MAX, REQUEST_TIMEOUT_MS } from "~/domain/limits";
import { createApiClient, signUp } from "../support/clients";
import { createOtherNetworkHeaders } from "../support/links";
import { startProduct, type Product } from "../support/product";
import { openRaw } from "../support/raw-request";

const DRIPS = 50;
const DRIP_EVERY_MS = 500;
/** How late the server may close a connection after its timeout. */
const LATE_MS = 5000;

let product: Product;
let token: string;
beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  ({ token } = await signUp(product, "somebody@example.com"));
});
afterAll(() => product.stop());

const patch = () => [
  "PATCH /api/user HTTP/1.1",
  `Host: localhost:${product.port}`,
  `Authorization: Bearer ${token}`,
  "Content-Type: application/json",
  "Content-Length: 60000",
];

// Concurrent, because the first case waits ten seconds and the second thirty.
test.concurrent.each([
  { what: "headers", timeoutMs: HEADERS_TIMEOUT_MS, end: "\r\n", drop: "X-A: b\r\n" },
  { what: "a body", timeoutMs: REQUEST_TIMEOUT_MS, end: "\r\n\r\n", drop: "x" },
])(
  "fifty senders of $what that trickle in are cut off with 408, and delay no other request",
  async ({ timeoutMs, end, drop }) => {
    const startedAt = Date.now();
    const requests = Array.from({ length: DRIPS }, () => openRaw(product, patch().join("\r\n") + end));
    const dripping = setInterval(() => {
      for (const request of requests) request.write(drop);
    }, DRIP_EVERY_MS);
    const closed = Promise.all(requests.map((request) => request.closed));
    for (let times = 0; times < 10; times += 1) {
      const askedAt = Date.now();
      expect((await createApiClient(product, token)("GET", "/api/user")).status).toBe(200);
      expect(Date.now() - askedAt).toBeLessThan(LATE_MS);
    }
    const answers = await closed;
    clearInterval(dripping);
    expect(Date.now() - startedAt).toBeLessThan(timeoutMs + LATE_MS);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect((await createApiClient(product, token)("GET", "/api/user")).data.avatar).toBeNull();
    expect(await product.wholeOutput()).not.toContain('"level":50');
  },
  REQUEST_TIMEOUT_MS + 3 * LATE_MS,
);

test("headers of more than 16 kB answer 431", async () => {
  const request = openRaw(product, `GET / HTTP/1.1\r\nX-Long: ${"x".repeat(17_000)}\r\n`);
  expect(await request.closed).toMatch(/^HTTP\/1\.1 431 /);
});

test("two hundred concurrent sign-ins: some wait, others answer 503 with Retry-After, and other calls are answered", async () => {
  const guess = (index: number) =>
    createApiClient(product)(
      "POST",
      "/api/auth",
      { email: `p${index}@example.com`, password: "wrong one!" },
      createOtherNetworkHeaders(),
    );
  const guesses = Promise.all(Array.from({ length: 200 }, (_, index) => guess(index)));
  const calls = await Promise.all(
    Array.from({ length: 20 }, () =>
      createApiClient(product, token)("GET", "/api/user", undefined, createOtherNetworkHeaders()),
    ),
  );
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]));
  const answers = await guesses;
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThan(PASSWORDS_WAITING_MAX / 2);
  expect(answers.filter(({ status }) => ![401, 503].includes(status))).toEqual([]);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
});
