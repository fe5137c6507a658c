/** The settings that the step Payment provider saves. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stripeForm } from "~/domain/forms/setup-stripe";
import { openStore } from "~/models/store/open-store";
import type { OpenStore } from "~/models/store/database";
import { readConfig, readGivenSettings } from "~/config/config.server";
import { createAnonymousContext, makeApp } from "../../../tests/support/services";
import { startStripeAccount, type StripeAccount } from "../../../tests/support/stripe-account";
import { insertShippedPlans } from "../billing/plans/plans.server";
import { saveSetupStripe } from "./stripe.server";

let [folder, store, stripe] = ["", {} as OpenStore, {} as StripeAccount];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "setup-stripe-"));
  stripe = await startStripeAccount();
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("STRIPE_API_BASE", stripe.url);
  store = await openStore(`sqlite:${join(folder, "app.db")}`);
  await store.migrate();
  await insertShippedPlans(store);
});
afterEach(async () => {
  await Promise.all([store.close(), stripe.close()]);
  rmSync(folder, { recursive: true });
});

async function save(fields: object) {
  const context = createAnonymousContext(makeApp({ store, folder }));
  const { revision } = context.app.settings.read();
  return (await saveSetupStripe.run(stripeForm.parse({ revision, ...fields }), context)).data;
}

const keys = (mode: string) => ({
  [`${mode}_publishable_key`]: `pk_${mode}_1`,
  [`${mode}_secret_key`]: stripe.secretKey.replace("test", mode),
  webhook_secret: `whsec_${mode}`,
});
const TEST = { mode: "test", create_prices: true };

test("a webhook's secret belongs to the mode in use, and an empty field keeps what is saved", async () => {
  expect(await save({ ...TEST, ...keys("test") })).toMatchObject({ saved: true, level: "ok" });
  expect(await save({ ...TEST, webhook_secret: "", test_secret_key: "" })).toMatchObject({ saved: true });
  expect(readConfig().stripe).toMatchObject({ secretKey: stripe.secretKey, webhookSecret: "whsec_test" });
  await expect(save({ mode: "live" })).rejects.toMatchObject({
    detail: { inputError: "live_publishable_key" },
  });
});

test("the keys of the other mode stay when the sandbox takes the payments again", async () => {
  await save({ ...TEST, ...keys("test") });
  expect(await save({ mode: "sandbox" })).toMatchObject({ saved: true });
  expect(readConfig().stripe).toBeNull();
  expect(await save({ ...TEST })).toMatchObject({ saved: true });
  expect(readConfig().stripe?.secretKey).toBe(stripe.secretKey);
});

test("keys of the environment cannot be replaced, and the free plan can still be turned off", async () => {
  vi.stubEnv("STRIPE_SECRET_KEY", stripe.secretKey);
  vi.stubEnv("STRIPE_PUBLISHABLE_KEY", "pk_test_1");
  vi.stubEnv("STRIPE_WEBHOOK_SECRET", "whsec_1");
  await expect(save({ ...TEST, ...keys("test") })).rejects.toMatchObject({ code: "invalid" });
  expect(await save({ free_plan: false, create_prices: true })).toMatchObject({ saved: true });
  expect(readGivenSettings()).toMatchObject({ FREE_PLAN: "off" });
  expect(readConfig().offersFreePlan).toBe(false);
});

test("without a choice, and with the provider away, nothing is saved", async () => {
  await expect(save({})).rejects.toMatchObject({ code: "invalid" });
  await stripe.close();
  await expect(save({ ...TEST, ...keys("test"), confirm: true })).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("stripe.answer.unreachable") as string,
  });
  stripe = await startStripeAccount();
});
