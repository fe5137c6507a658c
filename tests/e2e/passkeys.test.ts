/** Passkeys in a browser, with Chromium's virtual authenticators: adding, signing in, and what goes wrong. */
import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { shareBrowser, type Visit } from "../support/chromium";
import { enter } from "../support/enter";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { plugIn, type VirtualAuthenticator } from "../support/virtual-authenticator";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
});

interface Holder extends Visit {
  email: string;
  authenticator: VirtualAuthenticator;
}

/** A user on the page about security, with an authenticator. */
async function openSecurity(email: string): Promise<Holder> {
  const visitor = await enter({ browser, product }, email);
  const authenticator = await plugIn(visitor.page);
  await visitor.page.goto("/account/security");
  return { ...visitor, email, authenticator };
}

async function addPasskey(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add a passkey", exact: true }).click();
  await page.getByText("The passkey has been added").waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

describe("a user with an authenticator", () => {
  test("adds a passkey, and signs in with it by the button, without an email, password or code", async () => {
    const { page, complaints, close } = await openSecurity("passkey-button@example.com");
    await addPasskey(page);
    expect(await page.getByText("Chrome on Linux").first().isVisible()).toBe(true);
    await signOut(page);
    await page.goto("/signin");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL("**/dashboard");
    expect(complaints).toEqual([]);
    await close();
  });
});
