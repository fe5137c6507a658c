/** The product's cookies: the session, the choices of somebody not signed in, and one message for the next page. */
import { parse, serialize } from "cookie";
import type { Config } from "~/config.server";
import type { Message } from "~/domain/messages";
import { days } from "~/domain/limits";

export interface Flash {
  message: Message;
  variant: "success" | "error";
  /** The form of the next page that it is about, by its name. */
  form?: string;
  /** The field of that form. */
  field?: string;
  /** What was typed into it. */
  values?: Record<string, string>;
}

/** How a cookie is set over this address: `__Host-` and Secure need https. */
function isSecure(config: Config): boolean {
  return config.appUrl.startsWith("https://");
}

function sessionName(config: Config): string {
  return isSecure(config) ? "__Host-session" : "session";
}

/** All cookies of a request. */
export function readCookies(header: string | null | undefined): Record<string, string | undefined> {
  return parse(header ?? "");
}

export function readSessionCookie(config: Config, header: string | null | undefined): string | undefined {
  return readCookies(header)[sessionName(config)];
}

export function sessionCookie(config: Config, token: string, expires: Date): string {
  return serialize(sessionName(config), token, { ...common(config), expires });
}

export function clearedSessionCookie(config: Config): string {
  return serialize(sessionName(config), "", { ...common(config), maxAge: 0 });
}

/** What a browser keeps on its way to a social network and back: sealed, and only until it has been let in. */
export function socialCookie(config: Config, sealed: string, lifeMs: number): string {
  return serialize(socialName(config), sealed, { ...common(config), maxAge: lifeMs / 1000 });
}

export function readSocialCookie(config: Config, header: string | null | undefined): string | undefined {
  return readCookies(header)[socialName(config)];
}

export function clearedSocialCookie(config: Config): string {
  return serialize(socialName(config), "", { ...common(config), maxAge: 0 });
}

function socialName(config: Config): string {
  return isSecure(config) ? "__Host-social" : "social";
}

/** A choice made before signing in: `locale` or `theme`. */
export function choiceCookie(config: Config, name: "locale" | "theme", value: string): string {
  return serialize(name, value, { ...common(config), maxAge: days(365) / 1000 });
}

/** What was typed beyond this is not carried along: browsers drop a cookie of over 4 kB, and a character may take six. */
const FLASH_VALUES_MAX_LENGTH = 500;

/** A message for the page that comes next; only keys of our own texts are ever shown from it. */
export function flashCookie(config: Config, flash: Flash): string {
  const { variant, message, form, field, values } = flash;
  const kept = JSON.stringify(values ?? {}).length <= FLASH_VALUES_MAX_LENGTH ? values : undefined;
  return serialize("flash", JSON.stringify([variant, message, form, field, kept]), {
    ...common(config),
    maxAge: 60,
  });
}

export function clearedFlashCookie(config: Config): string {
  return serialize("flash", "", { ...common(config), maxAge: 0 });
}

/** The message left for this page, or null; anything but what `flashCookie` wrote is dropped. */
export function readFlash(header: string | null): Flash | null {
  try {
    const written: unknown = JSON.parse(readCookies(header).flash ?? "null");
    if (!Array.isArray(written)) return null;
    const [variant, message, form, field, values] = written as unknown[];
    if (typeof message !== "string" || (variant !== "success" && variant !== "error")) return null;
    return {
      variant,
      message,
      ...(typeof form === "string" && { form }),
      ...(typeof field === "string" && { field }),
      ...(isTexts(values) && { values }),
    };
  } catch {
    // Not JSON: not ours.
    return null;
  }
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((text) => typeof text === "string")
  );
}

function common(config: Config) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure(config) } as const;
}
