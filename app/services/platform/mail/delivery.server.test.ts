import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { days, INVOICE_PDF_TRIES, MAIL_RETRY_WAITS_MS } from "~/domain/limits";
import { createFileMailer } from "~/gateways/mail/file-mailer";
import { listMails } from "~/gateways/mail/mailbox";
import type { InvoicePdfs } from "~/gateways/payments/invoice-pdf";
import { StoreUnavailableError } from "~/models/store/store";
import {
  createFakeMailer,
  LINK,
  openBench,
  PATIENCE_MS,
  secrets,
  START,
  type Bench,
} from "../../../../tests/support/outbox";
import { DECOY_RECIPIENT, toFailureText } from "./delivery.server";
import { SAMPLE_MAILS } from "../../../../tests/support/mails";
import { queueMail } from "./outbox.server";
import { createFirstSecrets } from "../crypto/hash-keys.server";

vi.setConfig({ testTimeout: PATIENCE_MS });

describe("a mail that fails", () => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await openBench();
  });

  afterEach(() => bench.close());

  test("a failed mail is retried after 1 min, 5 min, 30 min, 2 h and 12 h, and is then given up", async () => {
    const mailer = createFakeMailer({ failure: "421 try later" });
    await bench.queue();
    const outbox = bench.begin(mailer);
    await bench.run(outbox);

    for (const [index, wait] of MAIL_RETRY_WAITS_MS.entries()) {
      expect(await bench.onlyRow()).toMatchObject({
        status: "waiting",
        attempts: index + 1,
        failure: "421 try later",
      });
      bench.pass(wait - 1);
      await bench.run(outbox);
      expect(mailer.started).toBe(index + 1);
      bench.pass(1);
      await bench.run(outbox);
    }

    expect(mailer.started).toBe(6);
    expect(await bench.onlyRow()).toMatchObject({ status: "dead", attempts: 6, failure: "421 try later" });
    bench.pass(days(30));
    await bench.run(outbox);
    expect(mailer.started).toBe(6);
  });

  test("a decoy is rendered and composed like any mail, and sent to no one", async () => {
    const mailer = createFakeMailer();
    await bench.queue({ to: DECOY_RECIPIENT });
    await bench.run(bench.begin(mailer));
    expect(mailer.sent).toEqual([]);
    expect(mailer.discarded).toMatchObject([{ to: DECOY_RECIPIENT }]);
    expect(await bench.onlyRow()).toMatchObject({ status: "sent", failure: null });
  });

  test("once the mail server is back, the next attempt sends the mail and erases the values in the row", async () => {
    const mailer = createFakeMailer({ failure: "421 try later" });
    await bench.queue();
    const outbox = bench.begin(mailer);
    await bench.run(outbox);

    mailer.failure = null;
    bench.pass(MAIL_RETRY_WAITS_MS[0] ?? 0);
    await bench.run(outbox);

    expect(await bench.onlyRow()).toMatchObject({ status: "sent", payload: "-", failure: null, attempts: 2 });
  });

  test("a failed mail does not delay other mails", async () => {
    const mailer = createFakeMailer({ failure: "550 no", failsFor: "grace@acme.test" });
    await bench.queue();
    await bench.queue({ to: "ada@acme.test" });

    await bench.run(bench.begin(mailer));

    expect(mailer.sent.map(({ to }) => to)).toEqual(["ada@acme.test"]);
  });

  test("each failure is logged once; neither the log nor the row contains a token, a link or an email", async () => {
    const mailer = createFakeMailer({ failure: `550 grace@acme.test refused: ${LINK}` });
    await bench.queue();
    await bench.run(bench.begin(mailer));

    const warnings = bench.logged.filter(({ level }) => level === "warn");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.about).toMatchObject({
      template: "verify",
      attempt: 1,
      reason: "550 […] refused: […]",
    });
    for (const text of [JSON.stringify(bench.logged), (await bench.onlyRow()).failure]) {
      expect(text).not.toMatch(/ver_|app\.test|grace@/);
    }
  });

  test("when the values were encrypted with another secret, the attempt fails and nothing is sent", async () => {
    const mailer = createFakeMailer();
    await bench.queue({ seal: createFirstSecrets("another secret, which is long enough too") });
    await bench.run(bench.begin(mailer));

    expect(mailer.started).toBe(0);
    expect(await bench.onlyRow()).toMatchObject({ status: "waiting", attempts: 1 });
  });

  test("a mail that ended the process at every attempt is given up", async () => {
    const mailer = createFakeMailer();
    await bench.queue();
    await bench.store.update(mailEntity, { status: "waiting" }, { attempts: MAIL_RETRY_WAITS_MS.length + 1 });

    await bench.run(bench.begin(mailer));

    expect(mailer.started).toBe(0);
    expect((await bench.onlyRow()).status).toBe("dead");
  });

  test("when the mail folder cannot be written, the mail waits with the reason, and is sent without a restart once it can", async () => {
    const mails = join(bench.folder, "mail");
    await writeFile(mails, "in the way");
    const outbox = bench.begin(createFileMailer(mails));
    await bench.queue();
    await bench.run(outbox);
    expect((await bench.onlyRow()).failure).toMatch(/EEXIST|ENOTDIR/);
    expect(bench.logged.filter(({ level }) => level === "warn")).toHaveLength(1);

    await rm(mails);
    bench.pass(MAIL_RETRY_WAITS_MS[0] ?? 0);
    await bench.run(outbox);

    expect(await listMails(mails)).toEqual([
      expect.objectContaining({ to: "grace@acme.test", subject: "Verify your email" }),
    ]);
  });

  test("an unavailable store is logged once, and sending continues when it is back", async () => {
    const mailer = createFakeMailer();
    await bench.queue();
    let isAway = true;
    const outbox = bench.begin(mailer, {
      async beforeLook() {
        if (isAway) throw new StoreUnavailableError("away", null);
      },
    });
    await bench.run(outbox);
    await bench.run(outbox);
    expect(bench.logged.filter(({ level }) => level === "error")).toHaveLength(1);

    isAway = false;
    await bench.run(outbox);

    expect(mailer.sent).toHaveLength(1);
  });
});

