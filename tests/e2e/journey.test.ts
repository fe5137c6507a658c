/** From a fresh start to the dashboard, as a new user does it in a real browser. */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PRODUCT_NAME } from "~/domain/product";
import {
  shareBrowser,
  signUpOnFreePlanInPage,
  signUpInPage,
  signUpVerifiedInPage,
  submitSignUp,
  visit,
  type Visit,
} from "../support/chromium";
import { countClicks } from "../support/clicks";
import { createApiClient } from "../support/clients";
import { createSessionCookie } from "../support/enter";
import { linkIn, startProduct, type Product } from "../support/product";
import { createSetupClient, SETUP_TOKEN } from "../support/setup";

const MASTER = "master@example.com";
const ASKS_FOR_AUTHENTICATION = "4000 0000 0000 3220";

let product: Product;
let browser: Browser;
let here: Visit;
let page: Page;
beforeAll(async () => {
  product = await startProduct({ SETUP_TOKEN });
  await createSetupClient(product)("POST", "/api/setup/finish", { first_master_email: MASTER });
  browser = await shareBrowser();
});
afterAll(() => product.stop());
beforeEach(async () => {
  here = await visit(browser, product);
  ({ page } = here);
});
afterEach(async () => {
  const { complaints } = here;
  await here.close();
  expect(complaints).toEqual([]);
});

/** From the page that waits for it. The mailbox opens in a tab of its own, where the journey goes on. */
const openVerificationMail = async (email: string) => {
  await product.mailTo(email);
  const opening = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Open the mailbox" }).click();
  page = await opening;
  await page.getByRole("link", { name: email }).click();
  // The list contains the mail's subject as well.
  await page.waitForURL("**/dev/mail/*");
  await page.getByRole("main").getByRole("link", { name: "Verify email" }).click();
  await page.waitForURL("**/signup/plan");
};

