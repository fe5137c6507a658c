/** A renewal that the bank wants authorized: from the banner to the paid invoice, with scripts and without. */
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/domain/paths";
import { expectNoSidewaysScroll, launch, visit, type Visit } from "../support/chromium";
import { createBrowser, createVerifiedUser, PASSWORD, type Call } from "../support/clients";
import { getMembership } from "../support/people";
import { openProductStore } from "../support/product-store";
import { startProduct, waitFor, type Product } from "../support/product";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const BANNER = "You need to authorize your payment";

interface Debtor extends Visit {
  call: Call;
}

/** Opens /account/billing as an owner whose renewal waits for their authorization. */
async function visitAsDebtor(email: string, options: BrowserContextOptions = {}): Promise<Debtor> {
  const { call } = await createVerifiedUser(product, email, "Ada Lovelace");
  const { status } = await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" });
  expect(status).toBe(200);
  const press = (fields: Record<string, string>) => createBrowser(product).post(paths.devBilling, fields);
  await press({ intent: "next_payment", outcome: "asks", customer: await findCustomer(email) });
  await press({ intent: "clock", to: "month" });
  await waitFor(async () => (await readStatus(call)) === "requires_action", "the renewal to be refused");
  const opened = await visit(browser, product, options);
  await opened.page.goto("/signin");
  await opened.page.getByLabel("Email").fill(email);
  await opened.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await opened.page.getByRole("button", { name: "Sign in", exact: true }).click();
  // Every other page leads here.
  await opened.page.waitForURL(`**${paths.billing}`);
  await opened.page.getByText(BANNER).waitFor();
  return { ...opened, call };
}

async function findCustomer(email: string): Promise<string> {
  const store = await openProductStore(product);
  const { accountId } = await getMembership(store, email);
  const row = await store.findOne("subscriptions", { id: accountId });
  await store.close();
  return row?.customerId ?? "";
}

async function readStatus(call: Call): Promise<unknown> {
  return (await call("GET", "/api/account/subscription")).data.status;
}

const authorize = (page: Page) => page.getByRole("button", { name: "Authorize now" }).click();

test("'Authorize now' asks the bank in place, and a confirmation pays the invoice", async () => {
  const { page, complaints, call, close } = await visitAsDebtor("authorizes@example.com");
  await authorize(page);
  await page.getByTestId("sandbox-3ds-complete").click();
  await page.getByText("Everything is paid.").waitFor();
  await expect.poll(() => page.getByText(BANNER).count()).toBe(0);
  expect(await readStatus(call)).toBe("active");
  await page.goto("/dashboard");
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  expect(complaints).toEqual([]);
  await close();
});

test("a refused authorization is shown at the banner, and then the banner asks for another card", async () => {
  const { page, call, close } = await visitAsDebtor("refuses@example.com");
  await authorize(page);
  await page.getByTestId("sandbox-3ds-fail").click();
  await page.getByText("We are unable to authenticate your payment method.").waitFor();
  expect(await readStatus(call)).not.toBe("active");
  await waitFor(async () => (await readStatus(call)) === "requires_payment_method", "the refusal");
  await page.reload();
  await page.getByText("Your latest payment failed").waitFor();
  await page.getByRole("link", { name: "Update card" }).click();
  await page.waitForURL(`**${paths.billingCard}`);
  await close();
});

test("an authorization that was confirmed in another tab is there after 'Refresh'", async () => {
  const { page, close } = await visitAsDebtor("refreshes@example.com", {
    viewport: { width: 360, height: 800 },
  });
  await expectNoSidewaysScroll(page);
  const other = await page.context().newPage();
  await other.goto(paths.billing);
  await authorize(other);
  await other.getByTestId("sandbox-3ds-complete").click();
  await other.getByText("Everything is paid.").waitFor();
  await page.getByRole("link", { name: "Refresh" }).click();
  await expect.poll(() => page.getByText(BANNER).count()).toBe(0);
  await close();
});

test("without JavaScript, 'Authorize now' says what it needs, and nothing is charged", async () => {
  const { page, call, close } = await visitAsDebtor("plain@example.com", { javaScriptEnabled: false });
  await authorize(page);
  await page.getByText(/needs JavaScript/).waitFor();
  expect(await readStatus(call)).toBe("requires_action");
  await close();
});
