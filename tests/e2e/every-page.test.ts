/**
 * Every page in both themes and languages: no violations for axe, no horizontal scrolling down to 360 px, and read in the order in
 * which it is shown. Themes
 * differ in colors only and languages in lengths only, so two of the four pairs cover everything; each is checked for
 * accessibility at one of the widths.
 */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OWN_PATHS } from "~/product/names";
import { listReordered, listRepeatedHeadings, listViolations } from "../support/axe";
import { gatherCast, ROLES, type Cast, type CastRole } from "../support/page-visits";
import { expectNoSidewaysScroll, shareBrowser, visit } from "../support/chromium";
import { listPageRoutes } from "../support/page-routes";
import type { Product } from "../support/product";
import { SETUP_TOKEN, startOpenProduct } from "../support/setup";

/** Which role opens which page; `:name` stands for one of the cast's values. */
const SEEN_BY: Record<CastRole, string[]> = {
  stranger: [
    "/",
    "/signin",
    "/signin?error=Something%20went%20wrong",
    "/signin/otp?token=otp_x",
    "/signin/otp?token=otp_x&with=backup",
    "/signin/magic",
    "/signin/magic?sent=1",
    "/signin/social",
    "/signin/social?token=:newcomer",
    "/magic",
    "/forgotpassword",
    "/resetpassword",
    "/resetpassword?token=rst_unknown",
    "/signup",
    "/signup/user?id=inv_unknown",
    "/signup/user?id=:invite&email=:invited",
    ...["/setup?page=1", "/setup?page=2", "/setup?page=3", "/setup?page=5", "/setup?page=7", "/setup?page=9"],
    "/unsubscribe?token=uns_unknown",
    "/unsubscribe?token=:stop",
    "/404",
    "/notfound",
    "/no/such/page",
    "/api/docs",
    "/api/docs?group=users",
    "/api/docs/try",
    "/dev/billing",
    "/dev/kit",
    "/dev/mail",
    "/dev/mail/:mail",
    "/dev/mail/:mail?as=text",
  ],
  unverified: ["/signup/verify"],
  unplanned: ["/signup/plan"],
  waiting: ["/signup/waiting"],
  owner: [
    "/dashboard",
    "/account",
    "/account/profile",
    "/account/security",
    "/account/profile/networks/link?token=:link",
    "/account/password",
    "/account/2fa",
    "/account/billing",
    "/account/upgrade",
    "/account/notifications",
    "/account/apikeys",
    "/account/apikeys/create",
    "/account/apikeys/edit?id=:key",
    "/account/webhooks",
    "/account/webhooks/create",
    "/account/webhooks/edit?id=:webhook",
    "/account/webhooks/edit?id=:webhook&delivery=:delivery",
    "/account/users",
    "/account/users/invite",
    "/account/users/edit?id=:colleague",
    "/account/users/selected?ids=:colleague",
    "/account/owner?user=:colleague",
    "/account/activity",
    "/help",
    "/feedback",
    "/welcome?page=1",
    "/welcome?page=2",
    "/welcome?page=3",
    "/welcome?page=9",
    "/signup/user?id=:invite&email=:invited",
  ],
  member: [
    "/account",
    "/account/profile",
    "/account/leave",
    "/account/apikeys",
    "/account/apikeys/create",
    "/account/webhooks",
  ],
  settingUp: ["/account/2fa/setup"],
  withFactor: ["/account/2fa", "/account/2fa/codes", "/account/2fa/off"],
  master: [
    "/master",
    "/master/people",
    "/master/people?status=support&search=nobody",
    "/master/people/details?id=:owner",
    "/master/accounts",
    "/master/accounts?status=overdue",
    "/master/accounts/details?id=:account",
    "/master/accounts/acts?id=:account",
    "/master/accounts/billing?id=:account",
    "/master/audit",
    "/master/audit?action=joined&from=2026-01-01",
    "/master/mails",
    "/master/mails?tab=waiting",
    "/master/webhooks",
    "/master/jobs",
    "/master/jobs?job=cleanup",
    "/master/health",
    "/master/feedback",
    "/master/events",
    "/master/site",
    "/master/impersonate?user=:owner",
  ],
};
/** With JavaScript, its form is submitted before anyone sees it. */
const SENDS_ITSELF = "/signin/impersonate";
/** With JavaScript, these pages remove the token from their URL. */
const HIDING_THEIR_QUERY = ["/resetpassword", "/signup/user"];
const NOT_FOUND = ["/404", "/notfound", "/no/such/page"];
/**
 * On a slow machine React renders a boundary again that changes before the page is taken over (error 421). Remix sends a page's data in
 * boundaries of their own.
 */
