// A request's calls to the provider end in time for an answer, however the provider hangs.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Payments } from "./payments";
import { createPayments } from "./stripe-payments";

const KEYS = { secretKey: "sk_test_late", publishableKey: "pk_test_late", webhookSecret: null };
/** In place of the nine seconds that a request has. */
const LEFT_MS = 600;
/** The SDK waits half a second before it tries again. */
const ANSWERED_MS = LEFT_MS + 1000;

let server: Server;
let payments: Payments;
let asked: number;
let answer: (response: ServerResponse) => void;
beforeEach(async () => {
  asked = 0;
  server = createServer((_request, response) => {
    asked += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  payments = createPayments({ ...KEYS, apiBase });
  answer = answerMissing;
  // Loads the SDK, which takes longer than the time that the tests leave.
  await payments.findSubscription("sub_0");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const MISSING = '{"error":{"type":"invalid_request_error","code":"resource_missing","message":"no"}}';
const HEAD = { "Content-Type": "application/json" };
const answerMissing = (response: ServerResponse) => response.writeHead(404, HEAD).end(MISSING);

describe("a provider that hangs", () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ["answers nothing", () => undefined],
    [
      "answers the head only",
      (response) => {
        response.writeHead(200, HEAD).flushHeaders();
      },
    ],
    [
      "sends a byte now and then",
      (response) => {
        response.writeHead(200, HEAD);
        const timer = setInterval(() => response.write(" "), 50);
        response.on("close", () => clearInterval(timer));
      },
    ],
  ])("%s: a request's call throws unavailable when its time is over", async (_name, hang) => {
    answer = hang;
    const startedAt = performance.now();
    const call = payments.within(startedAt + LEFT_MS).findSubscription("sub_1");
    await expect(call).rejects.toMatchObject({ code: "unavailable" });
    expect(performance.now() - startedAt).toBeLessThan(ANSWERED_MS);
  });

  test("several slow calls of a request share its time, and what comes too late is not sent", async () => {
    answer = (response) => void wait(LEFT_MS / 2 - 50).then(() => answerMissing(response));
    const startedAt = performance.now();
    const request = payments.within(startedAt + LEFT_MS);
    expect(await request.findSubscription("sub_1")).toBeNull();
    const isLate = async () =>
      request.findSubscription("sub_2").then(
        () => false,
        () => true,
      );
    while (!(await isLate()));
    expect(performance.now() - startedAt).toBeLessThan(ANSWERED_MS);
    const before = asked;
    await expect(request.findSubscription("sub_3")).rejects.toMatchObject({ code: "unavailable" });
    expect(asked).toBe(before);
  });

  test("the work outside of requests waits longer", async () => {
    answer = (response) => void wait(LEFT_MS + 100).then(() => answerMissing(response));
    expect(await payments.findSubscription("sub_1")).toBeNull();
  });
});
