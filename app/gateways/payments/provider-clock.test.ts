// The provider's clock: a difference is logged once, and an event that was refused for its age says so.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, seconds } from "~/domain/limits";
import type { Payments } from "./payments";
import { createClockWatch, readProviderClock, type ClockWatch } from "./provider-clock";
import { createPayments } from "./stripe-payments";

const SECRET = "whsec_clock";

let server: Server;
let apiBase: string;
/** How far the provider's clock is ahead of this one. */
let offMs: number;
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader("Date", new Date(Date.now() + offMs).toUTCString());
    response.writeHead(404, { "Content-Type": "application/json" });
    response.end('{"error":{"type":"invalid_request_error","code":"resource_missing","message":"no"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let lines: string[];
let clockWatch: ClockWatch;
let payments: Payments;
beforeEach(() => {
  offMs = 0;
  lines = [];
  const note = (level: string) => (_fields: unknown, text?: string) => void lines.push(`${level}: ${text}`);
  clockWatch = createClockWatch({ warn: note("warn"), info: note("info") });
  const keys = { secretKey: "sk_test_clock", publishableKey: "pk_test_clock", webhookSecret: SECRET };
  payments = createPayments({ ...keys, apiBase, clockWatch });
});

const call = () => payments.findSubscription("sub_1");

describe("answers of the provider", () => {
  test("with a clock that agrees, nothing is logged", async () => {
    await call();
    await call();
    expect(lines).toEqual([]);
  });

  test("a difference is logged once, again when it changes, and when it has ended", async () => {
    offMs = -minutes(10);
    for (let count = 0; count < 3; count += 1) await call();
    expect(lines).toEqual([
      "warn: this machine's clock is 10 minutes ahead of the payment provider's: let the machine set it by NTP",
    ]);
    offMs = minutes(3);
    for (let count = 0; count < 3; count += 1) await call();
    expect(lines.slice(1)).toEqual([
      "warn: this machine's clock is 3 minutes behind the payment provider's: let the machine set it by NTP",
    ]);
    offMs = 0;
    for (let count = 0; count < 3; count += 1) await call();
    expect(lines.slice(2)).toEqual(["info: this machine's clock agrees with the payment provider's again"]);
  });

  test("a slow answer is no difference, and hides none of ten minutes", () => {
    clockWatch.noteReading({ aheadMs: seconds(40), doubtMs: seconds(20) });
    expect(lines).toEqual([]);
    clockWatch.noteReading({ aheadMs: minutes(10), doubtMs: seconds(20) });
    clockWatch.noteReading({ aheadMs: minutes(10) + seconds(20), doubtMs: seconds(20) });
    expect(lines).toHaveLength(1);
  });

  test("the clock is read without a key, and is unknown when no one answers", async () => {
    offMs = -minutes(10);
    const reading = await readProviderClock(apiBase);
    expect(Math.abs((reading?.aheadMs ?? 0) - minutes(10))).toBeLessThan(seconds(10));
    expect(await readProviderClock("http://127.0.0.1:1")).toBeNull();
  });
});

describe("a delivery that was signed eleven minutes ago", () => {
  const body = Buffer.from(
    JSON.stringify({ id: "evt_1", object: "event", type: "a.type", livemode: false, data: { object: {} } }),
  );
  const sign = (secret: string, ageMs: number) => {
    const timestamp = Math.floor((Date.now() - ageMs) / 1000);
    return Stripe.webhooks.generateTestHeaderString({ payload: body.toString(), secret, timestamp });
  };

  test("a delivery that was signed eleven minutes ago is refused with its age, and logged", async () => {
    await expect(payments.readEvent(body, sign(SECRET, minutes(11)))).rejects.toMatchObject({
      status: 400,
      messageKey: "billing:errors.signed_earlier?count=11",
    });
    expect(lines).toEqual([expect.stringMatching(/^warn: an event of the payment provider was refused/)]);
  });

  test("an old delivery with another secret is only unsigned, and not logged: anyone could send it", async () => {
    await expect(payments.readEvent(body, sign("whsec_other", minutes(11)))).rejects.toMatchObject({
      status: 400,
      messageKey: "billing:errors.unsigned",
    });
    expect(lines).toEqual([]);
  });

  test("a delivery is accepted while it is less than five minutes old", async () => {
    expect(await payments.readEvent(body, sign(SECRET, minutes(4)))).toMatchObject({ id: "evt_1" });
    expect(lines).toEqual([]);
  });
});
