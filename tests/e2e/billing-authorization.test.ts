/** A renewal or a change of plan that the bank wants authorized: from the banner to the paid invoice, with scripts and without. */
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { subscriptionEntity } from "~/models/subscription.server";
import { paths } from "~/domain/paths";
import { expectNoSidewaysScroll, shareBrowser, visit, type Visit } from "../support/chromium";
import { createBrowser, createVerifiedUser, PASSWORD, type Call } from "../support/clients";
import { getMembership } from "../support/users";
import { openProductStore } from "../support/product-store";
import { waitFor, type Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
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
  await signIn(opened.page, email);
  // Every other page leads here.
  await opened.page.waitForURL(`**${paths.billing}`);
  await opened.page.getByText(BANNER).waitFor();
  return { ...opened, call };
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/signin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function findCustomer(email: string): Promise<string> {
  const store = await openProductStore(product);
  const { accountId } = await getMembership(store, email);
  const row = await store.findOne(subscriptionEntity, { id: accountId });
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

test("'Authorize now' pressed before the page's scripts have loaded asks the bank as soon as they have", async () => {
  const { page, call, close } = await visitAsDebtor("hurries@example.com");
  let isPressed = false;
  page.on("request", (request) => (isPressed ||= request.method() === "POST"));
  // The scripts of the first page never arrive.
  await page.route("**/assets/*.js", (route) => (isPressed ? route.continue() : undefined));
  await page.goto(paths.billing, { waitUntil: "commit" });
  await authorize(page);
  await page.getByTestId("sandbox-3ds-complete").click();
  await expect.poll(() => readStatus(call)).toBe("active");
  await expect.poll(() => page.getByText(BANNER).count()).toBe(0);
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
  await page.waitForURL(`**${paths.updateCard}`);
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

describe("a change of plan with a new card", () => {
  const NOTICE = "Your change to Scale waits for your confirmation";

  async function visitAsChanger(email: string, options: BrowserContextOptions = {}): Promise<Debtor> {
    const { call } = await createVerifiedUser(product, email, "Ada Lovelace");
    await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" });
    const order = { plan: "scale", token: "tok_4000000000003220" };
    expect((await call("POST", "/api/account/upgrade", order)).body).toMatchObject({
      requires_payment_action: true,
    });
    const opened = await visit(browser, product, options);
    await signIn(opened.page, email);
    await opened.page.waitForURL((url) => url.pathname !== "/signin");
    await opened.page.goto(paths.billingCard);
    return { ...opened, call };
  }

  test("a change of plan with a new card says which card pays until it is authorized, which is done in place", async () => {
    const { page, complaints, call, close } = await visitAsChanger("changes@example.com");
    const notice = page.getByRole("main").getByText(NOTICE).locator("../..");
    await notice.getByText("Until then, Visa ending in 4242 pays for your plan.").waitFor();
    await authorize(page);
    await page.getByTestId("sandbox-3ds-complete").click();
    await expect.poll(() => page.getByText(NOTICE).count()).toBe(0);
    await page.goto(paths.billingCard);
    await page.getByText("•••• 3220").waitFor();
    expect((await call("GET", "/api/auth")).data).toMatchObject({ plan: "scale" });
    expect(complaints).toEqual([]);
    await close();
  });

  test("a waiting change says so on a phone without JavaScript, and is gone with the previous card left once it is given up", async () => {
    const { page, call, close } = await visitAsChanger("leaves@example.com", {
      viewport: { width: 360, height: 740 },
      javaScriptEnabled: false,
    });
    await page.getByText(NOTICE).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await createBrowser(product).post(paths.devBilling, { intent: "clock", to: "day" });
    const readCard = async () => (await call("GET", "/api/account/card")).data;
    await waitFor(async () => (await readCard()).pending === null, "the change to be given up");
    expect(await readCard()).toMatchObject({ last4: "4242" });
    await page.reload();
    expect(await page.getByText(NOTICE).count()).toBe(0);
    await page.getByText("•••• 4242").waitFor();
    await close();
  });
});
