/** Loads a page in Chromium with an empty cache, and returns what was transferred and how long it took. */
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Locator, Page } from "playwright";

/** Lighthouse's slow 4G, and the processor of a phone. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const SETTLE_MS = 500;
/** How long the processor is watched after the network is idle, because blocking work often begins only then. */
const WATCHED_MS = 5000;

export interface PageToLoad {
  url: string;
  /** The session cookie, "name=value". */
  cookie?: string;
}

/** A page that is timed. */
export interface PageToTime extends PageToLoad {
  /** A page of another site: a first visit follows a link or leaves the browser's own page, which a new tab does not. */
  cameFrom: string;
}

export interface Script {
  path: string;
  text: string;
  gzipBytes: number;
}

export interface LoadedPage {
  /** During the load, including the document itself. */
  requests: string[];
  scripts: Script[];
  /** Fetched when the first field gets the focus, if there is one. */
  onFirstFocus: Script[];
  /** Fetched when the pointer enters the page's chart, if there is one. */
  onChartUse: Script[];
}

/**
 * Loads without throttling, to see what is fetched. The page is scrolled to its end, so that content that loads on
 * sight is loaded.
 */
export async function loadPage(browser: Browser, page: PageToLoad): Promise<LoadedPage> {
  return runInFreshContext(browser, page, async (tab) => {
    const requests: string[] = [];
    const scripts: Promise<Script>[] = [];
    tab.on("requestfinished", (request) => {
      const { pathname } = new URL(request.url());
      requests.push(pathname);
      if (pathname.endsWith(".js")) {
        const read = request
          .response()
          .then(async (response) => toScript(pathname, (await response?.text()) ?? ""));
        scripts.push(read);
      }
    });
    await openUntilQuiet(tab, page.url);
    await tab.mouse.wheel(0, 10_000);
    await tab.waitForLoadState("networkidle");
    const atLoad = scripts.length;
    const requestsAtLoad = [...requests];
    await use(tab, "input:visible", (field) => field.focus());
    const afterFocus = scripts.length;
    await use(tab, "figure.chart", (chart) => chart.hover());
    const all = await Promise.all(scripts);
    return {
      requests: requestsAtLoad,
      scripts: all.slice(0, atLoad),
      onFirstFocus: all.slice(atLoad, afterFocus),
      onChartUse: all.slice(afterFocus),
    };
  });
}

/** Acts on the first such element, if there is one, and waits for what that fetches. */
async function use(tab: Page, selector: string, act: (element: Locator) => Promise<void>): Promise<void> {
  const element = tab.locator(selector).first();
  if ((await element.count()) === 0) return;
  await act(element);
  await tab.waitForTimeout(SETTLE_MS);
  await tab.waitForLoadState("networkidle");
}

export type LoadTimes = { lcpMs: number; tbtMs: number };

/** Loads with a slow network and processor: largest contentful paint and total blocking time, in milliseconds. */
export async function timePage(browser: Browser, page: PageToTime): Promise<LoadTimes> {
  return runInFreshContext(browser, page, async (tab) => {
    await tab.goto(page.cameFrom);
    const devtools = await tab.context().newCDPSession(tab);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    // The loader of this file names functions with a helper that the page does not have.
    await tab.addInitScript("globalThis.__name = (value) => value");
    await openUntilQuiet(tab, page.url);
    await tab.waitForTimeout(WATCHED_MS);
    return tab.evaluate(readTimes);
  });
}

async function runInFreshContext<T>(
  browser: Browser,
  { url, cookie }: PageToLoad,
  work: (tab: Page) => Promise<T>,
): Promise<T> {
  const context: BrowserContext = await browser.newContext({ locale: "en-US" });
  try {
    if (cookie) {
      const [name = "", value = ""] = cookie.split("=");
      await context.addCookies([{ name, value, url: new URL(url).origin }]);
    }
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

async function openUntilQuiet(tab: Page, url: string): Promise<void> {
  const answer = await tab.goto(url, { waitUntil: "networkidle" });
  if (answer?.status() !== 200 || tab.url() !== url) {
    throw new Error(`${url} answered ${answer?.status() ?? "nothing"} and led to ${tab.url()}`);
  }
  await tab.waitForTimeout(SETTLE_MS);
}

function toScript(path: string, text: string): Script {
  return { path, text, gzipBytes: gzipSync(text).length };
}

/** Runs in the page. With `buffered`, an observer immediately gets the entries that the browser already has. */
async function readTimes(): Promise<LoadTimes> {
  const readEntries = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        resolve(list.getEntries());
      });
      observer.observe({ type, buffered: true });
      // Without entries the observer is never called.
      setTimeout(() => {
        resolve([]);
      }, 200);
    });
  const [paints, largest, long] = await Promise.all([
    readEntries("paint"),
    readEntries("largest-contentful-paint"),
    readEntries("longtask"),
  ]);
  const firstPaint = paints.find((entry) => entry.name === "first-contentful-paint")?.startTime ?? 0;
  const blocking = long
    .filter((task) => task.startTime + task.duration > firstPaint)
    .map((task) => Math.max(0, task.duration - 50));
  return {
    lcpMs: largest.at(-1)?.startTime ?? NaN,
    tbtMs: blocking.reduce((sum, ms) => sum + ms, 0),
  };
}
