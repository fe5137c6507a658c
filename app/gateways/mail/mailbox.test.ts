import { createInstance } from "i18next";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { INTERPOLATION, PRODUCT_NAME } from "~/domain/product";
import en from "~/i18n/en/mail.json";
import { createFileMailer } from "./file-mailer";
import { listMails, readAttachment, readMail } from "./mailbox";
import { renderMail } from "./render-mail";

const link = "http://localhost:3000/signup/verify?token=ver_abc&lang=es";
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mailbox-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the list", () => {
  test("the newest mail is listed first, with its recipient, subject and time", async () => {
    await send({ to: "first@acme.test", date: "2026-11-21T10:00:00.000Z" });
    await send({ to: "second@acme.test", date: "2026-11-21T11:00:00.000Z" });

    expect(await listMails(folder)).toEqual([
      expect.objectContaining({
        to: "second@acme.test",
        from: "Groundwork <hello@groundwork.test>",
        subject: "Verify your email",
        date: "2026-11-21T11:00:00.000Z",
      }),
      expect.objectContaining({ to: "first@acme.test" }),
    ]);
  });

  test("at most `limit` mails are listed", async () => {
    for (const hour of ["08", "09", "10"]) await send({ date: `2026-11-21T${hour}:00:00.000Z` });

    expect((await listMails(folder, { limit: 2 })).map(({ date }) => date.slice(11, 13))).toEqual([
      "10",
      "09",
    ]);
  });

  test("files that are not the product's mails, and a mail that is still being written, are not listed", async () => {
    await writeFile(join(folder, "notes.eml"), "Subject: mine");
    await writeFile(
      join(folder, "20261121T140500123Z-01939f5a-0000-7000-8000-000000000001.eml.1.tmp"),
      "Sub",
    );

    expect(await listMails(folder)).toEqual([]);
  });

  test("the list is empty when the directory does not exist yet", async () => {
    expect(await listMails(join(folder, "none"))).toEqual([]);
  });

  test("the list is empty when a file is in the directory's place", async () => {
    await writeFile(join(folder, "file"), "");

    expect(await listMails(join(folder, "file"))).toEqual([]);
  });
});

describe("one mail", () => {
  test("a mail has its HTML, its text, and each link once with its label", async () => {
    await send({});
    const id = await getOnlyId();

    const mail = await readMail(folder, id);

    expect(mail?.html).toContain(`Welcome to ${PRODUCT_NAME}`);
    expect(mail?.text).toContain(link);
    expect(mail?.links).toEqual([{ href: link, label: "Verify email" }]);
  });

  test("a mail's links open outside the frame that shows it", async () => {
    await send({});
    const id = await getOnlyId();

    const { html = "" } = (await readMail(folder, id)) ?? {};

    expect(html).toContain('target="_top"');
    expect(html).not.toContain('target="_blank"');
  });

  test("a link that is not http is left out", async () => {
    const html = '<a href="javascript:alert(1)">x</a><a href="https://ok.test/?a=1&amp;b=2">A &amp; B</a>';
    await createFileMailer(folder).send({ ...createMail({}), html });
    const id = await getOnlyId();

    expect((await readMail(folder, id))?.links).toEqual([
      { href: "https://ok.test/?a=1&b=2", label: "A & B" },
    ]);
  });

  test("a mail's attachments are listed, and read unchanged", async () => {
    const content = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0x00, 0xff, 0x0d, 0x0a]);
    const attachments = [{ name: "factura-ñ.pdf", type: "application/pdf", content }];
    await createFileMailer(folder).send({ ...createMail({}), attachments });
    const id = await getOnlyId();

    expect((await readMail(folder, id))?.attachments).toEqual([{ name: "factura-ñ.pdf", size: 9 }]);
    expect(await readAttachment(folder, { id, index: 0 })).toEqual({
      name: "factura-ñ.pdf",
      type: "application/pdf",
      content,
    });
    for (const index of [1, -1, 0.5, NaN]) expect(await readAttachment(folder, { id, index })).toBeNull();
    expect(await readAttachment(folder, { id: "../secret", index: 0 })).toBeNull();
  });

  test("a mail without files has no attachments", async () => {
    await send({});

    expect((await readMail(folder, await getOnlyId()))?.attachments).toEqual([]);
  });

  test("a mail is null for an id that does not exist", async () => {
    expect(await readMail(folder, "20261121T140500123Z-01939f5a-0000-7000-8000-000000000009")).toBeNull();
  });

  test.each([
    "../secret",
    "..%2Fsecret",
    "/etc/passwd",
    "secret",
    "",
    "20261121T140500123Z-../../../../etc/passwd",
  ])("the id %j is never used as a path", async (id) => {
    await writeFile(join(folder, "secret.eml"), "Subject: secret");

    expect(await readMail(join(folder, "mail"), id)).toBeNull();
    expect(await readMail(folder, id)).toBeNull();
    expect(await readdir(folder)).toEqual(["secret.eml"]);
  });
});

async function getOnlyId(): Promise<string> {
  const [mail, ...others] = await listMails(folder);
  expect(others).toEqual([]);
  return mail?.id ?? "";
}

interface Sent {
  to?: string;
  date?: string;
  html?: string;
}

let sentCount = 0;

function createMail({ to = "grace@acme.test", date = "2026-11-21T14:05:00.000Z", html = "" }: Sent) {
  sentCount += 1;
  return {
    id: `01939f5a-0000-7000-8000-${String(sentCount).padStart(12, "0")}`,
    date: new Date(date),
    to,
    from: "Groundwork <hello@groundwork.test>",
    subject: "Verify your email",
    html,
    text: "text",
  };
}

async function send(sent: Sent): Promise<void> {
  const i18n = createInstance();
  await i18n.init({ lng: "en", resources: { en: { mail: en } }, interpolation: INTERPOLATION });
  const rendered = await renderMail(
    "verify",
    { name: "Grace", link, hours: 24 },
    { locale: "en", t: i18n.t },
  );
  await createFileMailer(folder).send({ ...createMail(sent), ...rendered });
}
