/** Navigating by keyboard and screen reader, and in the light or dark theme. */
import type { Browser, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { listViolations } from "../support/axe";
import { shareBrowser, visit } from "../support/chromium";
import { enter } from "../support/enter";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
});

const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return `${element?.tagName.toLowerCase()} ${element?.textContent.trim()}`;
  });
/** Presses "/" until the search field has the focus: a slow machine may make the page live after its last request. */
const waitForKeys = (page: Page) =>
  expect
    .poll(async () => {
      await page.keyboard.press("/");
      return page.evaluate(() => document.activeElement?.getAttribute("name"));
    })
    .toBe("search");
const isDark = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor === "rgb(11, 17, 32)");

test("after a navigation, the focus is on the new heading and the title is announced", async () => {
  const { page, close } = await enter({ browser, product }, "focus@example.com");
  await page.goto("/dashboard");
  expect(await describeFocus(page)).toMatch(/^body/);
  await page.getByRole("link", { name: "Help" }).first().click();
  await page.waitForURL("**/help");
  await expect.poll(() => describeFocus(page)).toBe("h1 Help");
  expect(await page.locator("p[aria-live='polite']").textContent()).toMatch(/^Help/);
  await close();
});

test("a second link that is clicked before the first has opened wins, and no error is logged", async () => {
  const { page, complaints, close } = await enter({ browser, product }, "quick@example.com");
  for (const pauseMs of [0, 3, 6, 9, 12, 15, 20, 30]) {
    await page.goto("/dashboard", { waitUntil: "networkidle" });
    await page.evaluate(async (pause) => {
      const click = (path: string) => document.querySelector<HTMLElement>(`nav a[href="${path}"]`)?.click();
      click("/account");
      await new Promise((done) => setTimeout(done, pause));
      click("/help");
    }, pauseMs);
    await page.waitForURL("**/help");
  }
  expect(complaints).toEqual([]);
  await close();
});

test("a link that is clicked while a search is loading opens, although the search ends first", async () => {
  const { page, complaints, close } = await enter({ browser, product }, "search@example.com");
  await page.goto("/account/users", { waitUntil: "networkidle" });
  // Before the first visit to a page, the browser asks whether the server is up. It learns that when the search has ended.
  const question = page.waitForRequest("**/health/live");
  await page.route("**/health/live", async (route) => {
    await page.waitForURL("**/account/users?search=unknown");
    await route.continue();
  });
  await page.route("**/account/users.data*", async (route) => {
    await question;
    await route.continue();
  });
  await page.getByRole("searchbox").fill("unknown");
  await page.getByRole("searchbox").press("Enter");
  await page.getByRole("link", { name: "Help" }).first().click();
  await page.waitForURL("**/help");
  expect(complaints).toEqual([]);
  await close();
});

test("an error in the sign-in page's URL is in the page, and in a notification that stays until it is closed", async () => {
  const { page, close } = await visit(browser, product);
  await page.clock.install();
  await page.goto("/signin?error=The%20network%20is%20closed");
  const notification = page.getByRole("region", { name: "Notifications" }).getByText("The network is closed");
  await notification.waitFor();
  await page.clock.fastForward(60_000);
  expect(await notification.isVisible()).toBe(true);
  expect(await page.getByRole("main").getByText("The network is closed").isVisible()).toBe(true);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await notification.waitFor({ state: "hidden" });
  expect(await page.getByRole("main").getByText("The network is closed").isVisible()).toBe(true);
  await close();
});

test("the icons of the navigation are drawn from the sprite, 16 px wide", async () => {
  const { page, close } = await enter({ browser, product }, "icons@example.com");
  await page.goto("/account/profile");
  const icons = page.locator("nav svg.icon:visible");
  const widths = await icons.evaluateAll((all) => all.map((icon) => getComputedStyle(icon).width));
  expect(widths.length).toBeGreaterThan(5);
  expect(new Set(widths)).toEqual(new Set(["16px"]));
  // An icon that the sprite does not have, or a sprite that does not arrive, has an empty box.
  const listDrawnWidths = () =>
    icons.evaluateAll((all) => all.map((icon) => (icon as SVGSVGElement).getBBox().width));
  await expect.poll(async () => Math.min(...(await listDrawnWidths()))).toBeGreaterThan(5);
  await close();
});

