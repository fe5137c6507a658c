/** The checks of the machine: Node, the disk, and its clock next to those of others. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minutes, seconds } from "~/domain/limits";
import { LOCALES } from "~/domain/locales";
import { translator } from "~/i18n/translator.server";
import { toCheckText } from "./check.server";
import { checkClock, checkNode, judgeFreeSpace } from "./machine-checks.server";
import { runChecks } from "./run-checks.server";

const NOW = new Date("2026-11-23T12:00:00Z");
const BUILT_AT = new Date("2026-11-01T00:00:00Z");
const KEYS = {
  STRIPE_SECRET_KEY: "sk_test_canary",
  STRIPE_PUBLISHABLE_KEY: "pk_test_canary",
  STRIPE_WEBHOOK_SECRET: "whsec_canary",
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "machine-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("an old Node and a full disk fail", () => {
  expect(checkNode("18.20.4", "20.19").level).toBe("failure");
  expect(checkNode("20.9.0", "20.19").level).toBe("failure");
  expect(checkNode("22.0.0", "20.19").level).toBe("ok");
  const levels = [1e8, 1e9, 1e10].map((bytes) => judgeFreeSpace(bytes).level);
  expect(levels).toEqual(["failure", "warning", "ok"]);
});

describe("the clock", () => {
  const checkAgainst = (aheadMs: number, doubtMs = 0) =>
    checkClock({ now: NOW, builtAt: BUILT_AT, others: [{ name: "Redis", reading: { aheadMs, doubtMs } }] });

  test("a difference is judged by what is certain of it, and the farthest of several clocks counts", () => {
    const levels = [-seconds(1), seconds(9), -minutes(1)].map((aheadMs) => checkAgainst(aheadMs).level);
    expect(levels).toEqual(["ok", "warning", "failure"]);
    // A difference that a slow answer may explain does not count.
    expect(checkAgainst(seconds(9), seconds(6)).level).toBe("ok");
    const [near, far] = [0, minutes(10)].map((aheadMs) => ({ name: "A", reading: { aheadMs, doubtMs: 0 } }));
    if (near && far)
      expect(checkClock({ now: NOW, builtAt: BUILT_AT, others: [near, far] }).level).toBe("failure");
  });

  test("one that is earlier than the program fails, without any other", () => {
    expect(checkClock({ now: new Date("2026-10-01"), builtAt: BUILT_AT, others: [] }).level).toBe("failure");
  });

  async function checkAgainstProvider(offMinutes: number) {
    const provider = createServer((_request, response) => {
      response.setHeader("Date", new Date(Date.now() + minutes(offMinutes)).toUTCString());
      response.writeHead(401).end();
    });
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
    const STRIPE_API_BASE = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const clock = await readClock({ STRIPE_API_BASE });
    await new Promise((resolve) => provider.close(resolve));
    return clock;
  }

  async function readClock(settings: Record<string, string>) {
    const environment = { DATA_DIR: folder, ...KEYS, ...settings };
    const results = await runChecks({ environment, builtAt: BUILT_AT });
    const clock = results.find(({ check }) => check === "clock");
    if (!clock) throw new Error("the clock was not checked");
    return clock;
  }

  test.each([
    [-10, "It is 10 minutes ahead of the clock of Stripe.", "every event of the payment provider"],
    [10, "It is 10 minutes behind the clock of Stripe.", "codes of authenticators"],
  ])(
    "%i minutes off the payment provider's it fails, and the advice says what to do",
    async (off, finding, advice) => {
      const clock = await checkAgainstProvider(off);
      expect(toCheckText(clock, translator("en"))).toMatchObject({
        level: "failure",
        finding,
        advice: expect.stringContaining(advice) as string,
      });
      for (const locale of LOCALES) {
        const text = toCheckText(clock, translator(locale));
        expect(text.finding + (text.advice ?? "")).not.toMatch(/checks:|\{\{/);
      }
    },
  );

  test("the clock's check passes next to a provider that agrees, and one that does not answer is no failure of it", async () => {
    expect((await checkAgainstProvider(0)).level).toBe("ok");
    const alone = await readClock({ STRIPE_API_BASE: "http://127.0.0.1:1" });
    expect(toCheckText(alone, translator("en")).finding).toContain("no other clock");
  });
});
