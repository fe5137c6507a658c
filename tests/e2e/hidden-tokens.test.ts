/** The token of a mailed link does not stay in the address bar, and the page still works when it is reloaded. */
import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { createApiClient, createUserOnFreePlan } from "../support/clients";
import { shareBrowser, visit } from "../support/chromium";
import { resetTokenFor } from "../support/links";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { invite, makeOwner } from "../support/team";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
});

async function resetLink(email: string): Promise<string> {
  await createUserOnFreePlan(product, email);
  return `/resetpassword?token=${await resetTokenFor(product, email)}`;
}

const LINKS: Record<string, { path: string; label: string; link: (email: string) => Promise<string> }> = {
  "a password reset": { path: "/resetpassword", label: "New password", link: resetLink },
  "an invitation": {
    path: "/signup/user",
    label: "Your name",
    link: async (email) => {
      const { call } = await makeOwner(product, `inviter-${email}`);
      const { id } = await invite(product, call, { email });
      return `/signup/user?id=${id}&email=${email}`;
    },
  },
};

test.each(Object.entries(LINKS))(
  "%s: after a reload, or after going back, the page still has its token",
  async (name, { path, label, link }) => {
    const { page, complaints, close } = await visit(browser, product);
    const url = `${product.url}${path}`;
    const field = page.getByLabel(label, { exact: true });
    await page.goto(await link(`${name.replaceAll(" ", "-")}@example.com`));
    await page.waitForURL(url);
    await page.reload();
    await field.waitFor();
    await page.waitForURL(url);
    await page
      .getByRole("link", { name: /new link|sign in$|Continue with Google/i })
      .first()
      .click();
    await page.waitForURL((url) => url.pathname !== path);
    await page.goBack();
    await field.waitFor();
    await page.waitForURL(url);
    expect(complaints).toEqual([]);
    await close();
  },
);

test("the form of the opened link is accepted, and changes the password", async () => {
  const email = "hidden@example.com";
  const { page, close } = await visit(browser, product);
  await page.goto(await resetLink(email));
  await page.waitForURL(`${product.url}/resetpassword`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("New password", { exact: true }).fill("another horse!");
  await page.getByLabel("Confirm new password").fill("another one!");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page.getByText("The passwords don't match").waitFor();
  expect(page.url()).toBe(`${product.url}/resetpassword`);
  await page.getByLabel("Confirm new password").fill("another horse!");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page.waitForURL(/welcome|dashboard/);
  const answer = await createApiClient(product)("POST", "/api/auth", { email, password: "another horse!" });
  expect(answer.status).toBe(200);
  await close();
});
