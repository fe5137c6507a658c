/** The page of setup: every step with its settings, and what is in use. */
import type { Message } from "~/domain/messages";
import { listSettingSources, readGivenSettings } from "~/config/config.server";
import {
  SETUP_STEPS,
  type SetupStep,
  type SetupStepView,
  type SmtpView,
  type WebhookState,
} from "~/domain/setup";
import { hasHadUsers } from "~/models/user.server";
import type { App } from "../platform/app.server";
import { describeInUse } from "./in-use.server";
import { parseSmtpUrl } from "./smtp-url.server";
import { readStep } from "./step-view.server";
import { readWebhookState } from "./stripe-webhook.server";

export interface SetupPage {
  /** The forms send it back. */
  revision: number;
  steps: Record<SetupStep, SetupStepView>;
  /** One sentence for each step in the reader's language; null for a step without settings. */
  inUse: Record<SetupStep, string | null>;
  /** How many proxies have forwarded the request. */
  proxies: number;
  /** Whether there are, or were, users: the database stays then. */
  hasUsers: boolean;
  webhook: WebhookState;
  /** The saved SMTP server without its password; null without one. */
  smtp: SmtpView | null;
}

export async function readSetupPage(
  app: App,
  translate: (message: Message) => string,
  proxies: number,
): Promise<SetupPage> {
  const read = <T>(toValue: (step: SetupStep) => T) =>
    Object.fromEntries(SETUP_STEPS.map((step) => [step, toValue(step)])) as Record<SetupStep, T>;
  return {
    revision: app.settings.read().revision,
    steps: read((step) => readStep(app, step)),
    inUse: read((step) => {
      const message = describeInUse(app.config, step);
      return message === null ? null : translate(message);
    }),
    proxies,
    hasUsers: await hasHadUsers(app.store),
    webhook: await readWebhookState(app),
    smtp: readSavedSmtp(),
  };
}

/** Null where the environment has the server, or none is saved. */
function readSavedSmtp(): SmtpView | null {
  const { SMTP_URL: url } = readGivenSettings();
  return url !== undefined && listSettingSources().get("SMTP_URL") === "saved" ? parseSmtpUrl(url) : null;
}
