/** The view of a setup step: its settings with where each comes from, and when they were last tested. */
import * as z from "zod";
import { listSettingSources, readGivenSettings } from "~/config/config.server";
import { isOpenIdVariable } from "~/config/identity-providers.server";
import {
  isSecretSetting,
  SETUP_LEVELS,
  SETUP_STEPS,
  STEP_SETTINGS,
  type SettingInUse,
  type SettingView,
  type SetupStep,
  type SetupStepView,
} from "~/domain/setup";
import type { Config } from "~/config/config.server";
import { removeCredentials } from "../checks/check.server";
import type { App } from "../platform/app.server";

export const settingShape = z.object({
  name: z.string(),
  source: z.enum(["environment", "saved", "default"]),
  is_set: z.boolean(),
  is_secret: z.boolean(),
  value: z.string().nullable(),
  ending: z.string().nullable(),
});

/** When it was last tested, and with what result; null before the first test. */
export const testShape = z.object({ at: z.string(), level: z.enum(SETUP_LEVELS) }).nullable();

/** The answer of a step's GET. It contains no secret. */
export const stepShape = z.object({
  revision: z.number().int(),
  settings: z.array(settingShape),
  test: testShape,
});

/** Reads a step as the page and the API show it. */
export function readStep(
  { config, settings }: Pick<App, "config" | "settings">,
  step: SetupStep,
): SetupStepView {
  const sources = listSettingSources();
  const given = { ...listDefaults(config), ...readGivenSettings() };
  const saved = settings.read();
  return {
    settings: listStepSettings(step, sources.keys())
      .map((name) => toSettingView(name, given[name], sources.get(name) ?? "default"))
      .filter(({ name, is_set: isSet }) => isSet || !PAYMENT_KEY.test(name)),
    test: saved.tests[step] ?? null,
  };
}

/** The step Authentication has the settings of any OpenID Connect provider too. */
function listStepSettings(step: SetupStep, names: Iterable<string>): string[] {
  return [...STEP_SETTINGS[step], ...(step === "authentication" ? [...names].filter(isOpenIdVariable) : [])];
}

/** The answer of a step's GET. */
export function readStepResponse(app: Pick<App, "config" | "settings">, step: SetupStep) {
  return { revision: app.settings.read().revision, ...readStep(app, step) };
}

/** One of nine, of which three are in use: each is shown only where it is set. */
const PAYMENT_KEY = /^STRIPE_.*(KEY|SECRET)$/;

/** Every setting of the installation, those of the steps first. It contains no secret, and no credentials of a URL. */
export function readSettingsInUse({ config, settings }: Pick<App, "config" | "settings">): SettingInUse[] {
  const sources = listSettingSources();
  const given = { ...listDefaults(config), ...readGivenSettings() };
  const { tests } = settings.read();
  const steps = new Map<string, SetupStep>(
    SETUP_STEPS.flatMap((step) => STEP_SETTINGS[step].map((name) => [name, step] as const)),
  );
  return [...new Set([...steps.keys(), ...sources.keys()])].map((name) => {
    const step = steps.get(name);
    const view = toSettingView(name, given[name], sources.get(name) ?? "default");
    return {
      ...view,
      value: view.value === null ? null : removeCredentials(view.value),
      test: (step && tests[step]) ?? null,
    };
  });
}

/** A key can be recognized by its last characters. The end of a URL may be a password's, so a URL shows none. */
function toSettingView(name: string, value: string | undefined, source: SettingView["source"]): SettingView {
  const isSecret = isSecretSetting(name);
  const isKey =
    isSecret && !name.endsWith("_URL") && value !== undefined && value.length >= ENDING_FROM_LENGTH;
  return {
    name,
    source,
    is_set: value !== undefined,
    is_secret: isSecret,
    value: isSecret ? null : (value ?? null),
    ending: isKey ? value.slice(-4) : null,
  };
}

/** Four characters of a shorter secret would be too much of it. */
const ENDING_FROM_LENGTH = 16;

/** The defaults that are worth showing. */
function listDefaults({
  appUrl,
  supportEmail,
  mailFrom,
  trustProxyHops,
  stripe,
}: Config): Record<string, string> {
  return {
    APP_URL: appUrl,
    SUPPORT_EMAIL: supportEmail,
    MAIL_FROM: mailFrom,
    FREE_PLAN: "on",
    ...(stripe === null && { STRIPE_MODE: "sandbox" }),
    TRUST_PROXY_HOPS: String(trustProxyHops),
  };
}
