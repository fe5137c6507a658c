/** The contents of the account's pages: tiles, tables with long names, times, and the menu of a row. */
import { userEntity } from "~/models/user.server";
import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { PASSWORD } from "../support/clients";
import { expectNoSidewaysScroll, shareBrowser, visit, type Visit } from "../support/chromium";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { invite, listInvites, join, makeOwner, type TeamMember } from "../support/team";

const OWNER = "owner@account-lists.example.com";
const LONG_NAME = "Maximiliana Alexandra Wolfeschlegelsteinhausenbergerdorff-Ho";
const LONG_EMAIL = `${"wolfeschlegelsteinhausen".repeat(7)}.a@example.com`;
const WIDTHS = [1440, 1280, 1024, 768, 640, 390, 360, 320];

let product: Product;
let browser: Browser;
let owner: TeamMember;
let opened: Visit;
let page: Page;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
  owner = await makeOwner(product, OWNER, "Olivia Owner");
  await addLongMember();
  opened = await visit(browser, product, { timezoneId: "America/New_York" });
  page = opened.page;
  await signIn(page);
});

test.each([
  ["/account", [4, 4, 2, 2, 2, 1, 1, 1]],
  ["/dashboard", [4, 4, 4, 2, 2, 2, 2, 1]],
])("the tiles of %s are one, two or four to a row at every width", async (path, expected) => {
  await page.goto(path);
  const columns: number[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    columns.push(await countColumns(page));
  }
  expect(columns).toEqual(expected);
});

test("a long name and a long email are truncated with an ellipsis and a title, and do not widen the page", async () => {
  await page.goto("/account/users");
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    for (const text of [LONG_NAME, LONG_EMAIL]) {
      const cut = page.getByRole("table").getByTitle(text, { exact: true });
      const style = await cut.evaluate((element) => ({
        ellipsis: getComputedStyle(element).textOverflow,
        isInside:
          element.getBoundingClientRect().right <=
          (element.closest("td, th")?.getBoundingClientRect().right ?? 0),
        lines: Math.round(element.getBoundingClientRect().height / 18),
      }));
      expect(style, `${text} at ${width}`).toMatchObject({ ellipsis: "ellipsis", isInside: true });
      expect(style.lines).toBeLessThanOrEqual(text === LONG_NAME && width === 360 ? 2 : 1);
    }
  }
});

test("times are in the browser's time zone with UTC as their title, and in UTC without JavaScript", async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/account/activity");
  const time = page.getByRole("main").locator("time").first();
  const iso = (await time.getAttribute("datetime")) ?? "";
  await expect.poll(() => time.innerText()).toBe(formatShown(iso, "America/New_York"));
  expect(await time.getAttribute("title")).toBe(`${formatShown(iso, "UTC")} UTC`);

  const plain = await visit(browser, product, { javaScriptEnabled: false, timezoneId: "America/New_York" });
  await signIn(plain.page);
  await plain.page.goto("/account/activity");
  const first = plain.page.getByRole("main").locator(`time[datetime="${iso}"]`).first();
  expect(await first.innerText()).toBe(`${formatShown(iso, "UTC")} UTC`);
  await plain.close();
});

