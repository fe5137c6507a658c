/** A real browser, and users who work in it. */
import { chromium, type Browser, type BrowserContextOptions, type Page, type Route } from "playwright";
import { expect } from "vitest";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/lib/chromium.mjs";
import { PASSWORD } from "./clients";
import { linkIn, type Product } from "./product";

let shared: Promise<Browser> | undefined;

/** The browser that the test files of this process share; each visit has a context of its own. It ends with the process. */
export function shareBrowser(): Promise<Browser> {
  shared ??= launch();
  return shared;
}

async function launch(): Promise<Browser> {
  return chromium.launch({ args: CHROMIUM_FLAGS, executablePath: await findChromium() });
}

export interface Visit {
  page: Page;
  /** Everything that the page reported: errors, blocked scripts and styles. */
  complaints: string[];
  close(): Promise<void>;
}

/** Opens the product in a browser context of its own. */
export async function visit(
  browser: Browser,
  product: Product,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    // The browser itself logs every response of 400 and above; the tests check those separately.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => {
    // Remix gives up a request that a newer one replaces.
    if (error.name !== "AbortError") complaints.push(`${page.url()}: ${String(error)}`);
  });
  return { page, complaints, close: () => context.close() };
}

/** Opens, fills in and submits the sign-up form; ends on the verification page. */
export async function signUpInPage(page: Page, email: string): Promise<void> {
  await page.goto("/signup");
  await submitSignUp(page, email);
}

/** Fills in and submits the sign-up form, which the page shows; ends on the verification page. */
export async function submitSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel("Your name").fill("Grace Hopper");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/signup/verify");
}

/** Signs up and follows the link of the mail; ends on the plans page. */
export async function signUpVerifiedInPage(page: Page, product: Product, email: string): Promise<void> {
  await signUpInPage(page, email);
  const link = linkIn(await product.mailTo(email), "/signup/verify");
  await page.goto(link.href);
  await page.waitForURL("**/signup/plan");
}

/** The same, with the free plan; ends on the dashboard. */
export async function signUpOnFreePlanInPage(page: Page, product: Product, email: string): Promise<void> {
  await signUpVerifiedInPage(page, product, email);
  await page.getByRole("radio", { name: /Free/ }).check({ force: true });
  await page.getByRole("button", { name: "Start with Free" }).click();
  await page.waitForURL("**/welcome?page=1");
  await page.goto("/dashboard");
}

/** Waits until React has taken over the page: before that, fields that act by themselves do not. */
export async function waitUntilLive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("h1") ?? {}).some((name) => name.startsWith("__reactProps$")),
  );
}

/** Holds the next requests to the path (all, or so many) until the returned function is called. */
export async function holdRequests(page: Page, path: string, times?: number): Promise<() => void> {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = (route: Route) => isReleased.then(() => route.continue());
  await page.route(`**${path}`, hold, times === undefined ? undefined : { times });
  return release;
}

/** Expects that the page does not scroll sideways at this width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} scrolls sideways by ${overflow}px`).toBeLessThanOrEqual(0);
}