/** From the introduction, without being asked for the password again. Returns the key. */
const createFirstKey = async (): Promise<string> => {
  await page.getByRole("button", { name: "Skip introduction" }).click();
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toMatch(/Grace/);
  await page.getByRole("link", { name: "Create an API key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("First call");
  expect(await page.getByLabel(/password/i).count()).toBe(0);
  await page.getByRole("checkbox", { name: "List members and invitations" }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  const command = page.locator("code", { hasText: "curl" });
  return /gw_test_\w+/.exec((await command.textContent()) ?? "")?.[0] ?? "";
};

const pay = async (number: string) => {
  await page.getByRole("radio", { name: /^Pro \([^)]*\/month\)/ }).check({ force: true });
  await page.getByLabel(/card number/i).fill(number);
  await page.getByLabel(/expir/i).fill("12/34");
  await page.getByLabel(/cvc|security code/i).fill("123");
  await page.getByRole("button", { name: "Pay $24" }).click();
};

describe("a new user", () => {
  test.each([
    ["an owner", "owner@example.com", false],
    ["an owner whom setup has made a master", MASTER, true],
  ])(
    "%s pays for Pro by 3-D Secure with at most 9 clicks, and calls the API with at most 5 more",
    async (_who, email, isMaster) => {
      const { clicks } = await countClicks(page.context());
      await page.goto("/");
      await page.getByRole("link", { name: "Create one" }).click();
      await submitSignUp(page, email);
      await openVerificationMail(email);
      await pay(ASKS_FOR_AUTHENTICATION);
      await page.getByTestId("sandbox-3ds-complete").click();
      await page.waitForURL("**/welcome?page=1");
      expect(clicks.at(-1)).toMatch(/Complete authentication$/);
      expect(clicks.length, clicks.join("\n")).toBeLessThanOrEqual(9);
      const paidAfter = clicks.length;

      const key = await createFirstKey();
      expect(clicks.at(-1)).toMatch(/Create key$/);
      expect(clicks.slice(paidAfter).length, clicks.join("\n")).toBeLessThanOrEqual(5);
      const call = createApiClient(product, key);
      expect(await call("GET", "/api/account/users")).toMatchObject({ status: 200 });
      await page.goto("/account/billing");
      await expect.poll(() => page.getByRole("main").textContent()).toContain("Pro");
      await page.goto("/master");
      expect(new URL(page.url()).pathname === "/master").toBe(isMaster);
    },
  );

  test("a new user sees an error when the authentication fails, and can pay with another card", async () => {
    await signUpVerifiedInPage(page, product, "fails@example.com");
    await pay(ASKS_FOR_AUTHENTICATION);
    await page.getByTestId("sandbox-3ds-fail").click();
    await expect.poll(() => page.getByText(/wasn't authorized|authenticat/i).count()).toBeGreaterThan(0);
    expect(page.url()).toContain("/signup/plan");
    await pay("4242 4242 4242 4242");
    await page.waitForURL("**/welcome?page=1");
  });

  test("a new user sees a declined card's error at the card, and gets no subscription", async () => {
    await signUpVerifiedInPage(page, product, "declined@example.com");
    await pay("4000 0000 0000 0002");
    await expect.poll(() => page.getByText("Your card was declined. Try another card.").count()).toBe(1);
    await page.goto("/dashboard");
    await page.waitForURL("**/signup/plan");
  });

  test("a new user can pay after closing the tab during the authentication, and is subscribed once", async () => {
    await signUpVerifiedInPage(page, product, "closes@example.com");
    await pay(ASKS_FOR_AUTHENTICATION);
    await page.getByTestId("sandbox-3ds-complete").waitFor();
    const again = await page.context().newPage();
    await page.close();
    page = again;
    await page.goto("/signup/plan");
    await pay(ASKS_FOR_AUTHENTICATION);
    await page.getByTestId("sandbox-3ds-complete").click();
    await page.waitForURL("**/welcome?page=1");
  });

  test("a new user chooses Free without a card", async () => {
    await signUpOnFreePlanInPage(page, product, "free@example.com");
    expect(await page.title()).toContain(PRODUCT_NAME);
  });
});

describe("forms", () => {
  test("forms are validated when a field loses focus, and are not sent while a field is invalid", async () => {
    await page.goto("/signup");
    await page.getByLabel("Email").fill("nobody");
    await page.getByLabel("Password", { exact: true }).focus();
    await expect.poll(() => page.getByText("Please enter a valid email address").count()).toBe(1);
    let sent = 0;
    page.on("request", (request) => (sent += request.method() === "POST" ? 1 : 0));
    await page.getByRole("button", { name: "Create account" }).click();
    await expect.poll(() => page.getByText("Please enter your name").count()).toBe(1);
    expect(sent).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
  });

  test("validate fields that were filled in before the page's scripts ran", async () => {
    let letScriptsCome: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letScriptsCome = resolve));
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/signup", { waitUntil: "commit" });
    await page.getByLabel("Email").fill("nobody");
    await page.getByLabel("Password", { exact: true }).focus();
    letScriptsCome();
    await expect.poll(() => page.getByText("Please enter a valid email address").count()).toBe(1);
    expect(await page.getByText("Please enter your name").count()).toBe(0);
  });

  test("forms keep the typed values when the server rejects them, and show the error", async () => {
    await page.goto("/signin");
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("wrong one!");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect.poll(() => page.getByText(/Incorrect email or password/).count()).toBeGreaterThan(0);
    expect(await page.getByLabel("Email").inputValue()).toBe("nobody@example.com");
  });
});

describe("a signed-in user", () => {
  const openDashboard = async (email: string) => {
    await page.context().addCookies([await createSessionCookie(product, email)]);
    await page.goto("/dashboard");
  };

  test("a signed-in user has the session user in local storage, and changing that changes nothing on the server", async () => {
    await openDashboard("storage@example.com");
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("user")))
      .toContain("storage@example.com");
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem("user") ?? "{}") as Record<string, unknown>;
      localStorage.setItem("user", JSON.stringify({ ...user, permission: "master", plan: "scale" }));
    });
    await page.reload();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("user")))
      .toContain('"permission":"owner"');
  });

  test("a signed-in user sees changed settings in local storage at once", async () => {
    await openDashboard("follows@example.com");
    await page.getByRole("button", { name: /Menu for/ }).click();
    await page.getByRole("button", { name: "Dark mode" }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("user"))).toContain('"dark_mode":true');
  });

  test("signing out clears local storage, and leads to /signin", async () => {
    await openDashboard("out@example.com");
    await page.getByRole("button", { name: /Menu for/ }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/signin");
    expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
  });

  test("language and theme stay after signing out and in, and the server renders them", async () => {
    await openDashboard("keeps@example.com");
    await page.getByRole("button", { name: /Menu for/ }).click();
    await page.getByRole("button", { name: "Dark mode" }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.className)).toContain("dark");
    await page.getByRole("button", { name: /Menu for/ }).click();
    await page.getByRole("button", { name: "Español" }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("es");
    const html = await (await page.request.get("/dashboard")).text();
    expect(html).toMatch(/<html lang="es" class="dark"/);
  });

  test("a signed-in user sees a not-found page for an unknown URL, with a link to the dashboard", async () => {
    await openDashboard("lost@example.com");
    await page.goto("/no/such/page");
    await page.getByText("Oops, the page you're looking for doesn't exist.").waitFor();
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await page.waitForURL("**/dashboard");
  });

  test("a user whose session ended elsewhere is redirected to /signin at the next step", async () => {
    await openDashboard("ended@example.com");
    await page.context().clearCookies();
    const isSignIn = page.waitForURL(({ pathname }) => pathname === "/signin");
    const link = page.getByRole("navigation").getByRole("link", { name: "Account" }).first();
    // The page may notice it by itself before the click, and then the link is gone.
    await Promise.any([isSignIn, link.click()]);
    await isSignIn;
  });
});

test("a mailed link continues after signing in", async () => {
  await signUpInPage(page, "later@example.com");
  const link = linkIn(await product.mailTo("later@example.com"), "/signup/verify");
  await page.context().clearCookies();
  await page.goto(link.href);
  await page.waitForURL("**/signin?next=*");
  await page.getByLabel("Email").fill("later@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse!");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/signup/plan");
});
