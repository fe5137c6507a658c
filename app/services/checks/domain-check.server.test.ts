import { expect, test } from "vitest";
import type { Config } from "~/config/config.server";
import type { ProbeResult } from "~/gateways/network/probe";
import { checkDomain } from "./domain-check.server";

const check = (answer: ProbeResult, isDevelopment = false) => {
  const config = {
    appUrl: "https://app.example.com",
    isLocal: false,
    appSecret: "s".repeat(32),
    otherSecrets: [] as readonly string[],
    isDevelopment,
  };
  return checkDomain({ config: config as Config }, { get: () => Promise.resolve(answer) });
};

test.each([
  ["a name that leads nowhere", { kind: "unknown_host" }],
  ["a certificate that is wrong", { kind: "certificate", code: "CERT_HAS_EXPIRED" }],
  ["another server", { kind: "answered", status: 200, body: "welcome" }],
  ["a refused connection", { kind: "refused" }],
] as [string, ProbeResult][])(
  "%s fails in production, and is a warning in development",
  async (_, answer) => {
    expect((await check(answer)).level).toBe("failure");
    expect((await check(answer, true)).level).toBe("warning");
  },
);
