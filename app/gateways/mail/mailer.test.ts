import { describe, expect, test } from "vitest";
import { toMessage, type OutgoingMail } from "./mailer";

const mail: OutgoingMail = {
  id: "01939f5a-0000-7000-8000-000000000001",
  date: new Date("2026-11-21T14:05:00.000Z"),
  to: "grace@acme.test",
  from: "Groundwork <hello@groundwork.test>",
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
};

const FILE = { name: "invoice-1.pdf", type: "application/pdf", content: Buffer.from("%PDF-1.7") };

describe("the message that is sent", () => {
  test("the Message-ID is made of the mail's id and the sender's domain, so that a duplicate can be recognized", () => {
    expect(toMessage(mail).messageId).toBe("<01939f5a-0000-7000-8000-000000000001@groundwork.test>");
  });

  test.each([
    ["subject", { subject: "Hello\r\nBcc: all@acme.test" }],
    ["sender", { from: "Groundwork\nBcc: all@acme.test <hello@groundwork.test>" }],
    ["id", { id: "1\r\nBcc: all@acme.test" }],
    ["header value", { headers: { "Reply-To": "a@acme.test\r\nBcc: all@acme.test" } }],
    ["attachment's name", { attachments: [{ ...FILE, name: "a.pdf\r\nX: y" }] }],
    ["attachment's type", { attachments: [{ ...FILE, type: "application/pdf\nX: y" }] }],
    ["header name", { headers: { "X: y\r\nBcc": "all@acme.test" } }],
  ])("a line break in the %s is rejected", (_where, change) => {
    expect(() => toMessage({ ...mail, ...change })).toThrow("line break");
  });

  test.each([
    "grace@acme.test\r\nBcc: all@acme.test",
    "grace@acme.test, all@acme.test",
    "Grace <grace@acme.test>",
    '"grace@evil.test"@acme.test',
    "grace",
    "",
  ])("the recipient %j is rejected, because it is not one plain email", (to) => {
    expect(() => toMessage({ ...mail, to })).toThrow("one plain email");
  });
});
