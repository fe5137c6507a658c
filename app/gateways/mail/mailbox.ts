/** Reads the mails that the file mailer wrote, for /dev/mail. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Address } from "postal-mime";
import { FILE_ID } from "./file-mailer";

export interface MailSummary {
  id: string;
  from: string;
  to: string;
  subject: string;
  /** ISO 8601, UTC. */
  date: string;
}

export interface MailLink {
  href: string;
  /** What the link says. */
  label: string;
}

export interface MailDetail extends MailSummary {
  /** Fit for a sandboxed frame: its links lead out of it. */
  html: string;
  text: string;
  /** Each address once, in order, with http or https only. */
  links: MailLink[];
}

/** The newest mails first, at most `limit`. An absent directory is an empty mailbox. */
export async function listMails(directory: string, { limit = 50 } = {}): Promise<MailSummary[]> {
  const ids = (await namesIn(directory))
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

/** One mail; null when there is none of that id. An id that is no id of ours never becomes a path. */
export async function readMail(directory: string, id: string): Promise<MailDetail | null> {
  if (!FILE_ID.test(id)) return null;
  const content = await orNullIfAbsent(readFile(join(directory, `${id}.eml`)));
  if (content === null) return null;
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(content);
  const html = mail.html ?? "";
  return {
    id,
    from: shown(mail.from),
    to: (mail.to ?? []).map(shown).join(", "),
    subject: mail.subject ?? "",
    date: mail.date ?? "",
    html: html.replaceAll('target="_blank"', 'target="_top"'),
    text: mail.text ?? "",
    links: linksOf(html),
  };
}

async function namesIn(directory: string): Promise<string[]> {
  return (await orNullIfAbsent(readdir(directory))) ?? [];
}

async function orNullIfAbsent<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (cause) {
    // ENOTDIR: something else stands where the directory should be; there is no mail in it either.
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw cause;
  }
}

function shown(address: Address | undefined): string {
  if (!address) return "";
  return address.name ? `${address.name} <${address.address ?? ""}>` : (address.address ?? "");
}

/** The links of HTML as React writes it: double-quoted attributes, five entities. */
function linksOf(html: string): MailLink[] {
  const links = new Map<string, string>();
  for (const [, href = "", content = ""] of html.matchAll(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gis)) {
    const address = unescaped(href);
    const label = unescaped(content.replace(/<!--.*?-->|<[^>]*>/gs, "")).trim();
    if (/^https?:\/\//i.test(address) && !links.has(address)) links.set(address, label || address);
  }
  return [...links].map(([href, label]) => ({ href, label }));
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|quot|#x27|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
