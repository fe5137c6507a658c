import { expect, test } from "vitest";
import { toAgentMessage, toMailAgentMessage, readAgent } from "./agents";
import { readMessage } from "./messages";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`, "Chrome", "Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68`,
    "Edge",
    "Windows",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 OPR/112.0.0.0`,
    "Opera",
    "macOS",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari",
    "iOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1",
    "Chrome",
    "iOS",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 Mobile/15E148 Safari/605.1.15",
    "Firefox",
    "iPadOS",
  ],
  [`Mozilla/5.0 (Linux; Android 14) ${WEBKIT} Chrome/126.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox", "Linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`, "Chrome", "ChromeOS"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/126.0.0.0 Safari/537.36`, "Chrome", "Linux"],
])("%s is %s on %s", (header, browser, system) => {
  expect(readAgent(header)).toMatchObject({ browser, system });
  expect(readMessage(toAgentMessage(header))).toEqual({ key: "mail:agent.on", values: { browser, system } });
});

test.each(["curl/8.5.0", "python-requests/2.32.3", "a & b = c? {{name}} $t(common:nav.help)"])(
  "a program is named as it names itself: %s",
  (header) => {
    expect(readMessage(toAgentMessage(header)).values).toEqual({ name: header });
  },
);

test("a long name is cut, and its control and direction characters are removed", () => {
  const { text } = readAgent(`evil\u202e\u0000\n${"x".repeat(1000)}`);
  expect(text).toMatch(/^evilx+$/);
  expect(text.length).toBe(60);
});

test("a caller without a User-Agent header is named as one without a name", () => {
  expect(toAgentMessage("")).toBe("mail:agent.nameless");
});

test.each([
  ["curl/8.5.0", "curl"],
  ["Your account is locked, go to https://evil.example", "Your"],
])("a mail shortens %j to one word", (header, word) => {
  expect(readMessage(toMailAgentMessage(header)).values).toEqual({ name: word });
});
