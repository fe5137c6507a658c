/** Names a browser or a program in words that its user recognizes. */
import { AGENT_SHOWN_LENGTH } from "./limits";
import { toMessage, type KeyedMessage } from "./messages";
import { toDisplayText } from "./text";

export interface Agent {
  browser: string | null;
  system: string | null;
  /** The text of the header, safe to show. */
  text: string;
}

/** The order matters: most browsers also name the browsers that they imitate. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, "Edge"],
  [/\b(?:OPR|OPT|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];
/** The order matters: a phone also names the system that its own resembles. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, "iPadOS"],
  [/\b(?:iPhone|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** Parses a User-Agent header. An unknown program keeps its own name, cut to a safe length. */
export function readAgent(header: string): Agent {
  return {
    browser: findName(BROWSERS, header),
    system: findName(SYSTEMS, header),
    text: toDisplayText(header, AGENT_SHOWN_LENGTH).trim(),
  };
}

/** Returns "Chrome on Windows" as a message to translate. An unknown program's name is quoted. */
export function toAgentMessage(header: string): KeyedMessage {
  const { browser, system, text } = readAgent(header);
  if (browser && system) return toMessage("mail:agent.on", { browser, system });
  if (text === "") return toMessage("mail:agent.nameless");
  return toMessage("mail:agent.named", { name: browser ?? text });
}

/**
 * Like `toAgentMessage`, for a mail. A stranger must not be able to put a text into a mail, so an unknown
 * program's name is cut to one word.
 */
export function toMailAgentMessage(header: string): KeyedMessage {
  const { browser, system } = readAgent(header);
  return toAgentMessage(browser && system ? header : (/^[\w-]{1,30}/.exec(header)?.[0] ?? ""));
}

function findName(names: readonly (readonly [RegExp, string])[], header: string): string | null {
  return names.find(([pattern]) => pattern.test(header))?.[1] ?? null;
}
