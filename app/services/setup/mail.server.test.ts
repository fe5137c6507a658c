/** The settings that the step Mail provider saves. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "~/config/config.server";
import { mailForm } from "~/domain/forms/setup-mail";
import type { OpenStore } from "~/models/store/database";
import { startMailServer, type MailServer } from "../../../tests/support/mail-server";
import {
  MAILGUN_DOMAIN,
  MAILGUN_KEY,
  startMailgunServer,
  type MailgunServer,
} from "../../../tests/support/mailgun-server";
import { createAnonymousContext, makeApp } from "../../../tests/support/services";
import { saveSetupMail } from "./mail.server";

let folder = "";
let [mailgun, smtp] = [{} as MailgunServer, {} as MailServer];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "setup-mail-"));
  [mailgun, smtp] = await Promise.all([startMailgunServer(), startMailServer()]);
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("MAILGUN_API_BASE", mailgun.url);
});
afterEach(async () => {
  await Promise.all([mailgun.close(), smtp.close()]);
  rmSync(folder, { recursive: true });
});

/** The step reads no rows. */
async function save(fields: object, locale: "en" | "es" = "en") {
  const context = { ...createAnonymousContext(makeApp({ store: {} as OpenStore, folder })), locale };
  const { revision } = context.app.settings.read();
  return (await saveSetupMail.run(mailForm.parse({ revision, ...fields }), context)).data;
}

const MAILGUN = {
  api_key: MAILGUN_KEY,
  domain: "MG.Example.com",
  host: "api.eu.mailgun.net",
  sender: "Acme <hello@mg.example.com>",
  test_email: "ada@example.com",
};
const getSmtp = () => ({
  mail_provider: "smtp",
  smtp_host: "127.0.0.1",
  smtp_port: new URL(smtp.url).port,
  sender: "hello@acme.example",
  test_email: "ada@example.com",
});

test("choosing another provider removes the settings of the previous one", async () => {
  expect(await save(MAILGUN)).toMatchObject({ saved: true });
  expect(readConfig()).toMatchObject({
    smtpUrl: null,
    mailgun: { domain: MAILGUN_DOMAIN, host: "api.eu.mailgun.net" },
    mailFrom: MAILGUN.sender,
  });
  expect(await save(getSmtp())).toMatchObject({ saved: true });
  expect(readConfig()).toMatchObject({ smtpUrl: smtp.url, mailgun: null, mailFrom: "hello@acme.example" });
  expect(smtp.findMailTo("ada@example.com")).toContain("Subject: Test email of");
  expect(await save({ mail_provider: "files" })).toMatchObject({ saved: true, level: "ok" });
  expect(readConfig()).toMatchObject({ smtpUrl: null, mailgun: null });
});

test("the test mail is in the operator's language", async () => {
  await save({ ...MAILGUN, only_test: true }, "es");
  expect(mailgun.mails[0]?.content).toContain("Correo de prueba de");
});

test.each([
  [{ SMTP_URL: "smtp://127.0.0.1:1" }, { ...MAILGUN }, "mail_provider"],
  [{ MAILGUN_API_KEY: MAILGUN_KEY, MAILGUN_DOMAIN }, { mail_provider: "files" }, "mail_provider"],
  [{ MAIL_FROM: "fixed@example.com" }, { ...MAILGUN }, "sender"],
])("what the environment fixes cannot be replaced: %j", async (environment, fields, inputError) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  await expect(save(fields)).rejects.toMatchObject({ code: "invalid", detail: { inputError } });
  expect(mailgun.mails).toEqual([]);
});

test("a form from before another change is refused, and no mail is sent", async () => {
  await expect(save({ ...MAILGUN, revision: 7 })).rejects.toMatchObject({ code: "conflict" });
  expect(mailgun.mails).toEqual([]);
});
