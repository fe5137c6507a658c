/** The user's own pages in a browser: typing, choosing, copying, folding and confirming. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { UPLOAD_MAX_BYTES } from "~/domain/limits";
import { listViolations } from "../support/axe";
import { PASSWORD, createApiClient } from "../support/clients";
import {
  expectNoSidewaysScroll,
  shareBrowser,
  signUpOnFreePlanInPage,
  visit,
  type Visit,
} from "../support/chromium";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { createPicture } from "../support/uploads";

const EMAIL = "own@example.com";
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };

let product: Product;
let browser: Browser;
let owner: Visit;
let page: Page;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
  owner = await visit(browser, product);
  ({ page } = owner);
  await signUpOnFreePlanInPage(page, product, EMAIL);
});
afterAll(async () => {
  expect(owner.complaints).toEqual([]);
});
beforeEach(() => page.setViewportSize(WIDE));

/** Font sizes of every text field and select, by name. */
function readFontSizes(at: Page): Promise<Record<string, number>> {
  return at.evaluate(() => {
    const typed = "input:not([type=hidden],[type=checkbox],[type=radio],[type=file]), select, textarea";
    const fields = [...document.querySelectorAll<HTMLInputElement>(typed)];
    return Object.fromEntries(
      fields.map((field, place) => [
        `${field.tagName} ${field.name} ${place}`,
        Number.parseFloat(getComputedStyle(field).fontSize),
      ]),
    );
  });
}

describe("on a phone, every field has a font of at least 16 px, because Safari zooms into smaller ones", () => {
  test.each([
    "/signin",
    "/signup",
    "/forgotpassword",
    "/signin/otp?token=x",
    "/signin/otp?token=x&with=backup",
  ])("%s, signed out", async (path) => {
    const visitor = await visit(browser, product, { viewport: PHONE });
    await visitor.page.goto(path);
    await expectSizes(visitor.page);
    await visitor.close();
  });

  test.each(["/account/profile", "/account/password", "/account/users", "/help", "/dashboard"])(
    "%s, signed in",
    async (path) => {
      await page.setViewportSize(PHONE);
      await page.goto(path);
      await expectSizes(page);
    },
  );

  async function expectSizes(at: Page): Promise<void> {
    const sizes = await readFontSizes(at);
    expect(Object.keys(sizes)).not.toEqual([]);
    expect(Object.entries(sizes).filter(([, size]) => size < 16)).toEqual([]);
    await expectNoSidewaysScroll(at);
  }
});

test("the auth layout's panel stays in place while a long form scrolls", async () => {
  const visitor = await visit(browser, product, { viewport: { width: 1280, height: 500 } });
  await visitor.page.goto("/signup");
  const scrolled = await visitor.page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    return window.scrollY;
  });
  expect(scrolled).toBeGreaterThan(50);
  expect(await visitor.page.locator(".auth-panel").boundingBox()).toMatchObject({ y: 0, height: 500 });
  await visitor.close();
});

test("the rules for a new password are checked while the user types", async () => {
  const visitor = await visit(browser, product);
  await visitor.page.goto("/signup");
  const rules = visitor.page.locator("form ul li");
  await visitor.page.getByLabel("Password", { exact: true }).pressSequentially("abcdefgh");
  await expect
    .poll(() => rules.allTextContents())
    .toEqual(["At least 8 characters (done)", "At least one special character, such as ! or ?"]);
  expect(await listViolations(visitor.page)).toEqual([]);
  await visitor.close();
});