describe("a mail about an invoice", () => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await openBench();
  });

  afterEach(() => bench.close());

  const queueReceipt = () =>
    queueMail(bench.store, secrets, {
      template: "receipt",
      to: "grace@acme.test",
      locale: "en",
      values: SAMPLE_MAILS.receipt,
      at: START,
    });

  test("a mail about an invoice carries it as a file, which the row does not contain", async () => {
    const mailer = createFakeMailer();
    const asked: string[] = [];
    const pdfs: InvoicePdfs = {
      canFetch: () => true,
      fetch(url) {
        asked.push(url);
        return Promise.resolve(Buffer.from("%PDF-"));
      },
    };
    await queueReceipt();
    const { payload } = await bench.onlyRow();
    expect(JSON.parse(secrets.decrypt("mail", payload))).toMatchObject({
      pdfUrl: SAMPLE_MAILS.receipt.pdfUrl,
    });
    await bench.run(bench.begin(mailer, { pdfs }));

    expect(asked).toEqual([SAMPLE_MAILS.receipt.pdfUrl]);
    expect(mailer.sent[0]?.attachments).toEqual([
      { name: "invoice-A1B2C3D4-0001.pdf", type: "application/pdf", content: Buffer.from("%PDF-") },
    ]);
    expect(mailer.sent[0]?.text).toContain("attached");
  });

  test("a mail about an invoice waits while the file cannot be fetched, and after the last try has a link instead", async () => {
    const mailer = createFakeMailer();
    const pdfs: InvoicePdfs = { canFetch: () => true, fetch: () => Promise.reject(new Error("away")) };
    await queueReceipt();
    const outbox = bench.begin(mailer, { pdfs });
    await bench.run(outbox);

    for (let tries = 1; tries < INVOICE_PDF_TRIES; tries += 1) {
      expect(await bench.onlyRow()).toMatchObject({ status: "waiting", attempts: tries, failure: "away" });
      bench.pass(MAIL_RETRY_WAITS_MS[tries - 1] ?? 0);
      await bench.run(outbox);
    }

    expect(mailer.sent).toHaveLength(1);
    expect(mailer.sent[0]?.attachments).toEqual([]);
    expect(mailer.sent[0]?.text).toContain(SAMPLE_MAILS.receipt.pdfUrl);
  });

  test("a mail about an invoice has a link at once when the file is not the provider's, which is not requested", async () => {
    const mailer = createFakeMailer();
    const fetched = vi.fn();
    await queueReceipt();
    await bench.run(bench.begin(mailer, { pdfs: { canFetch: () => false, fetch: fetched } }));

    expect(fetched).not.toHaveBeenCalled();
    expect(mailer.sent[0]?.attachments).toEqual([]);
  });
});

const values = {
  name: "Grace Hopper",
  link: "https://app.test/verify?token=ver_abcdefghijklmnopqrstuvwxyz",
  hours: 24,
};
const mail = { recipient: "grace@acme.test", payload: JSON.stringify(values) };

describe("the text of a failure", () => {
  test("the text of a failure has the code and the message of the error", () => {
    const error = Object.assign(new Error("EACCES: permission denied, mkdir '/var/lib/app/mail'"), {
      code: "EACCES",
    });

    expect(toFailureText(error, mail)).toBe("EACCES: EACCES: permission denied, mkdir '/var/lib/app/mail'");
  });

  test.each([
    ["the recipient", "550 grace@acme.test is unknown", "550 […] is unknown"],
    ["another email", "relay for <ops@relay.test> denied", "relay for <[address]> denied"],
    ["a value of the mail", "spam: Grace Hopper", "spam: […]"],
    ["a link", "see https://relay.test/why?id=1 now", "see [link] now"],
    ["a server's password", "smtp://me:s3cret@relay.test is down", "[link] is down"],
    ["a token", "bad ver_abcdefghijklmnopqrstuvwxyz here", "bad [token] here"],
    ["line breaks", "two\r\nlines", "two lines"],
  ])("the text of a failure does not contain %s", (_what, message, expected) => {
    expect(toFailureText(new Error(message), mail)).toBe(expected);
  });

  test("the text of a failure is cut to 500 characters", () => {
    expect(toFailureText(new Error("x ".repeat(10_000)), mail).length).toBe(500);
  });

  test("the text of a failure is the thrown value when it is not an error, even if the payload could not be decrypted", () => {
    expect(toFailureText("odd", { recipient: "grace@acme.test", payload: "" })).toBe("odd");
  });
});
