import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPaymentSandboxRouter } from "./sandbox";
import { createLimiter } from "~/services/platform/rate-limits/limiter.server";

/** Stands in for the sandbox's server, and records what reaches it. */
let behind: Server;
let reached: { path: string | undefined; authorization: string | undefined; cookie: string | undefined }[];
let proxy: Server;
beforeEach(async () => {
  reached = [];
  behind = createServer(({ url, headers: { authorization, cookie } }, response) => {
    reached.push({ path: url, authorization, cookie });
    response.end("{}");
  });
  const port = await listening(behind);
  proxy = createServer(
    express().use(
      createPaymentSandboxRouter({
        port,
        limiter: createLimiter({ hash: (_purpose, subject) => subject }),
        scriptFolder: "sandbox/browser",
      }),
    ),
  );
  await listening(proxy);
});
afterEach(() => {
  proxy.close();
  behind.close();
});

test("requests reach the browser's part of the sandbox, with the publishable key", async () => {
  expect(await ask("/sandbox/v1/payment_intents/pi_1?client_secret=x", "Bearer pk_test_1")).toBe(200);
  const path = "/browser/payment_intents/pi_1?client_secret=x";
  expect(reached).toEqual([{ path, authorization: "Bearer pk_test_1", cookie: undefined }]);
});

test.each([
  "/sandbox/v1/../v1/customers",
  "/sandbox/v1/../../v1/customers",
  "/sandbox/v1/tokens/../../v1/customers",
  "/sandbox/v1/%2e%2e/v1/customers",
  "/sandbox/v1/.%2E/v1/customers",
  "/sandbox/v1/..\\v1\\customers",
  "/sandbox/v1/..",
  "/sandbox/v1/../browserx",
])("%s: dots in the path do not leave the browser's part", async (path) => {
  expect(await ask(path, "Bearer sk_test_1")).toBe(404);
  expect(reached).toEqual([]);
});

test("an invoice's link reaches its PDF file, and nothing else of the sandbox", async () => {
  expect(await ask("/sandbox/invoices/aB3.pdf", "")).toBe(200);
  expect(reached.map(({ path }) => path)).toEqual(["/invoice/aB3/pdf"]);
  for (const path of [
    "/sandbox/invoices/../v1/x.pdf",
    "/sandbox/invoices/a%2F..%2Fv1.pdf",
    "/sandbox/invoices/a",
  ])
    expect(await ask(path, "")).toBe(404);
  expect(reached).toHaveLength(1);
});

test("other keys and cookies are not forwarded", async () => {
  for (const authorization of ["Bearer sk_test_1", "Bearer scr_token", "Basic cGtfOg=="])
    await ask("/sandbox/v1/tokens", authorization);
  expect(reached).toHaveLength(3);
  for (const { authorization, cookie } of reached)
    expect([authorization, cookie]).toEqual([undefined, undefined]);
});

/** Requests the path unchanged: `fetch` would resolve its dots. */
function ask(path: string, authorization: string): Promise<number | undefined> {
  const { port } = proxy.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, path, headers: { authorization, cookie: "session=ses_1" } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}
