/** Setting the product up in a browser, by keyboard alone: from the printed link, through every step with real services, to the first master. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { KNOWN_IDENTITY_PROVIDER_IDS } from "~/domain/identity-providers";
import { startIdentitySandbox } from "../../sandbox/identity-providers/server";
import { listViolations } from "../support/axe";
import { expectNoSidewaysScroll, shareBrowser, signUpInPage, visit } from "../support/chromium";
import { createKeyboard, type Keyboard } from "../support/keyboard";
import { startMailServer, type MailServer } from "../support/mail-server";
import {
  MAILGUN_DOMAIN,
  MAILGUN_KEY,
  startMailgunServer,
  type MailgunServer,
} from "../support/mailgun-server";
import { linkIn, startProduct, waitFor, type Product } from "../support/product";
import { listReachableStores, type FreshStore } from "../support/stores";
import { startStripeAccount, type StripeAccount } from "../support/stripe-account";
import { PUBLISHABLE_KEY } from "../support/stripe-sandbox";

const FACEBOOK = { id: "1234567890", secret: "a secret of facebook" };
const MASTER = "first.master@example.com";
const servers = (await listReachableStores()).filter(({ name }) => name === "PostgreSQL");

let product: Product;
let browser: Browser;
let database: FreshStore | null = null;
let mailgun: MailgunServer;
let mail: MailServer;
let stripe: StripeAccount;
let keys: Keyboard;
let networks: Awaited<ReturnType<typeof startIdentitySandbox>>;
beforeAll(async () => {
  [mailgun, mail, stripe] = await Promise.all([
    startMailgunServer(),
    startMailServer(),
    startStripeAccount(),
  ]);
  database = (await servers[0]?.create()) ?? null;
  const callback = "https://app.example.com/auth/facebook/callback";
  const clients = Object.fromEntries(
    KNOWN_IDENTITY_PROVIDER_IDS.map((network) => [network, { ...FACEBOOK, callback }]),
  );
  networks = await startIdentitySandbox({ clients });
  product = await startProduct({
    MAILGUN_API_BASE: mailgun.url,
    STRIPE_API_BASE: stripe.url,
    FACEBOOK_BASE_URL: `http://127.0.0.1:${networks.port}/facebook`,
  });
  browser = await shareBrowser();
});
afterAll(async () => {
  await product.stop();
  await Promise.all([mailgun.close(), mail.close(), stripe.close(), networks.close(), database?.drop()]);
});

test("the printed link leads through all steps, and who signs up at their end is the first master", async () => {
  const { page, complaints, close } = await visit(browser, product);
  keys = createKeyboard(page);
  await page.goto(await readPrintedLink());
  await page.getByRole("heading", { name: "Welcome", level: 1 }).waitFor();
  expect(page.url()).not.toContain("token");
  await keys.press(page.getByRole("link", { name: "Next" }));
  await moveToPostgres(page);
  await connectStripe(page);
  await connectMailgun(page);
  await sendBySmtp(page);
  await setDomain(page);
  await connectFacebook(page);
  await keys.type(page.getByLabel("Email of the first operator"), MASTER);
  await keys.press(page.getByRole("button", { name: "Finish setup" }));
  await page.waitForURL("**/signup");
  await becomeMaster(page);
  expect(complaints).toEqual([]);
  await close();
}, 120_000);

test("after the last step setup is closed, and the services are in use", async () => {
  const { page, close } = await visit(browser, product);
  await page.goto("/setup");
  expect(new URL(page.url()).pathname).toBe("/404");
  if (database) expect(await database.store.count(userEntity, { email: MASTER, isMaster: true })).toBe(1);
  await close();
});

const readPrintedLink = () =>
  waitFor(() => /http:\S+\/setup\?token=\S+/.exec(product.output())?.[0], "the printed link");

/** Keeps the embedded database where no PostgreSQL can be reached. */
async function moveToPostgres(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Database", level: 1 }).waitFor();
  if (!database) {
    await keys.press(page.getByRole("link", { name: "Skip the database" }));
    return;
  }
  const { hostname, port, username, password, pathname } = new URL(database.url);
  await keys.choose(page.locator('select[name="client"]'), "Postgre");
  await keys.type(page.getByLabel("Host"), hostname);
  await keys.type(page.getByLabel("Port"), port || "5432");
  await keys.type(page.getByLabel("User", { exact: true }), decodeURIComponent(username));
  await keys.type(page.getByLabel(/^Password/), decodeURIComponent(password));
  await keys.type(page.getByLabel("Database name"), pathname.slice(1));
  await testAndSave(page, /PostgreSQL .* answers/);
  await page.waitForURL("**/setup?page=3");
}

