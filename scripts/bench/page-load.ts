/** Loads a page in Chromium with an empty cache, and says what came over the wire and how long it took. */
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Locator, Page } from "playwright";

/** Lighthouse's slow 4G, and a phone's processor. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const SETTLE_MS = 500;
/** How long the processor is watched once the network is quiet: what blocks often begins only then. */
const WATCHED_MS = 5000;

export interface PageToLoad {
  url: string;
  /** The session cookie, "name=value". */
  cookie?: string;
}

export interface Script {
  path: string;
  text: string;
  gzipBytes: number;
}

export interface LoadedPage {
  /** At load, the document itself included. */
  requests: string[];
  scripts: Script[];
  /** Fetched when the first field is entered, where there is one. */
  onFirstFocus: Script[];
  /** Fetched when a pointer comes to the page's chart, where there is one. */
  onChartUse: Script[];
}

/** Without throttling: what is fetched. The page is scrolled to its end, so that what loads when seen has loaded. */
export async function loadPage(browser: Browser, page: PageToLoad): Promise<LoadedPage> {
  return inFreshContext(browser, page, async (tab) => {
    const requests: string[] = [];
    const scripts: Promise<Script>[] = [];
    tab.on("requestfinished", (request) => {
      const { pathname } = new URL(request.url());
      requests.push(pathname);
      if (pathname.endsWith(".js")) {
        const read = request
          .response()
          .then(async (response) => scriptOf(pathname, (await response?.text()) ?? ""));
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

/** Does something with the first such element, where there is one, and waits for what it fetches. */
async function use(tab: Page, selector: string, act: (element: Locator) => Promise<void>): Promise<void> {
  const element = tab.locator(selector).first();
  if ((await element.count()) === 0) return;
  await act(element);
  await tab.waitForTimeout(SETTLE_MS);
  await tab.waitForLoadState("networkidle");
}

export type LoadTimes = { lcpMs: number; tbtMs: number };

/** With a slow network and processor: largest contentful paint and total blocking time, in milliseconds. */
export async function timePage(browser: Browser, page: PageToLoad): Promise<LoadTimes> {
  return inFreshContext(browser, page, async (tab) => {
    const devtools = await tab.context().newCDPSession(tab);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    // The loader that runs this file names functions with a helper that the page does not have.
    await tab.addInitScript("globalThis.__name = (value) => value");
    await openUntilQuiet(tab, page.url);
    await tab.waitForTimeout(WATCHED_MS);
    return tab.evaluate(readTimes);
  });
}

async function inFreshContext<T>(
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

function scriptOf(path: string, text: string): Script {
  return { path, text, gzipBytes: gzipSync(text).length };
}

/** Runs in the page. What the browser has seen so far is handed to an observer at once when it is `buffered`. */
async function readTimes(): Promise<LoadTimes> {
  const seen = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        resolve(list.getEntries());
      });
      observer.observe({ type, buffered: true });
      // Where there is none the observer stays silent.
      setTimeout(() => {
        resolve([]);
      }, 200);
    });
  const [paints, largest, long] = await Promise.all([
    seen("paint"),
    seen("largest-contentful-paint"),
    seen("longtask"),
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
