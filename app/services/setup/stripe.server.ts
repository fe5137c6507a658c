/** The step Payment provider: Stripe's keys of both modes, which of them is in use, and the free plan. */
import * as z from "zod";
import { listSettingSources, readGivenSettings } from "~/config/config.server";
import { AppError } from "~/domain/errors";
import { stripeForm } from "~/domain/forms/setup-stripe";
import type { KeyedMessage } from "~/domain/messages";
import type { PaymentMode } from "~/domain/setup-choices";
import { defineOperation } from "../platform/operation.server";
import { outcomeShape, saveStep, type StepChange } from "./save-step.server";
import { readStepResponse, stepShape } from "./step-view.server";
import { testKeys } from "./stripe-keys.server";
import { readWebhookState, webhookStateShape } from "./stripe-webhook.server";

export const getSetupStripe = defineOperation({
  name: "getSetupStripe",
  method: "GET",
  path: "/api/setup/stripe",
  summary:
    "Read which mode of the payment provider is in use, where each setting comes from, and whether the provider's events arrive.",
  access: { permission: "none" },
  isSetup: true,
  input: z.object({}),
  output: stepShape.extend({ webhook: webhookStateShape }),
  async run(_input, { app }) {
    return { data: { ...readStepResponse(app, "payments"), webhook: await readWebhookState(app) } };
  },
});

export const saveSetupStripe = defineOperation({
  name: "saveSetupStripe",
  method: "POST",
  path: "/api/setup/stripe",
  summary:
    "Test the keys of a mode at the payment provider, and save them. An empty key keeps the saved one. Test keys may be " +
    "saved without webhook_secret: the provider's events are then refused. create_prices creates the prices that the " +
    "provider does not have.",
  access: { permission: "none" },
  needsOwnSession: false,
  isSetup: true,
  input: stripeForm,
  output: outcomeShape,
  run(input, context) {
    const isFixed = hasFixedKeys();
    if (isFixed && input.mode !== undefined) throw createFieldError("mode", "setup:errors.fixed");
    const given = readGivenSettings();
    const changes = isFixed ? {} : toKeySettings(requireMode(input), input, given);
    const isPlanFixed = listSettingSources().get("FREE_PLAN") === "environment";
    return saveStep(context, input, {
      step: "payments",
      settings: { ...changes, ...(!isPlanFixed && { FREE_PLAN: input.free_plan ? null : "off" }) },
      fields: FIELDS,
      test: () =>
        testKeys(
          context.app,
          { ...given, ...changes },
          {
            createsPrices: input.create_prices && !input.only_test,
            keyField: isFixed ? undefined : `${input.mode}_secret_key`,
          },
        ),
    });
  },
});

type StripeInput = z.output<typeof stripeForm>;
type Values = Readonly<Record<string, string | undefined>>;

const KEYS = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"] as const;

const FIELDS = {
  STRIPE_MODE: "mode",
  STRIPE_TEST_SECRET_KEY: "test_secret_key",
  STRIPE_TEST_PUBLISHABLE_KEY: "test_publishable_key",
  STRIPE_TEST_WEBHOOK_SECRET: "webhook_secret",
  STRIPE_LIVE_SECRET_KEY: "live_secret_key",
  STRIPE_LIVE_PUBLISHABLE_KEY: "live_publishable_key",
  STRIPE_LIVE_WEBHOOK_SECRET: "webhook_secret",
};

function requireMode({ mode }: StripeInput): PaymentMode {
  if (mode === undefined) throw createFieldError("mode", "setup:stripe.mode_required");
  return mode;
}

/** Whether the environment has keys without a mode, which win over all that is saved. */
function hasFixedKeys(): boolean {
  const sources = listSettingSources();
  return KEYS.some((name) => sources.get(name) === "environment");
}

/** Returns the changed settings. Keys that were saved by hand, without a mode, would win over the chosen one. */
function toKeySettings(mode: PaymentMode, input: StripeInput, given: Values): StepChange["settings"] {
  const typed = {
    STRIPE_TEST_SECRET_KEY: input.test_secret_key,
    STRIPE_TEST_PUBLISHABLE_KEY: input.test_publishable_key,
    STRIPE_LIVE_SECRET_KEY: input.live_secret_key,
    STRIPE_LIVE_PUBLISHABLE_KEY: input.live_publishable_key,
    ...(mode !== "sandbox" && { [`STRIPE_${toPrefix(mode)}_WEBHOOK_SECRET`]: input.webhook_secret }),
  };
  const settings = Object.fromEntries(
    Object.entries(typed).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  if (mode !== "sandbox") requireKeys(mode, { ...given, ...settings });
  const alone = Object.fromEntries(KEYS.map((name) => [name, null]));
  return { ...alone, ...settings, STRIPE_MODE: mode };
}

function requireKeys(mode: "test" | "live", values: Values): void {
  const prefix = `STRIPE_${toPrefix(mode)}` as const;
  for (const kind of ["PUBLISHABLE_KEY", "SECRET_KEY", "WEBHOOK_SECRET"] as const) {
    if (kind === "WEBHOOK_SECRET" && mode === "test") continue;
    const name = `${prefix}_${kind}` as const;
    if (!values[name]) throw createFieldError(FIELDS[name], `setup:stripe.required.${mode}`);
  }
}

function toPrefix(mode: "test" | "live"): "TEST" | "LIVE" {
  return mode === "test" ? "TEST" : "LIVE";
}

function createFieldError(field: string, reason: KeyedMessage): AppError {
  return new AppError("invalid", reason, { inputError: field, errors: { [field]: [reason] } });
}
