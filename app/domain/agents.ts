/** What a browser or a program calls itself, in words that its owner knows it by. */
import { AGENT_SHOWN_LENGTH } from "./limits";
import { say, type KeyedMessage } from "./messages";
import { shownText } from "./text";

export interface Agent {
  browser: string | null;
  system: string | null;
  /** What it says itself, safe to show. */
  text: string;
}

/** In this order: most browsers also name the ones that they want to be taken for. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS|Edge)\//, "Edge"],
  [/\b(?:OPR|OPT|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];
/** In this order: a phone also names the system that its own is like. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, "iPadOS"],
  [/\b(?:iPhone|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** Reads a User-Agent header. What is no browser that we know is left as it names itself, cut. */
export function readAgent(header: string): Agent {
  return {
    browser: nameIn(BROWSERS, header),
    system: nameIn(SYSTEMS, header),
    text: shownText(header, AGENT_SHOWN_LENGTH).trim(),
  };
}

/** "Chrome on Windows", to be translated; what names itself otherwise is quoted. */
export function agentMessage(header: string): KeyedMessage {
  const { browser, system, text } = readAgent(header);
  if (browser && system) return say("mail:agent.on", { browser, system });
  if (text === "") return say("mail:agent.nameless");
  return say("mail:agent.named", { name: browser ?? text });
}

/** The same for a mail, where whoever signs in must not be able to place a text: one word of what names itself. */
export function mailedAgentMessage(header: string): KeyedMessage {
  const { browser, system } = readAgent(header);
  return agentMessage(browser && system ? header : (/^[\w-]{1,30}/.exec(header)?.[0] ?? ""));
}

function nameIn(names: readonly (readonly [RegExp, string])[], header: string): string | null {
  return names.find(([pattern]) => pattern.test(header))?.[1] ?? null;
}
