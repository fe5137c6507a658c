/** The product's cookies: the session, the device, a visitor's choices, the return path, and a message for the next page. */
import { parse, serialize } from "cookie";
import type { Config } from "~/config/config.server";
import type { UndoForm } from "~/domain/forms/reply";
import type { Message } from "~/domain/messages";
import { days, DEVICE_LIFE_MS, FLASH_LIFE_MS } from "~/domain/limits";
import type { App } from "~/services/platform/app.server";
import type { SessionChange } from "~/services/platform/operation.server";

/** How long the setup cookie of a browser is valid; the token itself is valid until setup is finished. In seconds. */
const SETUP_COOKIE_LIFE_SECONDS = 24 * 60 * 60;

export interface Flash {
  message: Message;
  variant: "success" | "error";
  undo?: UndoForm;
  /** It stays until the reader closes it. */
  isLasting?: boolean;
}

/** The signed form of a flash. */
type SignedFlash = [
  expiresAt: number,
  variant: Flash["variant"],
  message: Message,
  undo?: UndoForm | null,
  isLasting?: boolean,
];

type FlashParts = Pick<App, "config" | "secrets">;

/** Whether cookies get the `__Host-` prefix and Secure, which both need https. */
export function isSecure(config: Config): boolean {
  return config.appUrl.startsWith("https://");
}

function getSessionCookieName(config: Config): string {
  return isSecure(config) ? "__Host-session" : "session";
}

/** Returns all cookies of a request. */
export function readCookies(header: string | null | undefined): Record<string, string | undefined> {
  return parse(header ?? "");
}

export function readSessionCookie(config: Config, header: string | null | undefined): string | undefined {
  return readCookies(header)[getSessionCookieName(config)];
}

export function serializeSessionCookie(config: Config, token: string, expires: Date): string {
  return serialize(getSessionCookieName(config), token, { ...getCommonOptions(config), expires });
}

export function clearSessionCookie(config: Config): string {
  return serialize(getSessionCookieName(config), "", { ...getCommonOptions(config), maxAge: 0 });
}

/** Sets the cookies of a session that an operation started or ended. The device cookie stays when the session ends. */
export function setSessionCookies(headers: Headers, config: Config, change: SessionChange | undefined): void {
  if (change?.kind === "started") {
    headers.append("Set-Cookie", serializeSessionCookie(config, change.cookie, change.expiresAt));
    if (change.device !== undefined)
      headers.append("Set-Cookie", serializeDeviceCookie(config, change.device));
  }
  if (change?.kind === "ended") {
    headers.append("Set-Cookie", clearSessionCookie(config));
    headers.set("Clear-Site-Data", '"storage"');
  }
}

/** Recognizes the browser after its user has signed out. */
function serializeDeviceCookie(config: Config, token: string): string {
  return serialize(getDeviceCookieName(config), token, {
    ...getCommonOptions(config),
    maxAge: DEVICE_LIFE_MS / 1000,
  });
}

/** Returns the token of the device cookie; undefined for any other value. */
export function readDeviceCookie(config: Config, header: string | null | undefined): string | undefined {
  const token = readCookies(header)[getDeviceCookieName(config)];
  return token !== undefined && /^dev_[\w-]{43}$/.test(token) ? token : undefined;
}

/** Binds the challenges of passkeys to this browser, until it is closed. */
export function serializeBrowserCookie(config: Config, token: string): string {
  return serialize(getBrowserCookieName(config), token, getCommonOptions(config));
}

/** Returns the token of that cookie; undefined for any other value. */
export function readBrowserCookie(config: Config, header: string | null | undefined): string | undefined {
  const token = readCookies(header)[getBrowserCookieName(config)];
  return token !== undefined && /^brw_[\w-]{43}$/.test(token) ? token : undefined;
}

function getBrowserCookieName(config: Config): string {
  return isSecure(config) ? "__Host-passkey" : "passkey";
}

function getDeviceCookieName(config: Config): string {
  return isSecure(config) ? "__Host-device" : "device";
}

/**
 * Lets a browser into setup. It has no prefix, and is Secure only for a request from another machine: setup changes the
 * public URL to https, and a browser on this machine goes on over http.
 */
export function serializeSetupCookie(config: Config, value: string, isLocalCaller: boolean): string {
  const secure = isSecure(config) && !isLocalCaller;
  const options = { ...getCommonOptions(config), secure, maxAge: SETUP_COOKIE_LIFE_SECONDS };
  return serialize("setup", value, options);
}

export function readSetupCookie(header: string | null | undefined): string | undefined {
  return readCookies(header).setup;
}

/** A choice that also holds while the user is not signed in. */
export function serializeChoiceCookie(
  config: Config,
  name: "locale" | "theme" | "announcement" | "way",
  value: string,
): string {
  return serialize(name, value, { ...getCommonOptions(config), maxAge: days(365) / 1000 });
}

