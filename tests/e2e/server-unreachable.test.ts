/** While the server cannot be reached, users keep the page they are on and what they typed. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shareBrowser } from "../support/chromium";
import { enter } from "../support/enter";
import { startProduct, type Product } from "../support/product";

let product: Product;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  product = await startProduct();
  browser = await shareBrowser();
  ({ page } = await enter({ browser, product }, "away@example.com"));
});
afterAll(() => product.stop());

const getMessageField = () => page.getByLabel("Message");
const retry = () => page.getByRole("button", { name: "Try again" });
const setOffline = (isOffline: boolean) => page.context().setOffline(isOffline);

test("a form sent offline keeps the typed text, and Try again sends it", async () => {
  await page.goto("/help");
  await getMessageField().fill("The export is empty");
  await setOffline(true);
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("The server couldn't be reached. Check your connection.").waitFor();
  expect(await getMessageField().inputValue()).toBe("The export is empty");
  await setOffline(false);
  await retry().click();
  await page.locator("[data-toast]").getByText("Your message has been sent").waitFor();
});

test("a link followed offline leaves the page as it is, and Try again follows it", async () => {
  await page.goto("/help");
  await getMessageField().fill("Typed before the click");
  await setOffline(true);
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.getByText("Nothing on this page is lost.").waitFor();
  expect(await getMessageField().inputValue()).toBe("Typed before the click");
  await setOffline(false);
  await retry().click();
  await page.waitForURL("**/dashboard");
});

test.each(["Dark mode", "Español", "Sign out"])("%s, selected offline, keeps the page", async (name) => {
  await page.goto("/help");
  await getMessageField().fill("Typed before the menu");
  await setOffline(true);
  await page.getByRole("button", { name: /^Menu for/ }).click();
  await page.getByRole("button", { name, exact: true }).click();
  await retry().waitFor();
  expect(await getMessageField().inputValue()).toBe("Typed before the menu");
  await setOffline(false);
});

test("while the server is stopped, the page stays, and continues once the server is back", async () => {
  await page.goto("/help");
  await getMessageField().fill("Typed before the stop");
  const { port, dataDir, process } = product;
  const hasEnded = new Promise((resolve) => process.once("exit", resolve));
  process.kill("SIGKILL");
  await hasEnded;
  await page.getByRole("button", { name: "Send message" }).click();
  await retry().waitFor();
  await page.getByRole("link", { name: "Account" }).first().click();
  await page.getByText("Nothing on this page is lost.").waitFor();
  expect(await getMessageField().inputValue()).toBe("Typed before the stop");
  product = await startProduct({ PORT: String(port), DATA_DIR: dataDir });
  // The form's own toast has such a button, too.
  await page
    .getByRole("alert")
    .filter({ hasText: "Nothing on this page is lost." })
    .getByRole("button")
    .first()
    .click();
  await page.waitForURL("**/account");
});

test("a page whose data request fails offers to try again, and opens by itself", async () => {
  await page.goto("/dashboard");
  await page.route("**/help.data*", (route) => route.abort());
  await page.getByRole("link", { name: "Help" }).first().click();
  await page.getByRole("heading", { name: "The server couldn't be reached" }).waitFor();
  await page.unroute("**/help.data*");
  await page.getByLabel("Message").waitFor();
  expect(new URL(page.url()).pathname).toBe("/help");
});
