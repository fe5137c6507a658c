/** The step Mail provider: who sends the mails, and a test mail that shows what the provider answers. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { listSettingSources, readGivenSettings } from "~/config/config.server";
import { AppError } from "~/domain/errors";
import { mailForm } from "~/domain/forms/setup-mail";
import { toMessage, type KeyedMessage } from "~/domain/messages";
import { PRODUCT_NAME } from "~/domain/product";
import { MAILGUN_HOSTS, type MailProvider } from "~/domain/setup-choices";
import type { OutgoingMail } from "~/gateways/mail/mailer";
import { translator } from "~/i18n/translator.server";
import { tryMail, type MailAnswer, type MailServer } from "../checks/mail-check.server";
import { defineOperation, type Context } from "../platform/operation.server";
import { composeSmtpUrl } from "./smtp-url.server";
import { outcomeShape, saveStep, type StepChange, type StepFinding } from "./save-step.server";
import { readStepResponse, stepShape } from "./step-view.server";

export const getSetupMail = defineOperation({
  name: "getSetupMail",
  method: "GET",
  path: "/api/setup/mailgun",
  summary: "Read who sends the mails, and where each setting comes from.",
  access: { permission: "none" },
  isSetup: true,
  input: z.object({}),
  output: stepShape,
  run: (_input, { app }) => Promise.resolve({ data: readStepResponse(app, "mail") }),
});

export const saveSetupMail = defineOperation({
  name: "saveSetupMail",
  method: "POST",
  path: "/api/setup/mailgun",
  summary:
    "Send a test mail to test_email with these settings, and save them when the provider accepts it. Without test_email " +
    "no mail is sent, and a finding says so. The provider is mailgun, smtp, or files, with which no mail is sent. An empty " +
    "api_key or smtp_password keeps the saved one.",
  access: { permission: "none" },
  needsOwnSession: false,
  isSetup: true,
  input: mailForm,
  output: outcomeShape,
  run(input, context) {
    requireFreeProvider(input.mail_provider);
    const given = readGivenSettings();
    const settings = toSettings(input, given);
    const { mail_provider: provider, test_email: to } = input;
    // The page has the field, so there it was left empty; a program may leave it out.
    if (provider !== "files" && to === "") throw createFieldError("test_email", "form:email_required");
    return saveStep(context, input, {
      step: "mail",
      settings,
      fields: FIELDS,
      isUntested: provider !== "files" && to === undefined,
      test: () => testProvider(context, provider, { values: { ...given, ...settings }, to }),
    });
  },
});

type MailInput = z.output<typeof mailForm>;
type Values = Readonly<Record<string, string | null | undefined>>;

const FIELDS = {
  MAILGUN_API_KEY: "api_key",
  MAILGUN_DOMAIN: "domain",
  MAILGUN_HOST: "host",
  SMTP_URL: "smtp_host",
  MAIL_FROM: "sender",
};

/** Refuses every other provider than the environment's, which sends the mails. */
function requireFreeProvider(provider: MailProvider): void {
  const sources = listSettingSources();
  const isFixed = (name: string) => sources.get(name) === "environment";
  const fixed = isFixed("SMTP_URL") ? "smtp" : isFixed("MAILGUN_API_KEY") ? "mailgun" : provider;
  if (provider !== fixed) throw createFieldError("mail_provider", "setup:errors.fixed");
}

/** Returns the settings that the form changes. Those of the providers that were not chosen are removed. */
function toSettings(input: MailInput, given: Values): StepChange["settings"] {
  const { mail_provider: provider, sender } = input;
  const none = { MAILGUN_API_KEY: null, MAILGUN_DOMAIN: null, MAILGUN_HOST: null, SMTP_URL: null };
  if (provider === "files") return { ...none, ...(sender && { MAIL_FROM: sender }) };
  if (!sender && !given.MAIL_FROM) throw createFieldError("sender", "setup:mail.sender_required");
  const chosen = provider === "smtp" ? toSmtpSettings(input, given) : toMailgunSettings(input, given);
  return { ...none, ...chosen, ...(sender && { MAIL_FROM: sender }) };
}

function toMailgunSettings(input: MailInput, given: Values): StepChange["settings"] {
  const key = [input.api_key, given.MAILGUN_API_KEY].find(Boolean);
  const domain = [input.domain?.toLowerCase(), given.MAILGUN_DOMAIN].find(Boolean);
  if (!key) throw createFieldError("api_key", "setup:mail.api_key_required");
  if (!domain) throw createFieldError("domain", "setup:mail.domain_required");
  const host = input.host ?? given.MAILGUN_HOST ?? MAILGUN_HOSTS[0];
  return { MAILGUN_API_KEY: key, MAILGUN_DOMAIN: domain, MAILGUN_HOST: host };
}

