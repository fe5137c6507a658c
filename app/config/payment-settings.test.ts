// The settings about what follows a payment: disputes, and the reports of the provider's meter.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.server";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "payment-settings-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: folder, ...environment });
const KEYS = {
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_PUBLISHABLE_KEY: "pk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
};

test("a lost dispute only notifies the operators, unless DISPUTE_LOST=end", () => {
  expect(read({}).lostDisputeAct).toBe("notify");
  expect(read({ DISPUTE_LOST: "end" }).lostDisputeAct).toBe("end");
});

test("the endpoint of the meter's reports has a secret of its own, which may be missing", () => {
  expect(read(KEYS).stripe).toMatchObject({ webhookSecret: "whsec_x", meterWebhookSecret: null });
  const given = read({ ...KEYS, STRIPE_METER_WEBHOOK_SECRET: "whsec_meter" });
  expect(given.stripe).toMatchObject({ webhookSecret: "whsec_x", meterWebhookSecret: "whsec_meter" });
});

test.each([
  ["DISPUTE_LOST", "maybe"],
  ["STRIPE_METER_WEBHOOK_SECRET", "sk_test_x"],
])("%s=%s is refused in a sentence that names the variable", (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError);
  expect(() => read({ [name]: value })).toThrow(name);
});