async function connectStripe(page: Page): Promise<void> {
  // The sandbox is in use, and there is nothing to test of it.
  await page.getByRole("button", { name: "Save", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Test connection" }).count()).toBe(0);
  await keys.choose(page.getByRole("radio", { name: /Stripe in test mode/ }));
  await keys.type(page.getByLabel("Test publishable key"), PUBLISHABLE_KEY);
  await keys.type(page.getByLabel("Test secret key"), stripe.secretKey);
  await keys.type(page.getByLabel("Webhook signing secret"), "whsec_of_the_walk");
  await keys.press(page.getByRole("checkbox", { name: /Create missing prices/ }));
  await testAndSave(page, /The account is Acme Ltd/);
  await page.waitForURL("**/setup?page=4");
  expect((await stripe.listPriceKeys()).length).toBeGreaterThan(3);
}

async function connectMailgun(page: Page): Promise<void> {
  expect(await page.getByRole("radio", { name: /keep them as files/ }).isChecked()).toBe(true);
  await keys.choose(page.getByRole("radio", { name: /Mailgun/ }));
  await keys.type(page.getByLabel("Sending domain", { exact: true }), MAILGUN_DOMAIN);
  await keys.type(page.getByLabel("Sender", { exact: true }), `Acme <hello@${MAILGUN_DOMAIN}>`);
  await keys.type(page.getByLabel("Send the test email to"), "ada@example.com");
  await failAtTheField(page);
  await testAndSave(page, /has accepted the test email/);
  await page.waitForURL("**/setup?page=5");
  // One for the test alone, and one for the test before saving.
  expect(mailgun.mails.map(({ to }) => to)).toEqual(["ada@example.com", "ada@example.com"]);
}

/** A wrong key is an error of its field, which has the focus and can be corrected at once. */
async function failAtTheField(page: Page): Promise<void> {
  const key = page.getByLabel("API key", { exact: true });
  await keys.type(key, "key-wrong");
  await keys.press(page.getByRole("button", { name: "Test connection" }));
  await expect.poll(() => key.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => key.evaluate((input) => input === document.activeElement)).toBe(true);
  await key.fill(MAILGUN_KEY);
  await expect.poll(() => key.getAttribute("aria-invalid")).toBe(null);
}

/** The step can be come back to: its other provider takes the place of the first. */
async function sendBySmtp(page: Page): Promise<void> {
  const { hostname, port } = new URL(mail.url);
  await keys.press(page.getByRole("link", { name: /Mail provider/ }));
  await page.waitForURL("**/setup?page=4");
  await keys.choose(page.getByRole("radio", { name: /An SMTP server/ }));
  await keys.type(page.getByLabel("Server", { exact: true }), hostname);
  await keys.type(page.getByLabel("Port"), port);
  await keys.type(page.getByLabel("Sender", { exact: true }), "Acme <hello@example.com>");
  await keys.type(page.getByLabel("Send the test email to"), "grace@example.com");
  await testAndSave(page, /has accepted the test email/);
  await page.waitForURL("**/setup?page=5");
  expect(mail.findMailTo("grace@example.com")).toContain("Its mail provider works");
}

/** No server on the internet answers for it, which is a warning. */
async function setDomain(page: Page): Promise<void> {
  await keys.type(page.getByLabel("Production domain"), "app.example.com");
  await keys.type(page.getByLabel("Support email"), "help@example.com");
  await keys.press(page.getByRole("button", { name: "Test and save" }));
  await keys.press(page.getByRole("checkbox", { name: "Save it anyway" }));
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);
  expect(await listViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await keys.press(page.getByRole("button", { name: "Test and save" }));
  await page.waitForURL("**/setup?page=6");
}

async function connectFacebook(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Authentication", level: 1 }).waitFor();
  await keys.type(page.getByLabel("Facebook app ID"), FACEBOOK.id);
  await keys.type(page.getByLabel("Facebook app secret"), FACEBOOK.secret);
  await testAndSave(page, /Facebook accepts the keys/);
  // It stays, so that the network can be tried.
  await page.getByText("The settings have been saved").waitFor();
  await keys.press(page.getByRole("link", { name: "Next" }));
  await page.getByRole("heading", { name: "Finish", level: 1 }).waitFor();
}

async function testAndSave(page: Page, answer: RegExp): Promise<void> {
  await keys.press(page.getByRole("button", { name: "Test connection" }));
  await page.getByText(answer).waitFor();
  await keys.press(page.getByRole("button", { name: "Test and save" }));
}

/** The mail's link has the public domain, which leads nowhere here. */
async function becomeMaster(page: Page): Promise<void> {
  await signUpInPage(page, MASTER);
  const received = await waitFor(() => mail.findMailTo(MASTER), "the mail to the first master");
  const link = linkIn(received, "/signup/verify");
  expect(link.host).toBe("app.example.com");
  await page.goto(link.pathname + link.search);
  await page.waitForURL("**/signup/plan");
  await page.goto("/master");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/master");
}
