/** The site's switches on the pages: the announcement, and for masters the maintenance. */
import { createHash } from "node:crypto";
import type { Locale } from "~/domain/locales";
import type { RootData } from "~/domain/root-data";
import { isAnnounced, pickAnnouncementText, type Announcement } from "~/domain/site";
import type { App } from "~/services/platform/app.server";
import { readCookies } from "./cookies.server";

/** The announcement in the reader's language, or in the one that it has, unless it has been dismissed in this browser. Sends no query. */
export function readSiteState(
  { site }: App,
  { locale, cookies }: { locale: Locale; cookies: string | null },
): RootData["site"] {
  const { announcement, isInMaintenance } = site.read();
  if (!announcement || !isAnnounced(announcement, new Date())) return { announcement: null, isInMaintenance };
  const id = toAnnouncementId(announcement);
  if (readCookies(cookies).announcement === id) return { announcement: null, isInMaintenance };
  return { announcement: { id, text: pickAnnouncementText(announcement.texts, locale) }, isInMaintenance };
}

/** Whether a text can be an id of an announcement. */
export function isAnnouncementId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{16}$/.test(value);
}

/** The same for the same texts: an announcement that only lasts longer stays dismissed. */
function toAnnouncementId({ texts }: Announcement): string {
  return createHash("sha256").update(JSON.stringify(texts)).digest("base64url").slice(0, 16);
}
