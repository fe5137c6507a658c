/** Two-factor in a browser with JavaScript: setup and sign-in, checked for accessibility and on a phone. */
import type { Browser, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { PRODUCT_SLUG } from "~/domain/product";
import { listViolations } from "../support/axe";
import { PASSWORD } from "../support/clients";
import {
  expectNoSidewaysScroll,
  shareBrowser,
  signUpOnFreePlanInPage,
  visit,
  type Visit,
  waitUntilLive,
} from "../support/chromium";
import { AUTO_SUBMIT_QUIET_MS } from "~/domain/limits";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { generateCode, waitUntilMidStep } from "../support/two-factor";

const EMAIL = "factor@example.com";
const ROOM_MS = 10_000;

let product: Product;
let browser: Browser;
let owner: Visit;
let secret: string;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
  owner = await visit(browser, product);
  await signUpOnFreePlanInPage(owner.page, product, EMAIL);
});

async function lookAt(page: Page): Promise<void> {
  expect(await listViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A code that is there as soon as the form is, as after going back, is not submitted by itself. */
async function waitUntilCodesSubmit(page: Page): Promise<void> {
  await waitUntilLive(page);
  await page.waitForTimeout(AUTO_SUBMIT_QUIET_MS);
}

/** Enters the password in a new browser; returns it on the page that asks for the code. */
async function openCodePage(): Promise<Visit> {
  const visitor = await visit(browser, product);
  await visitor.page.goto("/signin");
  await visitor.page.getByLabel("Email").fill(EMAIL);
  await visitor.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await visitor.page.getByRole("button", { name: "Sign in", exact: true }).click();
  await visitor.page.waitForURL("**/signin/otp?**");
  return visitor;
}

test("after a wrong code, a valid one submits itself and turns two-factor on", async () => {
  const { page } = owner;
  await page.goto("/account/2fa");
  await lookAt(page);
  await page.getByRole("button", { name: "Enable" }).click();
  await page.waitForURL("**/account/2fa/setup");
  await lookAt(page);
  const otpauth = await page.getByRole("link", { name: "Open in your app" }).getAttribute("href");
  secret = new URL(otpauth ?? "").searchParams.get("secret") ?? "";
  await waitUntilCodesSubmit(page);
  await waitUntilMidStep(ROOM_MS);
  await page.getByLabel("Code", { exact: true }).click();
  await page.keyboard.type(generateCode(secret, { steps: 50 }));
  await page.getByText("That code is incorrect").waitFor();
  // The answer has arrived: the field is empty and has the focus again.
  await page.waitForFunction(() => document.activeElement?.matches("[data-input-otp][value='']"));
  await page.keyboard.type(generateCode(secret, { steps: -1 }));
  await page.getByRole("heading", { name: "Your backup codes" }).waitFor();
  expect(await page.locator("ol li").count()).toBe(10);
  await page.getByText("Two-factor authentication has been enabled.").waitFor();
  await lookAt(page);
});

test("the backup codes can be downloaded, and printed without the rest of the page", async () => {
  const { page } = owner;
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${PRODUCT_SLUG}-backup-codes.txt`);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("link", { name: "I've saved them" }).isVisible()).toBe(false);
  expect(await page.locator("ol li").first().isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
});

test("signing in asks for the code; a code pasted with a space submits itself", async () => {
  const visitor = await openCodePage();
  await lookAt(visitor.page);
  await waitUntilCodesSubmit(visitor.page);
  await waitUntilMidStep(ROOM_MS);
  const field = visitor.page.getByLabel("Code", { exact: true });
  await field.evaluate(
    (input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    generateCode(secret).replace(/(...)/, "$1 "),
  );
  await visitor.page.waitForURL("**/welcome**");
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("the first browser is still signed in, and shows how many codes are left", async () => {
  const { page } = owner;
  await page.getByRole("link", { name: "I've saved them" }).click();
  await page.getByText("10 backup codes left").waitFor();
  await lookAt(page);
  for (const path of ["/account/2fa/codes", "/account/2fa/off"]) {
    await page.goto(path);
    await lookAt(page);
  }
  expect(owner.complaints).toEqual([]);
});
