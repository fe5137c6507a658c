import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FILE_ID, createFileMailer } from "./file-mailer";
import type { OutgoingMail } from "./mailer";

const mail: OutgoingMail = {
  id: "01939f5a-0000-7000-8000-000000000001",
  date: new Date("2026-11-21T14:05:00.123Z"),
  to: "grace@acme.test",
  from: "Groundwork <hello@groundwork.test>",
  subject: "Verifica tu correo",
  html: "<p>Hola, señora</p>",
  text: "Hola, señora",
  headers: { "Auto-Submitted": "auto-generated" },
};

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "mail-"));
  folder = join(parent, "mail");
});

afterEach(() => rm(parent, { recursive: true }));

describe("mails as files", () => {
  test("a discarded mail is composed like a sent one, and leaves no file", async () => {
    await expect(
      createFileMailer(folder).discard({ ...mail, subject: "A\r\nBcc: x@acme.test" }),
    ).rejects.toThrow();
    await createFileMailer(folder).discard(mail);
    expect(await readdir(folder)).toEqual([]);
  });

  test("a mail is written completely or not at all, readable by the owner only, under a name that sorts by time", async () => {
    await createFileMailer(folder).send(mail);

    const [name = "", ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect(name).toBe("20261121T140500123Z-01939f5a-0000-7000-8000-000000000001.eml");
    expect(name.replace(".eml", "")).toMatch(FILE_ID);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    const content = await readFile(join(folder, name), "utf8");
    expect(content).toContain("Message-ID: <01939f5a-0000-7000-8000-000000000001@groundwork.test>\r\n");
    expect(content).toContain("Date: Sat, 21 Nov 2026 14:05:00 +0000\r\n");
    expect(content).toContain("Auto-Submitted: auto-generated\r\n");
    expect(content).toContain("multipart/alternative");
  });

  test("a mail that is sent twice replaces its own file", async () => {
    await createFileMailer(folder).send(mail);
    await createFileMailer(folder).send(mail);

    expect(await readdir(folder)).toHaveLength(1);
  });

  test("when the directory cannot be created the send fails, and the next one works once it can", async () => {
    const mailer = createFileMailer(folder);
    await writeFile(folder, "in the way");
    await expect(mailer.send(mail)).rejects.toThrow(/EEXIST|ENOTDIR/);

    await rm(folder);
    await mailer.send(mail);

    expect(await readdir(folder)).toHaveLength(1);
  });

  test("an id that could leave the directory is rejected", async () => {
    await expect(createFileMailer(folder).send({ ...mail, id: "../../outside" })).rejects.toThrow(
      "cannot name a file",
    );
  });
});
