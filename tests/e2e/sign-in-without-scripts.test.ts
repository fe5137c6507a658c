/** Signing in, the profile and the team in a real browser without JavaScript: every form works. */
import type { Browser, Page } from "playwright";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { PASSWORD, createUserOnFreePlan } from "../support/clients";
import { shareBrowser, visit, type Visit } from "../support/chromium";
import { linkIn, type Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { makeOwner } from "../support/team";
import { generateCode, waitUntilMidStep } from "../support/two-factor";
import { createPicture } from "../support/uploads";

const ROOM_MS = 15_000;
/** The pages after a sign-in. */
const INSIDE = /\/(dashboard|welcome)/;

let product: Product;
let browser: Browser;
let here: Visit;
let page: Page;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
});
beforeEach(async () => {
  here = await visit(browser, product, { javaScriptEnabled: false });
  ({ page } = here);
  page.setDefaultTimeout(15_000);
});
afterEach(async () => {
  const { complaints } = here;
  await here.close();
  expect(complaints).toEqual([]);
});

const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
const follow = (name: string | RegExp) => page.getByRole("link", { name }).click();
const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
const linkTo = async (email: string, path: string, subject: RegExp) =>
  linkIn(await product.mailTo(email, subject), path).href;

/** Waits for a message at the top of the page; Playwright's browser does not parse `noscript`. */
const getMessage = (message: string) =>
  expect.poll(async () => (await page.locator("noscript").allTextContents()).join()).toContain(message);

async function signIn(email: string): Promise<void> {
  await page.goto("/signin");
  await fill("Email", email);
  await fill("Password", PASSWORD);
  await press("Sign in");
}

test("signing in with a magic link", async () => {
  const email = "magic@sign-in-without-scripts.example.com";
  await createUserOnFreePlan(product, email);
  await page.goto("/signin");
  await follow("Email me a sign-in link");
  await fill("Email", email);
  await press("Email me the link");
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await page.goto(await linkTo(email, "/magic", /sign-in link/i));
  await press("Sign in");
  await page.waitForURL(INSIDE);
});

test("resetting a forgotten password", async () => {
  const email = "forgot@sign-in-without-scripts.example.com";
  await createUserOnFreePlan(product, email);
  await page.goto("/signin");
  await follow("Forgot your password?");
  await fill("Email", email);
  await press("Email me the link");
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await page.goto(await linkTo(email, "/resetpassword", /reset your password/i));
  await fill("Email", email);
  await fill("New password", "another horse!");
  await fill("Confirm new password", "another one!");
  await press("Save and sign in");
  await page.getByText("The passwords don't match").waitFor();
  await fill("New password", "another horse!");
  await fill("Confirm new password", "another horse!");
  await press("Save and sign in");
  await page.waitForURL(INSIDE);
});

test("turning on two-factor, and signing in with it and with a backup code", async () => {
  const email = "factor@sign-in-without-scripts.example.com";
  await createUserOnFreePlan(product, email);
  await signIn(email);
  await page.waitForURL(INSIDE);
  await page.goto("/account/2fa");
  await press("Enable");
  const otpauth = await page.getByRole("link", { name: "Open in your app" }).getAttribute("href");
  const secret = new URL(otpauth ?? "").searchParams.get("secret") ?? "";
  await waitUntilMidStep(ROOM_MS);
  await fill("Code", generateCode(secret, { steps: -1 }));
  await press("Enable");
  await page.getByRole("heading", { name: "Your backup codes" }).waitFor();
  const [backup = ""] = await page.locator("ol li").allTextContents();

  await page.context().clearCookies();
  await signIn(email);
  await page.waitForURL("**/signin/otp?**");
  await fill("Code", generateCode(secret, { steps: 50 }));
  await press("Continue");
  await page.getByText("That code is incorrect").waitFor();
  await fill("Code", generateCode(secret));
  await press("Continue");
  await page.waitForURL(INSIDE);

  await page.context().clearCookies();
  await signIn(email);
  await follow("Use a backup code instead");
  await fill("Backup code", backup);
  await press("Continue");
  await page.waitForURL(INSIDE);
});

test("signing up with an identity provider, and then signing in with it", async () => {
  const [name, email] = ["Katherine Johnson", "katherine@sign-in-without-scripts.example.com"];
  const completeGoogle = async () => {
    await follow("Continue with Google");
    await page.locator('input[name="name"]').fill(name);
    await page.locator('input[name="email"]').fill(email);
    await page.locator('button[value="allow"]').click();
    await page.waitForURL("**/signin/social?**");
    await press("Continue");
  };
  await page.goto("/signup");
  await completeGoogle();
  await page.waitForURL("**/signup/verify");
  await page.goto(await linkTo(email, "/signup/verify", /verify|confirm/i));
  await press("Verify email");
  await page.waitForURL("**/signup/plan");
  await page.context().clearCookies();
  await page.goto("/signin");
  await completeGoogle();
  await page.waitForURL("**/signup/plan");
});

test("a member is invited, joins, becomes an admin and is removed", async () => {
  const [owner, invited] = [
    "owner@sign-in-without-scripts.example.com",
    "invited@sign-in-without-scripts.example.com",
  ];
  await makeOwner(product, owner, "Grace Hopper");
  await signIn(owner);
  await page.waitForURL(INSIDE);
  await page.goto("/account/users");
  await page.getByRole("link", { name: "Invite members" }).click();
  await fill("Email addresses", invited);
  await press("Send invitations");
  await getMessage(`Invited: ${invited}.`);

  const guest = await visit(browser, product, { javaScriptEnabled: false });
  await guest.page.goto(await linkTo(invited, "/signup/user", /invited|join/i));
  await guest.page.getByLabel("Your name").fill("Ada Lovelace");
  await guest.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.page.getByLabel("Confirm password").fill(PASSWORD);
  await guest.page.getByRole("button", { name: "Join" }).click();
  await guest.page.waitForURL(INSIDE);

  await page.goto("/account/users");
  await page
    .getByRole("row", { name: /Ada Lovelace/ })
    .getByRole("link", { name: "Manage" })
    .click();
  await page.getByRole("radio", { name: /^Admin/ }).check();
  await press("Save");
  await getMessage("The role has been changed.");
  await page.goto("/account/users");
  await page
    .getByRole("row", { name: /Ada Lovelace/ })
    .getByRole("link", { name: "Manage" })
    .click();
  await press("Remove");
  await getMessage("The member has been removed.");
  await guest.page.goto("/account/users");
  await guest.page.waitForURL(/\/(signin|signup\/plan)/);
  await guest.close();
});

test("changing the profile's name and picture", async () => {
  const email = "profile@sign-in-without-scripts.example.com";
  await createUserOnFreePlan(product, email);
  await signIn(email);
  await page.waitForURL(INSIDE);
  await page.goto("/account/profile");
  await page.locator("#name summary").click();
  await fill("Your name", "Grace Brewster");
  await page
    .locator("form", { has: page.getByLabel("Your name") })
    .getByRole("button", { name: "Save" })
    .click();
  await getMessage("Your changes have been saved.");
  const buffer = await createPicture().png().toBuffer();
  await page.locator("#avatar summary").click();
  await page.getByLabel("Select a picture").setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
  await press("Upload picture");
  await page.locator("#avatar summary").click();
  await page.getByRole("button", { name: "Remove picture" }).waitFor();
  expect(await page.locator('img[src^="/avatar/"]').count()).toBeGreaterThan(0);
});