/** As long as a page takes to load after its language was chosen. */
const LANGUAGE_FOCUS_LIFE_SECONDS = 5;

/** The next page focuses the language that it is in, because its document is a new one. */
export function serializeLanguageFocus(config: Config): string {
  return serialize("focus", "language", {
    ...getCommonOptions(config),
    maxAge: LANGUAGE_FOCUS_LIFE_SECONDS,
  });
}

export function hasLanguageFocus(header: string | null | undefined): boolean {
  return readCookies(header).focus === "language";
}

/** How long a passkey is offered after a sign-in with the password, in seconds. */
const PASSKEY_OFFER_LIFE_SECONDS = 10 * 60;

/** Whether the dashboard offers to add a passkey: for a while, or never again in this browser. */
export function serializePasskeyOffer(config: Config, state: "open" | "closed"): string {
  const maxAge = state === "open" ? PASSKEY_OFFER_LIFE_SECONDS : days(365) / 1000;
  return serialize("passkey_offer", state, { ...getCommonOptions(config), maxAge });
}

/** The state of the offer; undefined when there is none. */
export function readPasskeyOffer(header: string | null | undefined): string | undefined {
  return readCookies(header).passkey_offer;
}

/** The page that a visitor requested before signing in. */
interface ReturnPath {
  /** "" for the page that signing in leads to by default. */
  path: string;
  /** The visitor was signed in before. */
  hasEnded: boolean;
}

export function serializeReturnCookie(
  config: Config,
  { path, hasEnded }: ReturnPath,
  lifeMs: number,
): string {
  return serialize("return", JSON.stringify([hasEnded, path]), {
    ...getCommonOptions(config),
    maxAge: lifeMs / 1000,
  });
}

/** Reads the return path that the guard stored, or null. Any client can write a cookie: the path is checked where it is used. */
export function readReturnPath(header: string | null | undefined): ReturnPath | null {
  try {
    const written: unknown = JSON.parse(readCookies(header).return ?? "null");
    if (!Array.isArray(written)) return null;
    const [hasEnded, path] = written as unknown[];
    return { hasEnded: hasEnded === true, path: typeof path === "string" ? path : "" };
  } catch {
    // Not JSON: the product did not write it.
    return null;
  }
}

export function clearReturnCookie(config: Config): string {
  return serialize("return", "", { ...getCommonOptions(config), maxAge: 0 });
}

/** With the signature and the attributes, the cookie stays below the 4096 bytes that browsers keep. */
const FLASH_TEXT_MAX_LENGTH = 3800;

/**
 * A message for the next page. It is signed, because the page shows it: a text that another site or a script writes into
 * the cookie is not shown. It expires after FLASH_LIFE_MS. docs/decisions/0087-the-flash-cookie-is-our-own.md
 */
export function serializeFlashCookie({ config, secrets }: FlashParts, flash: Flash): string {
  const whole = formatFlash(flash);
  // A page with a very long query string: the message is worth more than its Undo.
  const isTooLong = encodeURIComponent(whole).length > FLASH_TEXT_MAX_LENGTH;
  const text = isTooLong ? formatFlash({ ...flash, undo: undefined }) : whole;
  return serialize(getFlashCookieName(config), `${secrets.sign("flash", text)}.${text}`, {
    ...getCommonOptions(config),
    maxAge: FLASH_LIFE_MS / 1000,
  });
}

function formatFlash({ variant, message, undo, isLasting }: Flash): string {
  const plain: SignedFlash = [Date.now() + FLASH_LIFE_MS, variant, message];
  if (isLasting) return JSON.stringify([...plain, undo ?? null, true]);
  return JSON.stringify(undo ? [...plain, undo] : plain);
}

export function clearFlashCookie(config: Config): string {
  return serialize(getFlashCookieName(config), "", { ...getCommonOptions(config), maxAge: 0 });
}

/** Whether the request has a message, valid or not. */
export function hasFlash(config: Config, header: string | null): boolean {
  return readCookies(header)[getFlashCookieName(config)] !== undefined;
}

/** Returns the message for this page; null when it has expired or `serializeFlashCookie` did not write it. */
export function readFlash({ config, secrets }: FlashParts, header: string | null): Flash | null {
  const [, signature, text] =
    /^([\w-]+)\.(.*)$/s.exec(readCookies(header)[getFlashCookieName(config)] ?? "") ?? [];
  if (!signature || !text || !secrets.hasValidSignature("flash", text, signature)) return null;
  const [expiresAt, variant, message, undo, isLasting] = JSON.parse(text) as SignedFlash;
  return expiresAt < Date.now() ? null : { variant, message, undo: undo ?? undefined, isLasting };
}

function getFlashCookieName(config: Config): string {
  return isSecure(config) ? "__Host-flash" : "flash";
}

/** The attributes of every cookie. */
export function getCommonOptions(config: Config) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure(config) } as const;
}
