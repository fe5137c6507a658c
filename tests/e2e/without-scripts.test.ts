/** Signing up and using the product without JavaScript: everything but the card field works. */
import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { DEMO_PAGE_SIZE } from "~/domain/limits";
import { PASSWORD } from "../support/clients";
import { shareBrowser, signUpInPage, visit } from "../support/chromium";
import { linkIn, type Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
});

const WORDS = {
  en: {
    locale: "en-US",
    name: "Your name",
    email: "Email",
    password: "Password",
    repeat: "Confirm password",
    create: "Create account",
    verify: "Verify email",
    next: "Continue",
    invalid: "Please enter a valid email address",
    card: /JavaScript/,
    out: "Sign out",
  },
  es: {
    locale: "es-ES",
    name: "Tu nombre",
    email: "Correo electrónico",
    password: "Contraseña",
    repeat: "Repite la contraseña",
    create: "Crear cuenta",
    verify: "Verificar el correo",
    next: "Continuar",
    invalid: "Introduce un correo electrónico válido",
    card: /JavaScript/,
    out: "Cerrar sesión",
  },
};

describe.each(Object.entries(WORDS))("in %s", (language, words) => {
  async function open(): Promise<Page> {
    return (await visit(browser, product, { javaScriptEnabled: false, locale: words.locale })).page;
  }

  async function fill(page: Page, email: string): Promise<void> {
    await page.goto("/signup");
    await page.getByLabel(words.name).fill("Grace Hopper");
    await page.getByLabel(words.email).fill(email);
    await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
    await page.getByLabel(words.repeat).fill(PASSWORD);
    await page.getByRole("button", { name: words.create }).click();
  }

  test("signing up, verifying, choosing Free, the dashboard, and signing out", async () => {
    const page = await open();
    const email = `plain-${language}@example.com`;
    await fill(page, email);
    await page.waitForURL("**/signup/verify");
    await page.goto(linkIn(await product.mailTo(email), "/signup/verify").href);
    await page.getByRole("button", { name: words.verify }).click();
    await page.waitForURL("**/signup/plan");
    expect(
      await page
        .locator("noscript")
        .allTextContents()
        .then((all) => all.join()),
    ).toMatch(words.card);
    await page.getByRole("radio", { name: /Free/ }).check({ force: true });
    await page.getByRole("button", { name: words.next }).click();
    await page.waitForURL("**/welcome?page=1");
    await page.goto("/dashboard");
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    // The figures are readable without the chart's script.
    expect(await page.getByRole("main").textContent()).toMatch(/56/);
    const rows = page.locator("tr.data-row");
    expect(await rows.count()).toBe(DEMO_PAGE_SIZE);
    await page.locator("a[rel=next]").click();
    await page.waitForURL("**/dashboard?page=2");
    await page.locator('a[href*="sort=name"]').click();
    await page.waitForURL("**/dashboard?sort=name&direction=asc");
    expect(await rows.first().textContent()).toContain("Ada Lovelace");
    await page.fill("[name=search]", "angela");
    await page.keyboard.press("Enter");
    await page.waitForURL("**search=angela");
    expect(await rows.count()).toBe(1);
    await page.locator(`form[action="/signout"] button`).dispatchEvent("click");
    await page.waitForURL("**/signin");
  });

  test("an invalid field shows its error, and the typed values stay", async () => {
    const page = await open();
    await fill(page, "nobody");
    await page.getByText(words.invalid).waitFor();
    expect(await page.getByLabel(words.name).inputValue()).toBe("Grace Hopper");
    expect(await page.getByLabel(words.email).inputValue()).toBe("nobody");
    expect(await page.getByLabel(words.password, { exact: true }).inputValue()).toBe("");
  });
});

test("an error on the profile page is shown at its field, and nowhere else", async () => {
  const { page } = await visit(browser, product, { javaScriptEnabled: false });
  await signUpInPage(page, "cards@example.com");
  await page.goto("/account/profile");
  const card = page.locator("#email");
  await card.locator("summary").click();
  await card.getByLabel("New email").fill("nobody");
  await card.getByRole("button", { name: "Change email" }).click();
  await page.waitForURL("**/account/profile#email");
  expect(await card.getByLabel("New email").getAttribute("aria-invalid")).toBe("true");
  expect(await card.getByText("Please enter a valid email address").isVisible()).toBe(true);
  expect(await page.getByText("Please enter a valid email address").count()).toBe(1);
  expect(await card.getByLabel("New email").inputValue()).toBe("nobody");
});

test("language and theme can be changed before signing in", async () => {
  const { page } = await visit(browser, product, { javaScriptEnabled: false });
  await page.goto("/signin");
  await page.getByRole("button", { name: "Español" }).click();
  await page.waitForURL("**/signin");
  expect(await page.locator("html").getAttribute("lang")).toBe("es");
});
