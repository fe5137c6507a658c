/** G6, G7 and G8: what the pages transfer to the browser, and how soon they are visible. */
import { chromium, type Browser } from "playwright";
import { CHROMIUM_FLAGS, findOrInstallChromium } from "../lib/chromium.mjs";
import { OPEN_PAGES, OWN_PAGES } from "./urls";
import {
  loadPage,
  timePage,
  type LoadedPage,
  type LoadTimes,
  type PageToLoad,
  type PageToTime,
  type Script,
} from "./page-load";
import type { Servers, SignedIn } from "./servers";
import { calculateMedians, calculateSpread } from "./statistics";

/** The chart library's class names begin like this, minified or not. */
const CHART_MARK = "recharts-";

interface PageFigures {
  path: string;
  requests: number;
  scriptBytes: number;
  scriptFiles: number;
  onFocusBytes: number;
  chartBytes: number;
  /** Whether the chart library is fetched, with the page or when its chart is used. */
  hasChart: boolean;
  /** Whether it is fetched with the page. */
  loadsChart: boolean;
}

export interface Pages {
  product: PageFigures[];
  remixSignIn: PageFigures;
  productSignIn: TimedPage;
  productDashboard: TimedPage;
  remixSignInTimes: TimedPage;
}

/** The medians of a page's loads, and the loads: its n-th was next to the n-th of the other pages. */
interface TimedPage extends LoadTimes {
  loads: readonly LoadTimes[];
}

/** Null, after a message, when no browser is available. */
export async function measurePages(
  servers: Servers,
  { cookie }: SignedIn,
  { pageLoads }: { pageLoads: number },
): Promise<Pages | null> {
  const executablePath = await findOrInstallChromium();
  if (!executablePath) return null;
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const signIn = { url: `${servers.product.url}/signin` };
    const dashboard = { url: `${servers.product.url}/dashboard`, cookie };
    const bare = { url: `${servers.remix.url}/signin` };
    const product: PageFigures[] = [];
    for (const path of OPEN_PAGES)
      product.push(await measurePage(browser, { url: servers.product.url + path }));
    for (const path of OWN_PAGES)
      product.push(await measurePage(browser, { url: servers.product.url + path, cookie }));
    const cameFrom = `http://127.0.0.1:${servers.node.port}/`;
    const timed = [bare, signIn, dashboard].map((page) => ({ ...page, cameFrom }));
    const times = await measureTimesInTurn(browser, timed, pageLoads);
    const [remixSignInTimes, productSignIn, productDashboard] = times;
    if (!remixSignInTimes || !productSignIn || !productDashboard) throw new Error("a page was not timed");
    const remixSignIn = await measurePage(browser, bare);
    return { product, remixSignIn, productSignIn, productDashboard, remixSignInTimes };
  } finally {
    await browser.close();
  }
}

async function measurePage(browser: Browser, page: PageToLoad): Promise<PageFigures> {
  const { requests, scripts, onFirstFocus, onChartUse }: LoadedPage = await loadPage(browser, page);
  return {
    path: new URL(page.url).pathname,
    requests: requests.length,
    scriptBytes: sumBytes(scripts),
    scriptFiles: scripts.length,
    onFocusBytes: sumBytes(onFirstFocus),
    chartBytes: sumBytes(onChartUse),
    hasChart: [...scripts, ...onFirstFocus, ...onChartUse].some(isOfChart),
    loadsChart: scripts.some(isOfChart),
  };
}

/** How far the loads' ratios of the two sign-in pages' largest paints lie from their middle. */
export function calculatePaintSpread({ productSignIn, remixSignInTimes }: Pages): number {
  return calculateSpread(
    productSignIn.loads.map(({ lcpMs }, turn) => lcpMs / (remixSignInTimes.loads[turn]?.lcpMs ?? NaN)),
  );
}

/** Loads the pages alternately. */
async function measureTimesInTurn(
  browser: Browser,
  pages: readonly PageToTime[],
  loads: number,
): Promise<TimedPage[]> {
  const times = pages.map((): LoadTimes[] => []);
  for (let load = 0; load < loads; load += 1) {
    for (const [index, page] of pages.entries()) times[index]?.push(await timePage(browser, page));
  }
  return times.map((loaded) => ({ ...calculateMedians(loaded), loads: loaded }));
}

const isOfChart = ({ text }: Script) => text.includes(CHART_MARK);

function sumBytes(scripts: readonly Script[]): number {
  return scripts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
}
