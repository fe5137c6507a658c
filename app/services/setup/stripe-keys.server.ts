/** The test of typed keys at the payment provider: the account, and the prices of the plans on offer. */
import { ConfigError } from "~/config/config.server";
import { readStripeKeys, type StripeKeys } from "~/config/keys.server";
import { toMessage } from "~/domain/messages";
import { inspectProvider, type ProviderAccount } from "~/gateways/payments/stripe-inspection";
import { createPayments } from "~/gateways/payments/stripe-payments";
import { listActivePlans } from "~/models/plan.server";
import { publishPlans } from "../billing/plans/publish-plans.server";
import type { App } from "../platform/app.server";
import type { StepFinding } from "./save-step.server";

type Values = Readonly<Record<string, string | null | undefined>>;

interface TestOptions {
  createsPrices: boolean;
  /** The field of the secret key; undefined where the environment has it. */
  keyField: string | undefined;
}

/** Creates the missing prices when `createsPrices`, as `npm run plans:sync` does. Never throws what the provider answers. */
export async function testKeys(
  app: App,
  values: Values,
  { createsPrices, keyField }: TestOptions,
): Promise<StepFinding[]> {
  const keys = readKeys(values);
  if (keys === "unusable") return [{ level: "failure", message: toMessage("setup:stripe.unusable") }];
  if (keys === null) {
    const level = app.config.isLocal ? "ok" : "warning";
    return [{ level, message: toMessage(`setup:stripe.sandbox_${level}`) }];
  }
  const paid = (await listActivePlans(app.store)).filter(({ priceMinor }) => priceMinor > 0);
  const answer = await inspectProvider(
    keys,
    paid.map(({ id }) => id),
  );
  if (answer.kind !== "answered")
    return [{ level: "failure", message: toMessage(`setup:stripe.answer.${answer.kind}`), field: keyField }];
  const missing = paid.map(({ id }) => id).filter((id) => !answer.keys.includes(id));
  const prices = createsPrices ? await createPrices(app, keys) : describePrices(missing);
  return [...describeAccount(answer.account), prices, ...describeWebhook(keys)];
}

/** Null without keys: the sandbox. */
function readKeys(values: Values): StripeKeys | "unusable" | null {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  try {
    return readStripeKeys({ STRIPE_AUTOMATIC_TAX: "off", ...given });
  } catch (error) {
    if (error instanceof ConfigError) return "unusable";
    throw error;
  }
}

function describeAccount({ id, name, takesPayments }: ProviderAccount): StepFinding[] {
  const account = name ?? id;
  const found: StepFinding = { level: "ok", message: toMessage("setup:stripe.account", { account }) };
  if (takesPayments) return [found];
  return [found, { level: "warning", message: toMessage("setup:stripe.account_unverified", { account }) }];
}

/** Only keys of test mode come without. */
function describeWebhook({ webhookSecret }: StripeKeys): StepFinding[] {
  return webhookSecret === null
    ? [{ level: "ok", message: toMessage("setup:stripe.no_webhook_secret") }]
    : [];
}

function describePrices(missing: readonly string[]): StepFinding {
  if (missing.length === 0) return { level: "ok", message: toMessage("setup:stripe.prices_complete") };
  const values = { plans: missing.join(", ") };
  return { level: "warning", message: toMessage("setup:stripe.prices_missing", values) };
}

/** Creates the missing prices. Those from before a failure stay, and the next attempt finds them. */
async function createPrices({ store, log }: App, keys: StripeKeys): Promise<StepFinding> {
  const created: string[] = [];
  try {
    await publishPlans({ store, payments: createPayments(keys) }, ({ plan, change }) => {
      if (change === "created" || change === "replaced") created.push(plan.id);
    });
  } catch (error) {
    log.warn({ err: error }, "the plans' prices could not be created");
    return { level: "failure", message: toMessage("setup:stripe.prices_failed"), field: "create_prices" };
  }
  if (created.length === 0) return describePrices([]);
  return { level: "ok", message: toMessage("setup:stripe.prices_created", { plans: created.join(", ") }) };
}
