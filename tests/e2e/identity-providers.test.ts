/** Identity providers in a browser: each from its button to the account, and Apple's answer across sites. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KNOWN_IDENTITY_PROVIDERS, OPEN_IDENTITY_PROVIDERS } from "~/domain/identity-providers";
import { expectNoSidewaysScroll, shareBrowser, visit } from "../support/chromium";
import { startWithIdentityProviders, type StartedIdentityProviders } from "../support/identity-provider";

let providers: StartedIdentityProviders;
let browser: Browser;
beforeAll(async () => {
  providers = await startWithIdentityProviders();
  browser = await shareBrowser();
});
afterAll(() => providers.stop());

/** The providers' pages are at 127.0.0.1 and the product is at localhost, which is another site to a browser. */
test.each(["google", "github", "microsoft", "apple"] as const)(
  "a user signs up by %s and is asked to verify the email, and no page logs an error",
  async (id) => {
    const { page, complaints, close } = await visit(browser, providers.product);
    await page.goto("/signup");
    await page.getByRole("link", { name: `Continue with ${KNOWN_IDENTITY_PROVIDERS[id]}` }).click();
    await page.waitForURL((url) => url.hostname === "127.0.0.1");
    await page.getByLabel("Name").fill(`Ada at ${id}`);
    await page.getByLabel("Email address").fill(`${id}@example.com`);
    await page.getByRole("button", { name: "Allow" }).click();
    if (id === "apple") await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/signup/verify");
    await page.goto("/signup/verify");
    await page.getByText(`${id}@example.com`).first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
);

test("on a phone five buttons are shown, and a key opens the others without scripts", async () => {
  const options = { viewport: { width: 375, height: 700 }, javaScriptEnabled: false };
  const { page, close } = await visit(browser, providers.product, options);
  await page.goto("/signin");
  const buttons = page.getByRole("link", { name: /^Continue with/ });
  expect(await buttons.count()).toBe(OPEN_IDENTITY_PROVIDERS);
  await expectNoSidewaysScroll(page);
  await page.getByText("More ways").press("Enter");
  expect(await buttons.count()).toBe(Object.keys(KNOWN_IDENTITY_PROVIDERS).length);
  await close();
});
