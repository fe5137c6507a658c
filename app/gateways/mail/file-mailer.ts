/** Writes mails as `.eml` files to a directory while no mail server is configured. /dev/mail shows them. */
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { composeMail, type Mailer, type OutgoingMail } from "./mailer";

/**
 * Writes each mail completely or not at all, readable by the owner only because its links sign users in. The
 * directory is created at each send, so that no restart is needed once it becomes writable. A mail that is
 * sent twice replaces its own file.
 */
export function createFileMailer(directory: string): Mailer {
  return {
    kind: "files",
    send: (mail) => write(mail, (unfinished, file) => rename(unfinished, file)),
    discard: (mail) => write(mail, (unfinished) => rm(unfinished)),
  };

  async function write(
    mail: OutgoingMail,
    finish: (unfinished: string, file: string) => Promise<void>,
  ): Promise<void> {
    const content = await composeMail(mail);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const file = join(directory, `${toFileId(mail)}.eml`);
    const unfinished = `${file}.${process.pid}.tmp`;
    try {
      await writeFile(unfinished, content, { mode: 0o600 });
      await finish(unfinished, file);
    } catch (cause) {
      await rm(unfinished, { force: true });
      throw cause;
    }
  }
}

/** The id of a mail at /dev/mail, in order of time: "20261121T140500000Z-" and the mail's id. */
export const FILE_ID = /^\d{8}T\d{9}Z-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function toFileId(mail: OutgoingMail): string {
  const id = `${mail.date.toISOString().replace(/[-:.]/g, "")}-${mail.id}`;
  if (!FILE_ID.test(id)) throw new Error("the mail's id cannot name a file");
  return id;
}
