import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import express from "express";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pino } from "pino";
import { PAYMENT_SANDBOX_LIMIT } from "~/domain/rate-limits";
import { toMessage } from "~/http/failure.server";
import { createLimiter } from "~/services/platform/rate-limits/limiter.server";
import { handleErrors } from "./errors";
import { limitByIp } from "./rate-limit";
import { toProviderError } from "./sandbox";

let server: Server;
beforeEach(async () => {
  const web = express()
    .use(
      "/sandbox",
      limitByIp(createLimiter({ hash: (_purpose, subject) => subject }), PAYMENT_SANDBOX_LIMIT, {
        toBody: toProviderError,
      }),
    )
    .use((_request, response) => void response.json({}))
    .use(handleErrors({ log: pino({ level: "silent" }), toMessage }));
  server = createServer(web);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => server.close());

/** Every IP of 127.0.0.0/8 belongs to this machine. */
function callFrom(localAddress: string, path: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, localAddress }, resolve).on("error", reject).end();
  });
}

test("too many requests from one IP answer 429 in the format of the payment provider, with Retry-After", async () => {
  for (let tries = 0; tries < PAYMENT_SANDBOX_LIMIT.attempts; tries += 1)
    expect((await callFrom("127.0.0.1", "/sandbox/tokens")).resume().statusCode).toBe(200);
  const refused = await callFrom("127.0.0.1", "/sandbox/tokens");
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(await json(refused)).toMatchObject({
    error: {
      code: "rate_limit",
      message: expect.stringMatching(/^Too many attempts\. Try again in \d+ seconds?\.$/) as string,
    },
  });
  expect((await callFrom("127.0.0.2", "/sandbox/tokens")).resume().statusCode).toBe(200);
  expect((await callFrom("127.0.0.1", "/elsewhere")).resume().statusCode).toBe(200);
});