describe("a row's menu", () => {
  test("a row's menu resends an invitation from the keyboard, and keeps the typed text and the search", async () => {
    const email = "pending@account-lists.example.com";
    await invite(product, owner.call, { email });
    await page.goto("/account/users?search=pend");
    await page.getByRole("searchbox").fill("typed");
    await getRowMenu("pending").press("Enter");
    await page.getByRole("menuitem", { name: "Resend" }).press("Enter");
    await page.getByText(`Invitation sent again to ${email}.`).waitFor();
    await expect.poll(() => listInvites(product, email).length).toBe(2);
    expect(page.url()).toBe(`${product.url}/account/users?search=pend`);
    expect(await page.getByRole("searchbox").inputValue()).toBe("typed");
  });

  test("a row's menu revokes an invitation after a confirmation", async () => {
    await page.goto("/account/users");
    await getRowMenu("pending").click();
    await page.getByRole("menuitem", { name: "Revoke invitation" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText("Revoke the invitation for pending@account-lists.example.com?").waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await expect
      .poll(() => getRowMenu("pending").evaluate((button) => button === document.activeElement))
      .toBe(true);

    await getRowMenu("pending").click();
    await page.getByRole("menuitem", { name: "Revoke invitation" }).click();
    await question.getByRole("button", { name: "Revoke invitation" }).click();
    await page.getByText("The invitation has been revoked.").waitFor();
    await expect.poll(() => getRowMenu("pending").count()).toBe(0);
  });

  test("a row's menu changes a role, links to the transfer of ownership, and removes after a confirmation", async () => {
    const { id } = await join(product, owner.call, {
      email: "alan@account-lists.example.com",
      name: "Alan Turing",
    });
    await page.goto("/account/users");
    const row = page.getByRole("row").filter({ hasText: "alan@account-lists.example.com" });
    await getRowMenu("Alan Turing").click();
    expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(["Change role", "Remove"]);
    await page.getByRole("menuitem", { name: "Change role" }).click();
    await page.getByRole("radio", { name: /^Admin/ }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The role has been changed.").waitFor();
    await row.getByText("Admin", { exact: true }).filter({ visible: true }).waitFor();

    await getRowMenu("Alan Turing").click();
    const transfer = page.getByRole("menuitem", { name: "Transfer ownership" });
    expect(await transfer.getAttribute("href")).toBe(`/account/owner?user=${id}`);
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("The member has been removed.").waitFor();
    await row.waitFor({ state: "detached" });
  });

  test("a row's menu keeps the page and shows an error when the server cannot be reached", async () => {
    await invite(product, owner.call, { email: "offline@account-lists.example.com" });
    const { page: away, close } = await visit(browser, product);
    await signIn(away);
    await away.goto("/account/users");
    await away.route("**/account/users**", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await away.getByRole("button", { name: "Actions for offline" }).click();
    await away.getByRole("menuitem", { name: "Resend" }).click();
    await away.getByText("The server couldn't be reached").waitFor();
    expect(await away.getByRole("heading", { level: 1 }).innerText()).toBe("Users");
    await close();
  });

  test("a row's menu without JavaScript is a link to a page with the same actions", async () => {
    const { page: plain, close } = await visit(browser, product, { javaScriptEnabled: false });
    await signIn(plain);
    await plain.goto("/account/users?search=offline");
    await plain.getByRole("link", { name: "Manage" }).click();
    await plain.getByRole("button", { name: "Resend" }).click();
    await plain.waitForURL("**/account/users");
    await plain.goto("/account/users?search=offline");
    await plain.getByRole("link", { name: "Manage" }).click();
    await plain.getByRole("button", { name: "Revoke invitation" }).click();
    await plain.waitForURL("**/account/users");
    expect(await plain.getByRole("table").getByText("offline@account-lists.example.com").count()).toBe(0);
    await close();
  });
});

test("a printed page is dark on white in the dark theme too, without navigation", async () => {
  await page.goto("/account/users");
  await page.evaluate(() => (document.documentElement.className = "dark"));
  const readColor = () => page.evaluate(() => getComputedStyle(document.body).color);
  expect(await readColor()).toBe("rgb(231, 236, 245)");
  await page.emulateMedia({ media: "print" });
  expect(await readColor()).toBe("rgb(15, 23, 42)");
  expect(await page.getByRole("navigation").filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole("table").isVisible()).toBe(true);
  await page.emulateMedia({ media: null });
});

test("support access is one switch with its time next to it, which a click turns on and off", async () => {
  await page.goto("/help");
  const access = page.getByRole("switch", { name: "Let support sign in as me" });
  await page.getByLabel("For", { exact: true }).selectOption({ label: "1 hour" });
  await access.click();
  await page.getByText("Support can now sign in as you.").waitFor();
  expect(await access.getAttribute("aria-checked")).toBe("true");
  expect(await page.locator("#support").innerText()).toMatch(/Until \d/);
  await access.press("Space");
  await page.getByLabel("For", { exact: true }).waitFor();
  expect(await access.getAttribute("aria-checked")).toBe("false");
  expect(await access.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("the support form is empty again once the message is sent", async () => {
  await page.goto("/help");
  const message = page.getByLabel("Message");
  await message.fill("The chart is upside down");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Your message has been sent to support.").waitFor();
  await expect.poll(() => message.inputValue()).toBe("");
});

test("the pages logged no errors", () => {
  expect(opened.complaints).toEqual([]);
});

const getRowMenu = (name: string) => page.getByRole("button", { name: `Actions for ${name}` });

async function signIn(at: Page): Promise<void> {
  await at.goto("/signin");
  await at.getByLabel("Email").fill(OWNER);
  await at.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await at.getByRole("button", { name: "Sign in", exact: true }).click();
  await at.waitForURL("**/welcome?page=1");
}

async function addLongMember(): Promise<void> {
  const { id } = await join(product, owner.call, {
    email: "long@account-lists.example.com",
    name: LONG_NAME,
  });
  const store = await openProductStore(product);
  await store.update(userEntity, { id }, { email: LONG_EMAIL, emailClaim: LONG_EMAIL });
  await store.close();
}

/** The number of tiles in the first row. */
function countColumns(at: Page): Promise<number> {
  return at
    .getByRole("main")
    .locator(".grid.gap-4:not(:has(.gap-4)) > *")
    .evaluateAll((tiles) => {
      const tops = tiles.map((tile) => tile.getBoundingClientRect().top);
      return tops.filter((top) => top === tops[0]).length;
    });
}

/** Formats a time like "11/21/2026, 02:05 PM" in the time zone. */
function formatShown(iso: string, timeZone: string): string {
  const parts = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  // With a space of its own before AM and PM.
  return new Intl.DateTimeFormat("en-US", { ...parts, hourCycle: "h12", timeZone })
    .format(new Date(iso))
    .replaceAll("\u202f", " ");
}