function toSmtpSettings(input: MailInput, given: Values): StepChange["settings"] {
  const {
    smtp_host: host = "",
    smtp_port: port = 587,
    smtp_user: user = "",
    smtp_password: password = "",
  } = input;
  if (host === "" && given.SMTP_URL) return { SMTP_URL: given.SMTP_URL };
  if (host === "") throw createFieldError("smtp_host", "setup:mail.smtp_host_required");
  return { SMTP_URL: composeSmtpUrl({ host, port, user, password }, given.SMTP_URL ?? null) };
}

async function testProvider(
  context: Context,
  provider: MailProvider,
  { values, to }: { values: Values; to: string | undefined },
): Promise<StepFinding[]> {
  const { config } = context.app;
  if (provider === "files") {
    const level = config.isLocal ? "ok" : "warning";
    return [{ level, message: toMessage(`setup:mail.files_${level}`) }];
  }
  if (to === undefined) return [{ level: "ok", message: toMessage("setup:mail.not_tested") }];
  const mail = createTestMail(context, { to, from: values.MAIL_FROM ?? config.mailFrom });
  const server = toServer(provider, values);
  const answer = await tryMail(server, mail);
  const name = server.kind === "smtp" ? new URL(server.url).hostname : "Mailgun";
  return [{ ...toFinding(answer, { to, server: name }), field: toField(answer, provider) }];
}

/** The field to correct. What is about no other one, or about one that the environment fixes, is about the test itself. */
function toField({ kind }: MailAnswer, provider: "mailgun" | "smtp"): string {
  const sources = listSettingSources();
  const isFixed = (name: string) => sources.get(name) === "environment";
  const named = provider === "smtp" ? SMTP_FIELDS[kind] : MAILGUN_FIELDS[kind];
  return named === undefined || isFixed(named.setting) ? "test_email" : named.field;
}

type AnswerFields = Partial<Record<MailAnswer["kind"], { field: string; setting: string }>>;

const SMTP_SERVER = { field: "smtp_host", setting: "SMTP_URL" };
const SMTP_FIELDS: AnswerFields = {
  wrong_password: { field: "smtp_password", setting: "SMTP_URL" },
  unknown_host: SMTP_SERVER,
  not_encrypted: SMTP_SERVER,
  timeout: SMTP_SERVER,
  unreachable: SMTP_SERVER,
  forbidden: SMTP_SERVER,
};
const MAILGUN_FIELDS: AnswerFields = {
  wrong_key: { field: "api_key", setting: "MAILGUN_API_KEY" },
  unknown_domain: { field: "domain", setting: "MAILGUN_DOMAIN" },
};

function toServer(provider: "mailgun" | "smtp", values: Values): MailServer {
  if (provider === "smtp") return { kind: "smtp", url: values.SMTP_URL ?? "" };
  const options = {
    apiKey: values.MAILGUN_API_KEY ?? "",
    domain: values.MAILGUN_DOMAIN ?? "",
    host: values.MAILGUN_HOST ?? MAILGUN_HOSTS[0],
    apiBase: values.MAILGUN_API_BASE ?? null,
  };
  return { kind: "mailgun", options };
}

/** It does not go through the outbox, which sends with the settings in use. Nothing depends on its arrival. */
function createTestMail({ locale }: Context, { to, from }: { to: string; from: string }): OutgoingMail {
  const { message } = translator(locale);
  const text = message(toMessage("setup:mail.test_text", { product: PRODUCT_NAME }));
  const subject = message(toMessage("setup:mail.test_subject", { product: PRODUCT_NAME }));
  return { id: randomUUID(), date: new Date(), to, from, subject, text, html: `<p>${text}</p>` };
}

function toFinding(answer: MailAnswer, values: { to: string; server: string }): StepFinding {
  const words = "answer" in answer ? answer.answer : "";
  const level = answer.kind === "accepted" ? "ok" : "failure";
  return { level, message: toMessage(`setup:mail.answer.${answer.kind}`, { ...values, answer: words }) };
}

function createFieldError(field: string, reason: KeyedMessage): AppError {
  return new AppError("invalid", reason, { inputError: field, errors: { [field]: [reason] } });
}
