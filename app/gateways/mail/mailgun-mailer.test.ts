import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  MAILGUN_DOMAIN,
  MAILGUN_KEY,
  startMailgunServer,
  type MailgunServer,
} from "../../../tests/support/mailgun-server";
import { MailError, type OutgoingMail } from "./mailer";
import { createMailgunMailer, sendByMailgun, toMailError, verifyMailgun } from "./mailgun-mailer";

const mail: OutgoingMail = {
  id: "01939f5a-0000-7000-8000-000000000001",
  date: new Date("2026-11-21T14:05:00.000Z"),
  to: "grace@acme.test",
  from: "Groundwork <hello@mg.example.com>",
  subject: "Hola, señora",
  html: '<p>Hello <a href="https://app.test/x?token=1">here</a></p>',
  text: "Hello there",
  headers: {
    "List-Unsubscribe": "<https://app.test/off>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  },
};

let mailgun: MailgunServer;
beforeEach(async () => {
  mailgun = await startMailgunServer();
});
afterEach(() => mailgun.close());

const getOptions = (more: object = {}) => ({
  apiKey: MAILGUN_KEY,
  domain: MAILGUN_DOMAIN,
  host: "api.mailgun.net",
  apiBase: mailgun.url,
  ...more,
});
const getFailure = async (options = getOptions()): Promise<MailError> => {
  const error: unknown = await createMailgunMailer(options)
    .send(mail)
    .then(
      () => null,
      (reason: unknown) => reason,
    );
  expect(error).toBeInstanceOf(MailError);
  return error as MailError;
};

describe("mails by Mailgun", () => {
  test("a mail arrives whole: headers, both bodies and attachments, to its recipient, without tracking", async () => {
    const content = Buffer.from("%PDF-1.7 é\u0000\n", "latin1");
    const attachments = [{ name: "invoice-1.pdf", type: "application/pdf", content }];

    await createMailgunMailer(getOptions()).send({ ...mail, attachments });

    expect(mailgun.mails).toHaveLength(1);
    expect(mailgun.mails[0]).toMatchObject({ to: "grace@acme.test", fields: { "o:tracking": "no" } });
    const received = await PostalMime.parse(mailgun.mails[0]?.content ?? "");
    expect(received.messageId).toBe("<01939f5a-0000-7000-8000-000000000001@mg.example.com>");
    expect(received).toMatchObject({ subject: mail.subject, from: { address: "hello@mg.example.com" } });
    expect(received.html).toContain("https://app.test/x?token=1");
    expect(received.text).toContain("Hello there");
    const headers = Object.fromEntries(received.headers.map(({ key, value }) => [key, value]));
    expect(headers["list-unsubscribe"]).toBe("<https://app.test/off>");
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect(Buffer.from(received.attachments[0]?.content as ArrayBuffer)).toEqual(content);
  });

  test("Mailgun's own words are the answer", async () => {
    expect(await sendByMailgun(getOptions(), mail, 5000)).toBe("Queued. Thank you.");
  });

  test("a mail with a line break in a header is refused before anything is sent, and so is a decoy", async () => {
    const forged = { ...mail, subject: "A\r\nBcc: x@acme.test" };
    await expect(createMailgunMailer(getOptions()).send(forged)).rejects.toThrow("line break");
    await expect(createMailgunMailer(getOptions()).discard(forged)).rejects.toThrow("line break");
    await createMailgunMailer(getOptions()).discard(mail);
    expect(mailgun.mails).toEqual([]);
  });

  test.each([
    [400, { message: "to parameter is not a valid address" }, true],
    [413, { message: "Request Entity Too Large" }, true],
    [402, { message: "Payment required" }, false],
    [403, { message: "Domain is not verified" }, false],
    [429, { message: "Too many requests" }, false],
    [500, "Internal Server Error", false],
    [503, { message: "try later" }, false],
  ])("the status %i with %j is final: %3$s", async (status, body, isPermanent) => {
    mailgun.refusal = { status, body };
    expect(await getFailure()).toMatchObject({ status, isPermanent, retryAt: null });
  });

  test("a limit that names a time is retried from then on", async () => {
    const message =
      "Domain is not allowed to send: limit exceeded, try again after Tue, 24 Nov 2026 08:30:00 UTC";
    mailgun.refusal = { status: 429, body: { message } };
    expect(await getFailure()).toMatchObject({ retryAt: new Date("2026-11-24T08:30:00Z") });
  });

  test("a wrong key answers 401 and another domain 404, and both can be corrected", async () => {
    expect(await getFailure(getOptions({ apiKey: "key-wrong" }))).toMatchObject({
      status: 401,
      isPermanent: false,
    });
    expect(await getFailure(getOptions({ domain: "other.example.com" }))).toMatchObject({
      status: 404,
      isPermanent: false,
    });
  });

  test("a connection that fails is no answer, and is retried", async () => {
    await mailgun.close();
    const failure = await getFailure();
    expect(failure).toMatchObject({ status: null, isPermanent: false });
    expect(failure.message).toContain("ECONNREFUSED");
  });

  test("no failure contains the key, in none of its parts", async () => {
    const failures = [await getFailure(getOptions({ apiKey: "key-canary-wrong" }))];
    await mailgun.close();
    failures.push(await getFailure());
    for (const failure of failures)
      expect(JSON.stringify([failure, failure.message, failure.stack, failure.cause])).not.toContain(
        "canary",
      );
  });

  test("a client's error without a status is no answer", () => {
    expect(toMailError({ status: 400, message: "ERR_NETWORK", details: "Network Error" }).status).toBeNull();
    expect(toMailError({ message: "odd" }).status).toBeNull();
  });
});

test("asking about the domain sends nothing, and says whether it may send", async () => {
  expect(await verifyMailgun(getOptions(), 5000)).toEqual({ isActive: true });
  await expect(verifyMailgun(getOptions({ apiKey: "key-wrong" }), 5000)).rejects.toMatchObject({
    status: 401,
  });
  expect(mailgun.mails).toEqual([]);
});