test("signed in, the operating system's theme applies until the user chooses one", async () => {
  const options = { colorScheme: "dark" } as const;
  const { page, close } = await enter({ browser, product, options }, "system@example.com");
  await page.goto("/dashboard");
  expect(await isDark(page)).toBe(true);
  await page.getByRole("button", { name: /^Menu for/ }).click();
  expect(await page.getByRole("button", { name: "Dark mode" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Light mode" }).click();
  await expect.poll(() => isDark(page)).toBe(false);
  await page.context().clearCookies({ name: "theme" });
  await page.reload();
  expect(await isDark(page)).toBe(false);
  await close();
});

test.each([true, false])(
  "signed out, the operating system's dark theme applies; JavaScript: %s",
  async (javaScriptEnabled) => {
    const { page, close } = await visit(browser, product, { colorScheme: "dark", javaScriptEnabled });
    await page.goto("/signin");
    expect(await isDark(page)).toBe(true);
    await page.context().addCookies([{ name: "theme", value: "light", url: product.url }]);
    await page.reload();
    expect(await isDark(page)).toBe(false);
    await close();
  },
);

test("a user's dark theme stays after signing out on another device", async () => {
  const { page, close } = await enter({ browser, product }, "dark@example.com");
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /^Menu for/ }).click();
  await page.getByRole("button", { name: "Dark mode" }).click();
  await expect.poll(() => isDark(page)).toBe(true);
  await page.context().clearCookies({ name: "theme" });
  await page.reload();
  await page.getByRole("button", { name: /^Menu for/ }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL("**/signin");
  await page.reload();
  expect(await isDark(page)).toBe(true);
  await close();
});

test.each([1280, 390, 360])("at %d px, a notification covers nothing that Tab reaches", async (width) => {
  const { page, close } = await enter(
    { browser, product, options: { viewport: { width, height: 640 } } },
    `tab${width}@example.com`,
  );
  await page.goto("/account/profile");
  await page.locator("#name summary").click();
  await page.getByLabel("Your name").fill("Grace Murray Hopper");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("[data-toast]").waitFor();
  // The notification's timer stops while the window has no focus; its own button does not count.
  await page.evaluate(() => (document.hasFocus = () => false));
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  for (let stops = 0; stops < 25; stops++) {
    await page.keyboard.press("Tab");
    const isCovered = await page.evaluate(() => {
      const [stop, toast] = [document.activeElement, document.querySelector("[data-toast]")];
      if (!stop || !toast || toast.contains(stop) || stop === document.body) return null;
      const [a, b] = [stop.getBoundingClientRect(), toast.getBoundingClientRect()];
      const isOver = a.bottom > b.top && a.top < b.bottom && a.right > b.left && a.left < b.right;
      return isOver ? stop.outerHTML.slice(0, 90) : null;
    });
    expect(isCovered).toBeNull();
  }
  expect(await page.locator("[data-toast]").count()).toBe(1);
  await close();
});

test("Ctrl K opens the palette, which is loaded then, and leads to pages, acts, people and settings", async () => {
  const { page, close } = await enter({ browser, product }, "palette@example.com");
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto("/dashboard", { waitUntil: "networkidle" });
  const isLoaded = () => scripts.some((url) => /palette.*\.js/.test(url));
  expect(isLoaded()).toBe(false);
  await waitForKeys(page);
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search and commands" });
  await dialog.waitFor();
  expect(isLoaded()).toBe(true);
  expect(await listViolations(page)).toEqual([]);
  await page.keyboard.type("palette@");
  await dialog.getByRole("option", { name: /palette@example.com/ }).waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("dark mode");
  await dialog.getByRole("option", { name: /dark mode/i, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("html").getAttribute("class")).toBe("dark");
  await page.keyboard.press("Control+k");
  await dialog.waitFor();
  await page.keyboard.type("activ");
  await dialog.getByRole("option", { name: "Activity", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/account/activity");
  await page.keyboard.press("Control+k");
  await dialog.waitFor();
  await page.keyboard.type("create api");
  await dialog.getByRole("option", { name: "Create API key", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/account/apikeys/create");
  await close();
});

test("a question mark lists the shortcuts, whose single keys can be turned off", async () => {
  const { page, close } = await enter({ browser, product }, "shortcuts@example.com");
  await page.goto("/dashboard", { waitUntil: "networkidle" });
  await waitForKeys(page);
  await page.keyboard.type("?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.locator("h1").click();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.getByLabel("Use the shortcuts without Ctrl or ⌘").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search and commands" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  await close();
});