test("a button copies the authenticator's key, in the first of two steps", async () => {
  await page.goto("/account/2fa");
  await page.getByRole("button", { name: "Enable" }).click();
  await page.waitForURL("**/account/2fa/setup");
  await expect
    .poll(() => page.locator("main section h2").allTextContents())
    .toEqual(["Scan this code", "Enter the code from your app"]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy key" }).click();
  await page.getByText("Copied", { exact: true }).waitFor();
  const otpauth = await page.getByRole("link", { name: "Open in your app" }).getAttribute("href");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(new URL(otpauth ?? "").searchParams.get("secret"));
});

describe("a profile picture", () => {
  const getInput = () => page.getByLabel("Select a picture");
  const readAvatarUrl = () => page.locator("#avatar figure img").getAttribute("src");
  const openPicture = async (at: Page) => {
    await at.goto("/account/profile");
    await at.locator("#avatar summary").click();
  };

  test("a profile picture has a preview before the upload, and comes from the server afterwards", async () => {
    await openPicture(page);
    const buffer = await createPicture().png().toBuffer();
    await getInput().setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
    await page.getByText("Preview").waitFor();
    expect(await readAvatarUrl()).toMatch(/^blob:/);
    await page.getByText("me.png").waitFor();
    await page.getByRole("button", { name: "Upload picture" }).click();
    await page.locator("#avatar summary img").waitFor();
    await page.locator("#avatar summary").click();
    await page.getByRole("button", { name: "Remove picture" }).waitFor();
    expect(await readAvatarUrl()).toMatch(/^\/avatar\//);
    expect(await page.getByText("Preview").count()).toBe(0);
  });

  test.each([
    [
      { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") },
      "File type excluded: application/pdf",
    ],
    [
      { name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(UPLOAD_MAX_BYTES + 1) },
      "The file must be a maximum of 5 MB",
    ],
  ])(
    "case %#: a file that the form rejects shows its error when it is chosen, and no preview",
    async (file, message) => {
      await openPicture(page);
      await getInput().setInputFiles(file);
      await page.getByText(message, { exact: true }).waitFor();
      expect(await page.getByText("Preview").count()).toBe(0);
    },
  );

  test("a picture that is too large shows its error without JavaScript too", async () => {
    const storageState = await page.context().storageState();
    const visitor = await visit(browser, product, { javaScriptEnabled: false, storageState });
    await openPicture(visitor.page);
    const file = { name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(UPLOAD_MAX_BYTES + 1) };
    await visitor.page.getByLabel("Select a picture").setInputFiles(file);
    await visitor.page.getByRole("button", { name: "Upload picture" }).click();
    await visitor.page.locator("#avatar").getByText("larger than the server accepts").waitFor();
    await visitor.close();
  });

  test("a file that is only named like a picture leaves the present picture in place", async () => {
    await openPicture(page);
    await getInput().setInputFiles({ name: "fake.png", mimeType: "image/png", buffer: Buffer.from("x") });
    await page.getByText("fake.png").waitFor();
    await expect.poll(readAvatarUrl).not.toMatch(/^blob:/);
    expect(await page.getByText("Preview").count()).toBe(0);
  });
});

test("a code typed while the scripts load keeps its digits and the focus, and loses its space", async () => {
  const visitor = await visit(browser, product, { storageState: await page.context().storageState() });
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await visitor.page.route("**/assets/entry.client*", async (route) => {
    await isReleased;
    await route.continue();
  });
  await visitor.page.goto("/account/2fa/setup", { waitUntil: "commit" });
  const field = visitor.page.locator("[name=code]");
  await field.click();
  await visitor.page.keyboard.type("12 3");
  release();
  await visitor.page.locator("[data-input-otp]").waitFor();
  await visitor.page.keyboard.type("45");
  expect(await field.inputValue()).toBe("12345");
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("closing the account marks every empty field", async () => {
  await page.goto("/account/profile");
  await page.getByText("Close this account…").click();
  await page.getByRole("button", { name: "Close account permanently" }).click();
  await page.getByText("Please fill in this field to confirm").waitFor();
  await page.getByText("Please enter your password to confirm").waitFor();
  expect(new URL(page.url()).pathname).toBe("/account/profile");
});

describe("sessions of one device", () => {
  const getFoldedSessions = (at: Page) => at.locator("#sessions details");

  test("sessions of one device are one row with their number, which unfolds to end each", async () => {
    for (let times = 0; times < 3; times += 1)
      await createApiClient(product)(
        "POST",
        "/api/auth",
        { email: EMAIL, password: PASSWORD },
        { "User-Agent": "curl/8" },
      );
    await page.goto("/account/security");
    await getFoldedSessions(page).getByText("3 sessions").waitFor();
    expect(await getFoldedSessions(page).getByRole("button", { name: /^End/ }).first().isVisible()).toBe(
      false,
    );
    await getFoldedSessions(page).locator("summary").focus();
    await page.keyboard.press("Enter");
    expect(await listViolations(page)).toEqual([]);
    await getFoldedSessions(page).getByRole("button", { name: /^End/ }).first().click();
    await page.getByText("2 sessions").waitFor();
  });

  test("unfold without JavaScript too", async () => {
    const storageState = await page.context().storageState();
    const visitor = await visit(browser, product, { javaScriptEnabled: false, storageState });
    await visitor.page.goto("/account/security");
    await getFoldedSessions(visitor.page).locator("summary").click();
    await getFoldedSessions(visitor.page).getByRole("button", { name: /^End/ }).first().click();
    await visitor.page.waitForURL("**/account/security#sessions");
    expect(await getFoldedSessions(visitor.page).count()).toBe(0);
    await visitor.close();
  });
});

test("a password reset link that no longer works says so when it is opened", async () => {
  const visitor = await visit(browser, product);
  await visitor.page.goto("/resetpassword?token=rst_dead");
  await visitor.page.getByRole("heading", { name: "This link no longer works" }).waitFor();
  expect(await visitor.page.getByRole("textbox").count()).toBe(0);
  await visitor.page.getByRole("link", { name: "Request a new link" }).click();
  await visitor.page.waitForURL("**/forgotpassword");
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
