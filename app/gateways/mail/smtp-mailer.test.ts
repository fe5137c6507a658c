import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import type { OutgoingMail } from "./mailer";
import { createSmtpMailer } from "./smtp-mailer";

const mail: OutgoingMail = {
  id: "01939f5a-0000-7000-8000-000000000001",
  date: new Date("2026-11-21T14:05:00.000Z"),
  to: "grace@acme.test",
  from: "Groundwork <hello@groundwork.test>",
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello there",
};

interface Taken {
  from: string;
  to: string[];
  content: string;
  user: string;
}

let server: SMTPServer | undefined;

afterEach(async () => {
  await new Promise<void>((done) => (server ? server.close(done) : done()));
  server = undefined;
});

describe("mails by SMTP", () => {
  test("a mail reaches the server with its envelope, headers and both bodies, authenticated as the URL says", async () => {
    const taken: Taken[] = [];
    const port = await listen(taken);

    await createSmtpMailer(`smtp://groundwork:s3cret@127.0.0.1:${port}`).send(mail);

    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({
      from: "hello@groundwork.test",
      to: ["grace@acme.test"],
      user: "groundwork",
    });
    expect(taken[0]?.content).toContain("Message-ID: <01939f5a-0000-7000-8000-000000000001@groundwork.test>");
    expect(taken[0]?.content).toContain("Subject: Hello");
    expect(taken[0]?.content).toContain("<p>Hello</p>");
    expect(taken[0]?.content).toContain("Hello there");
  });

  test("an attachment is a part of its own, with its name and type", async () => {
    const taken: Taken[] = [];
    const port = await listen(taken);
    const content = Buffer.from("%PDF-1.7 \u00e9\u0000\n", "latin1");
    const attachments = [{ name: "invoice-1.pdf", type: "application/pdf", content }];

    await createSmtpMailer(`smtp://groundwork:s3cret@127.0.0.1:${port}`).send({ ...mail, attachments });

    const received = await PostalMime.parse(taken[0]?.content ?? "");
    expect(taken[0]?.content).toContain("Content-Disposition: attachment; filename=invoice-1.pdf");
    expect(received.text).toContain("Hello there");
    expect(received.html).toContain("<p>Hello</p>");
    expect(received.attachments).toHaveLength(1);
    expect(received.attachments[0]).toMatchObject({ filename: "invoice-1.pdf", mimeType: "application/pdf" });
    expect(Buffer.from(received.attachments[0]?.content as ArrayBuffer)).toEqual(content);
  });

  test("when the server rejects the recipient, the send fails with the server's reason", async () => {
    const port = await listen([], { refusal: "no such mailbox" });

    await expect(createSmtpMailer(`smtp://groundwork:s3cret@127.0.0.1:${port}`).send(mail)).rejects.toThrow(
      "no such mailbox",
    );
  });

  test("a wrong password fails the send, and the error does not contain the password", async () => {
    const port = await listen([]);

    const sending = createSmtpMailer(`smtp://groundwork:wr0ngpass@127.0.0.1:${port}`).send(mail);

    await expect(sending).rejects.toThrow(/^(?!.*wr0ngpass).*Invalid login/);
  });

  test("when the server is down, the send fails", async () => {
    const port = await listen([]);
    await new Promise<void>((done) => server?.close(done));
    server = undefined;

    await expect(createSmtpMailer(`smtp://127.0.0.1:${port}`).send(mail)).rejects.toThrow("ECONNREFUSED");
  });
});

async function listen(taken: Taken[], { refusal }: { refusal?: string } = {}): Promise<number> {
  const started = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, answer) {
      if (password === "s3cret") answer(null, { user: username });
      else answer(new Error("no"));
    },
    onRcptTo(_address, _session, answer) {
      answer(refusal ? new Error(refusal) : null);
    },
    onData(stream, session, answer) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          content: Buffer.concat(parts).toString("utf8"),
          user: String(session.user),
        });
        answer(null);
      });
    },
  });
  server = started;
  started.on("error", () => undefined);
  await new Promise<void>((done) => started.listen(0, "127.0.0.1", done));
  return (started.server.address() as AddressInfo).port;
}
