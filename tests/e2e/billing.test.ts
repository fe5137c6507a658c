/** The owner's way through billing in a real browser: upgrade, card, cancel, resume, invoices. */
import type { Browser, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { expectNoSidewaysScroll, shareBrowser, signUpOnFreePlanInPage, visit } from "../support/chromium";
import { createApiClient } from "../support/clients";
import { enter } from "../support/enter";
import { makeTestUser } from "../support/users";
import { openProductStore } from "../support/product-store";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
});

async function enterCard(page: Page, number: string, expiry = "12/34"): Promise<void> {
  await page.getByLabel(/card number|número de tarjeta/i).fill(number);
  await page.getByLabel(/expir|caduc/i).fill(expiry);
  await page.getByLabel(/cvc|security code|seguridad/i).fill("123");
}

test("an owner on Free upgrades with a card that needs authentication, cancels, resumes and sees the invoices", async () => {
  const { page, complaints, close } = await visit(browser, product);
  await signUpOnFreePlanInPage(page, product, "upgrades@example.com");
  await page.goto("/account/billing");
  expect(await page.getByRole("link", { name: "Invoices" }).count()).toBe(0);
  await page.getByRole("link", { name: "Upgrade" }).click();
  await page.waitForURL("**/account/upgrade");
  expect(await page.getByRole("radio", { name: /^Free/ }).count()).toBe(0);

  await page.getByRole("radio", { name: /^Pro \([^)]*\/month\)/ }).check({ force: true });
  await page.getByRole("button", { name: "Yearly" }).click();
  await page.getByText("Save $48 a year").waitFor();
  await page.getByRole("button", { name: "Pay $240" }).waitFor();
  await page.getByRole("button", { name: "Monthly" }).click();

  await enterCard(page, "4000 0025 0000 3155");
  await page.getByRole("button", { name: "Pay $24" }).click();
  await page.getByTestId("sandbox-3ds-fail").click();
  // The error stands at the card, not in a notification.
  const card = page.getByRole("group", { name: "Card" });
  await card.getByRole("alert").waitFor();
  expect(page.url()).toContain("/account/upgrade");
  await enterCard(page, "4000 0025 0000 3155");
  expect(await card.getByRole("alert").count()).toBe(0);
  await page.getByRole("button", { name: "Pay $24" }).click();
  await page.getByTestId("sandbox-3ds-complete").click();
  await page.getByText("You are on the Pro plan.").waitFor();
  await page.waitForURL("**/dashboard");

  await page.goto("/account/billing?tab=card");
  await page.getByText("3155").waitFor();
  expect(await page.getByRole("main").textContent()).toMatch(/Visa.*12\/34.*•••/s);

  await page.getByRole("link", { name: "Plan", exact: true }).click();
  await page.getByRole("button", { name: "Preview next invoice" }).click();
  await page.getByRole("heading", { name: "Next invoice" }).waitFor();
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  const question = page.getByRole("alertdialog");
  expect(await question.textContent()).toMatch(/until .* moves to Free: Up to 2 members/);
  await question.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByText(/Your Pro plan ends on/).waitFor();
  await page.getByRole("button", { name: "Resume subscription" }).click();
  await page.getByText("Your Pro plan goes on.").waitFor();
  await expect.poll(() => page.getByText(/Your Pro plan ends on/).count()).toBe(0);

  await page.getByRole("link", { name: "Invoices", exact: true }).click();
  const row = page.getByRole("row", { name: /Paid/ });
  await expect.poll(() => row.textContent()).toContain("$24.00");
  const pdf = row.getByRole("link", { name: /Download/ });
  const file = await page.request.get((await pdf.getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toContain("application/pdf");
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
  await close();
  expect(complaints).toEqual([]);
});

test("an error of the card is shown in words, and disappears as soon as it is corrected", async () => {
  const { page, close } = await visit(browser, product);
  await signUpOnFreePlanInPage(page, product, "mistypes@example.com");
  await page.goto("/account/upgrade?plan=team");
  const card = page.getByRole("group", { name: "Card" });
  await page.getByLabel(/card number/i).fill("4242 42");
  await page.getByRole("button", { name: "Start 14-day trial" }).click();
  await card.getByText("Your card number is incomplete.").waitFor();
  await page.getByLabel(/card number/i).fill("4242 4242 4242 4242");
  await expect.poll(() => card.getByText("Your card number is incomplete.").count()).toBe(0);
  await page.getByLabel(/expir/i).fill("01/20");
  await card.getByText("Your card's expiration year is in the past.").waitFor();
  await enterCard(page, "4000 0000 0000 0002");
  await page.getByRole("button", { name: "Start 14-day trial" }).click();
  await card.getByText("Your card was declined. Try another card.").waitFor();
  await close();
});

test("after a change of the card its number is gone, and on a narrow phone no text is broken apart", async () => {
  const options = { viewport: { width: 360, height: 800 }, locale: "es-ES" };
  const { page, close } = await enter({ browser, product, options }, "replaces@example.com");
  await page.goto("/account/upgrade?plan=pro&code=WELCOME20");
  await enterCard(page, "4242 4242 4242 4242");
  const apply = await page.getByRole("button", { name: /^(Apply|Aplicar)$/ }).boundingBox();
  expect(apply?.height).toBeLessThan(50);
  await page.getByRole("button", { name: /^(Pay|Pagar) / }).click();
  await page.waitForURL("**/dashboard");
  await page.goto("/account/billing?tab=card");
  const [expiry, code] = [page.getByTestId("sandbox-card-expiry"), page.getByTestId("sandbox-card-cvc")];
  await expiry.waitFor();
  expect((await expiry.boundingBox())?.y).toBe((await code.boundingBox())?.y);
  await enterCard(page, "5555 5555 5555 4444");
  await page.getByRole("button", { name: /^(Replace card|Cambiar la tarjeta)$/ }).click();
  await page.getByText(/^(Mastercard)$/).waitFor();
  await expect.poll(() => page.getByLabel(/card number|número de tarjeta/i).inputValue()).toBe("");
  await close();
});

test("mission control's refund form shows no error before the master has touched it", async () => {
  const store = await openProductStore(product);
  const state = { isVerified: true, subscription: null } as const;
  const customer = await makeTestUser(store, { ...state, permission: "owner" });
  const { cookie } = await makeTestUser(store, { ...state, permission: "master" });
  await store.close();
  const call = createApiClient(product, customer.token);
  const paid = await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" });
  expect(paid.status).toBe(200);
  const { page, close } = await visit(browser, product);
  await page.context().addCookies([{ name: "session", value: cookie, url: product.url }]);
  await page.goto(`/master/accounts/billing?id=${customer.accountId}`);
  // The rules and their messages load on the first touch.
  await page.waitForLoadState("networkidle");
  expect(await page.getByText("Please confirm the amount").count()).toBe(0);
  await page.getByRole("button", { name: "Refund" }).click();
  await page.getByText("Please confirm the amount").waitFor();
  await close();
});