const BOUNDARY = /<!--\$[?!]?-->(?!<script)/;
/** A page that fits at 360 px also fits at 390 px. */
const WIDTHS = [1280, 360];

let product: Product;
let browser: Browser;
let cast: Cast;
beforeAll(async () => {
  product = await startOpenProduct();
  browser = await shareBrowser();
  cast = await gatherCast(product, browser);
  await cast.visits.stranger.page.goto(`/setup?token=${encodeURIComponent(SETUP_TOKEN)}`);
});
afterAll(() => product.stop());

test("every page with content is covered", () => {
  const seen = Object.values(SEEN_BY).flatMap((paths) => paths.map((path) => path.split("?")[0] ?? ""));
  const screens = listPageRoutes().filter(({ hasScreen }) => hasScreen);
  const shape = (path: string) => path.replace(/:\w+/g, ":").replace("/no/such/page", "/*");
  const missing = screens.map(({ path }) => path).filter((path) => !seen.map(shape).includes(shape(path)));
  // A founder's tests look at their pages.
  const own: readonly string[] = Object.values(OWN_PATHS);
  expect(missing.filter((path) => !own.includes(path))).toEqual([SENDS_ITSELF]);
});

describe.each([
  { locale: "en", theme: "light", checkedWidth: 1280 },
  { locale: "es", theme: "dark", checkedWidth: 360 },
])("in $locale, $theme", ({ locale, theme, checkedWidth }) => {
  beforeAll(async () => {
    for (const { page } of Object.values(cast.visits)) await prefer(page, locale, theme);
  });

  // The roles run concurrently, since each has a browser context; the pages of a role run one after the other.
  describe.concurrent.each(ROLES)("%s", (role) => {
    test.each(SEEN_BY[role])("%s", { concurrent: false }, async (path) => {
      const { page } = cast.visits[role];
      const url = path.replace(/:(\w+)/g, (_, name: string) => cast.values[name] ?? "missing");
      const answer = await page.goto(url);
      expect(answer?.status(), "another page than meant").toBe(NOT_FOUND.includes(path) ? 404 : 200);
      expect(await answer?.text(), "a Suspense boundary").not.toMatch(BOUNDARY);
      await page.waitForLoadState("networkidle");
      const shown = new URL(url, product.url);
      if (HIDING_THEIR_QUERY.includes(shown.pathname)) shown.search = "";
      expect(page.url(), "led elsewhere").toBe(shown.href);
      expect(await page.locator("html").getAttribute("lang")).toBe(locale);
      const isDark = ((await page.locator("html").getAttribute("class")) ?? "").includes("dark");
      expect(isDark).toBe(theme === "dark");
      await lookAt(page, checkedWidth);
    });
  });
});

test.each(["en-US", "es-ES"])("the page of a simulated identity provider, in %s", async (locale) => {
  const { page, close } = await visit(browser, product, { locale });
  await page.goto("/auth/linkedin");
  await lookAt(page);
  await close();
});

test.each(["en-US", "es-ES"])(
  "the page that submits itself, while its form is pending, in %s",
  async (locale) => {
    const { page, close } = await visit(browser, product, { locale });
    // The form is never answered.
    await page.route("**/*", (route) => (route.request().method() === "POST" ? undefined : route.continue()));
    await page.goto(`${SENDS_ITSELF}?token=imp_unknown`);
    await lookAt(page);
    await close();
  },
);

test("no page blocked a script or a style, or logged an error", () => {
  expect(Object.values(cast.visits).flatMap(({ complaints }) => complaints)).toEqual([]);
});

/** At each width, and accessibility at one of them, or at both. */
async function lookAt(page: Page, checkedWidth?: number): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    expect(await listReordered(page), `at ${width}px`).toEqual([]);
    if (checkedWidth === undefined || width === checkedWidth)
      expect(await listViolations(page), `at ${width}px`).toEqual([]);
  }
  // The kit shows each piece in several states.
  if (!page.url().includes("/dev/kit")) expect(await listRepeatedHeadings(page)).toEqual([]);
}

async function prefer(page: Page, locale: string, theme: string): Promise<void> {
  await page.goto("/404");
  await page.evaluate(
    async (fields) => {
      await fetch("/preferences", { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
    },
    { locale, dark_mode: String(theme === "dark"), return_to: "/404" },
  );
}
