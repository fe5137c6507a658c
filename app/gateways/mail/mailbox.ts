/** Reads the mails that the file mailer wrote, for /dev/mail. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Address, Attachment, Email } from "postal-mime";
import { FILE_ID } from "./file-mailer";
import type { MailFile } from "./mailer";

export interface MailSummary {
  id: string;
  from: string;
  to: string;
  subject: string;
  /** ISO 8601, UTC. */
  date: string;
}

interface MailLink {
  href: string;
  /** The text of the link. */
  label: string;
}

export interface MailDetail extends MailSummary {
  /** Safe for a sandboxed frame: its links open outside of it. */
  html: string;
  text: string;
  /** Each URL once, in order; http and https only. */
  links: MailLink[];
  attachments: AttachedFile[];
}

/** An attachment without its content. */
interface AttachedFile {
  name: string;
  /** In bytes. */
  size: number;
}

/** Lists the newest mails first, at most `limit`. A missing directory is an empty mailbox. */
export async function listMails(directory: string, { limit = 50 } = {}): Promise<MailSummary[]> {
  const ids = (await listNames(directory))
    .filter((name) => name.endsWith(".eml"))
    .map((name) => name.slice(0, -".eml".length))
    .filter((id) => FILE_ID.test(id))
    .sort()
    .reverse()
    .slice(0, limit);
  const mails = await Promise.all(ids.map((id) => readMail(directory, id)));
  return mails
    .filter((mail) => mail !== null)
    .map(({ id, from, to, subject, date }) => ({ id, from, to, subject, date }));
}

/** Reads one mail; null when no mail has that id. An invalid id is never used as a path. */
export async function readMail(directory: string, id: string): Promise<MailDetail | null> {
  const mail = await parseMail(directory, id);
  if (!mail) return null;
  const html = mail.html ?? "";
  return {
    id,
    from: formatAddress(mail.from),
    to: (mail.to ?? []).map(formatAddress).join(", "),
    subject: mail.subject ?? "",
    date: mail.date ?? "",
    html: html.replaceAll('target="_blank"', 'target="_top"'),
    text: mail.text ?? "",
    links: findLinks(html),
    attachments: mail.attachments.map((file) => ({
      name: getFileName(file),
      size: toBuffer(file).byteLength,
    })),
  };
}

/** Reads the attachment at this place in a mail; null when there is none. */
export async function readAttachment(
  directory: string,
  { id, index }: { id: string; index: number },
): Promise<MailFile | null> {
  const file = (await parseMail(directory, id))?.attachments[index];
  return file ? { name: getFileName(file), type: file.mimeType, content: toBuffer(file) } : null;
}

/** Null when no mail has that id. */
async function parseMail(directory: string, id: string): Promise<Email | null> {
  if (!FILE_ID.test(id)) return null;
  const content = await readOrNull(readFile(join(directory, `${id}.eml`)));
  if (content === null) return null;
  const { default: PostalMime } = await import("postal-mime");
  return PostalMime.parse(content);
}

function getFileName({ filename }: Attachment): string {
  return filename ?? "file";
}

/** postal-mime decodes attachments to bytes unless its options say otherwise. */
function toBuffer({ content }: Attachment): Buffer {
  return typeof content === "string" ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
}

async function listNames(directory: string): Promise<string[]> {
  return (await readOrNull(readdir(directory))) ?? [];
}

async function readOrNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (cause) {
    // ENOTDIR: a file is in the directory's place, so there are no mails either.
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw cause;
  }
}

function formatAddress(address: Address | undefined): string {
  if (!address) return "";
  return address.name ? `${address.name} <${address.address ?? ""}>` : (address.address ?? "");
}

/** Finds the links in HTML as React writes it: double-quoted attributes, five entities. */
function findLinks(html: string): MailLink[] {
  const links = new Map<string, string>();
  for (const [, href = "", content = ""] of html.matchAll(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gis)) {
    const url = unescapeHtml(href);
    const label = unescapeHtml(content.replace(/<!--.*?-->|<[^>]*>/gs, "")).trim();
    if (/^https?:\/\//i.test(url) && !links.has(url)) links.set(url, label || url);
  }
  return [...links].map(([href, label]) => ({ href, label }));
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };

function unescapeHtml(text: string): string {
  return text.replace(/&(lt|gt|quot|#x27|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
