/** The browser of the browser tests and of the benchmark: any Chromium or Chrome that is there, or one that Playwright fetches. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { resolveFromRoot } from "./root.mjs";
import { runNode } from "./run.mjs";

/** First the one without windows: the same engine, for a third less processor time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const MAC_APPS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Nothing but the pages that are opened: no updates, no look-ups, no second protocol. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The path of a browser, or undefined after saying plainly what to do. Tries to fetch one when none is there. */
export async function findOrInstallChromium() {
  const found = await findChromium();
  if (found) return found;
  console.log("No Chromium or Chrome was found; asking Playwright to fetch one.");
  const { code, output } = await runNode(
    resolveFromRoot("node_modules", "playwright", "cli.js"),
    ["install", "chromium"],
    {
      show: false,
    },
  );
  const fetched = code === 0 ? await findChromium() : undefined;
  if (!fetched) console.log(`${output.trimEnd()}\n${WHAT_TO_DO}`);
  return fetched;
}

const WHAT_TO_DO = [
  "The browser tests need a Chromium, and none could be fetched. Either install one",
  "  Debian, Ubuntu: apt-get install chromium-headless-shell",
  "  macOS: brew install --cask chromium",
  "or set CHROMIUM_PATH to the program of one, then run npm test again.",
].join("\n");

/** The path of a browser, or undefined when none is there. */
export async function findChromium() {
  const { chromium } = await import("playwright");
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const candidates = [process.env.CHROMIUM_PATH, ...onPath, ...MAC_APPS, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path));
}
