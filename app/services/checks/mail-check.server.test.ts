/** The findings of setup's test mail, and those of the doctor about Mailgun. */
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import type { Config } from "~/config/config.server";
import { MAILGUN_DOMAIN, MAILGUN_KEY, startMailgunServer } from "../../../tests/support/mailgun-server";
import { checkMail, tryMail } from "./mail-check.server";

const mail = {
  id: "01939f5a-0000-7000-8000-000000000001",
  date: new Date("2026-11-21T14:05:00.000Z"),
  to: "grace@acme.test",
  from: "hello@acme.test",
  subject: "Test",
  html: "<p>Test</p>",
  text: "Test",
};

let stop: (() => Promise<void>) | null = null;
afterEach(async () => {
  await stop?.();
  stop = null;
});

describe("a test mail by SMTP", () => {
  test("an accepted one has the server's words", async () => {
    const url = await listen({ authOptional: true });
    expect(await tryMail({ kind: "smtp", url }, mail)).toMatchObject({
      kind: "accepted",
      answer: expect.stringMatching(/^250/) as string,
    });
  });

  test("a wrong password is named, and the answer repeats none", async () => {
    const onAuth: SMTPServerOptions["onAuth"] = ({ password }, _session, done) =>
      done(new Error(`not ${String(password)}`));
    const url = await listen({ allowInsecureAuth: true, onAuth });
    const answer = await tryMail({ kind: "smtp", url: url.replace("//", "//ada:canary@") }, mail);
    expect(answer).toEqual({ kind: "wrong_password" });
  });

  test("a refusal has the server's words without the password", async () => {
    const url = await listen({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(null, { user: "ada" }),
      onRcptTo: (_address, _session, done) => done(new Error("canary: no such mailbox")),
    });
    const answer = await tryMail({ kind: "smtp", url: url.replace("//", "//ada:canary@") }, mail);
    expect(answer).toMatchObject({
      kind: "refused",
      answer: expect.stringMatching(/\[…\]: no such mailbox/) as string,
    });
    expect(JSON.stringify(answer)).not.toContain("canary");
  });

  test("a server without encryption gets no password that asks for it", async () => {
    const onAuth: SMTPServerOptions["onAuth"] = (_auth, _session, done) => done(null, { user: "ada" });
    const url = await listen({ allowInsecureAuth: true, onAuth });
    const asking = `${url.replace("//", "//ada:canary@")}?requireTLS=true`;
    expect(await tryMail({ kind: "smtp", url: asking }, mail)).toEqual({ kind: "not_encrypted" });
  });

  test.each([
    ["a closed port", "smtp://127.0.0.1:1", "unreachable"],
    ["an unknown name", "smtp://mail.groundwork.invalid:25", "unknown_host"],
    ["a machine's own metadata", "smtp://169.254.169.254:80", "forbidden"],
    ["a name of this network", "smtp://0.0.0.0:25", "forbidden"],
  ])("%s is distinguished", async (_name, url, kind) => {
    expect(await tryMail({ kind: "smtp", url }, mail)).toEqual({ kind });
  });
});

test("a test mail by Mailgun tells a wrong key, an unknown domain and a refusal apart", async () => {
  const mailgun = await startMailgunServer();
  stop = mailgun.close;
  const send = (changes: object = {}) =>
    tryMail({ kind: "mailgun", options: { ...getMailgun(mailgun.url), ...changes } }, mail);
  expect(await send()).toEqual({ kind: "accepted", answer: "Queued. Thank you." });
  expect(await send({ apiKey: "wrong" })).toEqual({ kind: "wrong_key" });
  expect(await send({ domain: "other.example.com" })).toEqual({ kind: "unknown_domain" });
  mailgun.refusal = { status: 403, body: { message: `${MAILGUN_KEY} may not send` } };
  expect(await send()).toEqual({ kind: "refused", answer: "Mailgun answered 403: […] may not send" });
  expect(await send({ apiBase: "http://127.0.0.1:1" })).toEqual({ kind: "unreachable" });
});

test("the doctor asks Mailgun about the key and the domain, and shows no key", async () => {
  const mailgun = await startMailgunServer();
  stop = mailgun.close;
  const check = (changes: object = {}) =>
    checkMail({
      smtpUrl: null,
      mailgun: { ...getMailgun(mailgun.url), ...changes },
      isLocal: false,
      mailFrom: "hello@mg.example.com",
    } as Config);
  expect(await check()).toMatchObject({ level: "ok" });
  const unknown = await check({ apiKey: "key-canary-wrong" });
  expect(unknown).toMatchObject({
    level: "warning",
    advice: "checks:mail.check_mailgun_key",
  });
  expect(JSON.stringify(unknown)).not.toContain("canary");
  expect(await check({ domain: "other.example.com" })).toMatchObject({ level: "failure" });
  expect(mailgun.mails).toEqual([]);
});

test("the doctor fails for a mail server that is down or refuses the password, and shows no password", async () => {
  const url = await listen({
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === "right" ? done(null, { user: "ada" }) : done(new Error("wrong password")),
  });
  const check = (smtpUrl: string) =>
    checkMail({ smtpUrl, mailgun: null, isLocal: false, mailFrom: "Acme <hello@example.com>" } as Config);
  expect(await check("smtp://127.0.0.1:1")).toMatchObject({ level: "failure" });
  expect(await check(url.replace("//", "//ada:right@"))).toMatchObject({ level: "ok" });
  const refused = await check(url.replace("//", "//ada:canary@"));
  expect(refused).toMatchObject({ level: "failure" });
  expect(JSON.stringify(refused)).not.toContain("canary");
});

const getMailgun = (apiBase: string) => ({
  apiKey: MAILGUN_KEY,
  domain: MAILGUN_DOMAIN,
  host: "api.mailgun.net",
  apiBase,
});

async function listen(options: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({ disabledCommands: ["STARTTLS"], ...options });
  server.on("error", () => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  stop = () => new Promise((done) => server.close(() => done()));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
