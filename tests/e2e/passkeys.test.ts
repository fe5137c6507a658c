/** Passkeys in a browser, with Chromium's virtual authenticators: adding, signing in, and what goes wrong. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passkeyEntity } from "~/models/passkey.server";
import { sessionEntity } from "~/models/session.server";
import { twoFactorEntity } from "~/models/two-factor.server";
import { userEntity } from "~/models/user.server";
import type { OpenStore } from "~/models/store/database";
import { listViolations } from "../support/axe";
import { PASSWORD } from "../support/clients";
import {
  expectNoSidewaysScroll,
  holdRequests,
  shareBrowser,
  visit,
  waitUntilLive,
  type Visit,
} from "../support/chromium";
import { enter } from "../support/enter";
import {
  getSignInButton,
  openSignIn,
  OPTIONS,
  signInByButton,
  signInBySuggestion,
} from "../support/passkey-sign-in";
import type { Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { shareProduct } from "../support/shared-product";
import { getMembership } from "../support/users";
import { plugIn, type VirtualAuthenticator } from "../support/virtual-authenticator";

let product: Product;
let browser: Browser;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  browser = await shareBrowser();
  store = await openProductStore(product);
});
afterAll(() => store.close());

interface Holder extends Visit {
  email: string;
  userId: string;
  authenticator: VirtualAuthenticator;
}

type AuthenticatorOptions = Parameters<typeof plugIn>[1];

/** A user on the page about security, with an authenticator. */
async function openSecurity(name: string, options?: AuthenticatorOptions): Promise<Holder> {
  const email = `${name}@example.com`;
  const visitor = await enter({ browser, product }, email);
  const { userId } = await getMembership(store, email);
  await store.update(userEntity, { id: userId }, { onboardedAt: new Date() });
  const authenticator = await plugIn(visitor.page, options);
  await visitor.page.goto("/account/security");
  return { ...visitor, email, userId, authenticator };
}

async function addPasskey(page: Page): Promise<void> {
  await pressAdd(page);
  await page.getByText("The passkey has been added").waitFor();
}

/** The button needs scripts, and does nothing before. */
async function pressAdd(page: Page): Promise<void> {
  await waitUntilLive(page);
  await page.getByRole("button", { name: "Add a passkey", exact: true }).click();
}

/** A user with a passkey on the sign-in page, whose authenticator answers nothing yet. */
async function openSignInWithPasskey(name: string): Promise<Holder> {
  const holder = await openSecurity(name);
  await addPasskey(holder.page);
  await holder.authenticator.setPresence(false);
  await openSignIn(holder.page);
  return holder;
}

/** Without the greeting of the first visit. */
const listToasts = async (page: Page) =>
  (await page.locator("[data-toast]").allTextContents()).filter((text) => !text.startsWith("Welcome"));
const countPasskeys = ({ userId }: Holder) => store.count(passkeyEntity, { userId });
const countSessions = ({ userId }: Holder) => store.count(sessionEntity, { userId, kind: "browser" });

describe("a user with an authenticator", () => {
  test("adds a passkey after their password, without another form, and signs in by the button alone", async () => {
    const holder = await openSecurity("passkey-button");
    const { page, complaints, authenticator } = holder;
    await store.update(sessionEntity, { userId: holder.userId }, { reauthenticatedAt: null });
    await page.reload();
    const card = page.locator("#passkeys");
    await card.getByLabel("Your password").fill(PASSWORD);
    await addPasskey(page);
    expect(await card.getByText("Chrome on Linux").isVisible()).toBe(true);
    await authenticator.setPresence(false);
    await openSignIn(page);
    await signInByButton(page, authenticator);
    await page.waitForURL("**/dashboard");
    expect(complaints).toEqual([]);
    await holder.close();
  });

  test("signs in by what the browser suggests in the email field, without a click", async () => {
    const holder = await openSecurity("passkey-suggested", { isSynced: true });
    const { page, complaints } = holder;
    await addPasskey(page);
    expect(await page.locator("#passkeys").getByText("Synced").isVisible()).toBe(true);
    await signInBySuggestion(page);
    expect([complaints, await listToasts(page)]).toEqual([[], []]);
    await holder.close();
  });

  test("keeps the dialog that they have asked for when a suggestion comes after it", async () => {
    const holder = await openSignInWithPasskey("passkey-late-suggestion");
    const { page } = holder;
    const answerSuggestion = await holdRequests(page, OPTIONS, 1);
    await Promise.all([page.waitForRequest(`**${OPTIONS}`), page.mouse.move(5, 5)]);
    let answers = 0;
    page.on("response", (response) => (answers += response.url().endsWith(OPTIONS) ? 1 : 0));
    await getSignInButton(page).click();
    answerSuggestion();
    await expect.poll(() => answers).toBe(2);
    await page.waitForTimeout(300);
    expect(await getSignInButton(page).getAttribute("aria-busy")).toBe("true");
    await holder.close();
  });

  test("sends the password while a passkey is suggested: one session, no message, and a second tab does the same", async () => {
    const holder = await openSignInWithPasskey("passkey-pending");
    const { page, authenticator } = holder;
    const tab = await page.context().newPage();
    await tab.goto("/signin");
    await tab.mouse.move(5, 5);
    const before = await countSessions(holder);
    await page.getByLabel("Email").fill(holder.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/dashboard");
    await authenticator.setPresence(true);
    await tab.goto("/account");
    expect([await listToasts(page), await listToasts(tab)]).toEqual([[], []]);
    expect(await countSessions(holder)).toBe(before + 1);
    expect(holder.complaints).toEqual([]);
    await holder.close();
  });

  test("confirms a change with the passkey instead of the password, and renames and removes it", async () => {
    const holder = await openSecurity("passkey-confirms");
    const { page, complaints } = holder;
    await addPasskey(page);
    await store.update(sessionEntity, { userId: holder.userId }, { reauthenticatedAt: null });
    await page.reload();
    const card = page.locator("#passkeys");
    await card.locator("summary").click();
    expect(await listViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await card.getByLabel("Name").fill("My laptop");
    await card.getByRole("button", { name: "Rename" }).click();
    await card.getByText("My laptop").first().waitFor();
    await card.getByRole("listitem").getByRole("button", { name: "Confirm with a passkey" }).click();
    await page.getByText("The passkey has been removed").waitFor();
    expect([await countPasskeys(holder), complaints]).toEqual([0, []]);
    await holder.close();
  });

  test("has a passkey on each of two devices, and no second one on the same", async () => {
    const holder = await openSecurity("passkey-two");
    const { page, authenticator } = holder;
    await addPasskey(page);
    await page.reload();
    await pressAdd(page);
    await page.getByText("This device already holds a passkey of yours.").waitFor();
    await authenticator.remove();
    await plugIn(page, { transport: "usb" });
    await page.reload();
    await addPasskey(page);
    expect(await countPasskeys(holder)).toBe(2);
    expect(holder.complaints).toEqual([]);
    await holder.close();
  });
});

describe("an authenticator", () => {
  test("that keeps nothing and checks nobody gives no passkey, but a second factor, which signs in after the password only", async () => {
    const holder = await openSecurity("passkey-u2f", {
      hasResidentKey: false,
      hasUserVerification: false,
      transport: "usb",
    });
    const { page } = holder;
    await waitUntilLive(page);
    await page.getByRole("button", { name: "Add a security key as a second factor" }).click();
    await page.getByText("The passkey has been added").waitFor();
    expect(await page.getByText("Second factor only").isVisible()).toBe(true);
    await store.update(userEntity, { id: holder.userId }, { onboardedAt: new Date() });
    const factor = {
      id: holder.userId,
      secret: "x",
      pendingSecret: null,
      lastStep: 0,
      enabledAt: new Date(),
    };
    await store.insert(twoFactorEntity, factor);
    await openSignIn(page);
    await page.getByLabel("Email").fill(holder.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/signin/otp?**");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL("**/dashboard");
    expect(holder.complaints).toEqual([]);
    await holder.close();
  });

  test("that does not recognize its holder adds nothing and signs nobody in, and the page stays as it is", async () => {
    const holder = await openSecurity("passkey-unverified", { isUserVerified: false });
    const { page, authenticator } = holder;
    await pressAdd(page);
    await page.waitForTimeout(300);
    expect(await countPasskeys(holder)).toBe(0);
    await authenticator.setUserVerified(true);
    await page.reload();
    await addPasskey(page);
    await authenticator.setUserVerified(false);
    await openSignIn(page);
    await getSignInButton(page).click();
    await page.waitForTimeout(300);
    expect([new URL(page.url()).pathname, holder.complaints]).toEqual(["/signin", []]);
    await holder.close();
  });

  test("that was copied is refused with a message once the other has gone on", async () => {
    const holder = await openSecurity("passkey-copied");
    const { page, authenticator } = holder;
    await addPasskey(page);
    const [credential] = await authenticator.listCredentials();
    if (!credential) throw new Error("the authenticator holds nothing");
    await signInBySuggestion(page);
    const thief = await visit(browser, product);
    const copy = await plugIn(thief.page, { automaticPresenceSimulation: false });
    await copy.addCredential({ ...credential, signCount: 0 });
    await thief.page.goto("/signin");
    await thief.page.getByRole("button", { name: /Show/ }).waitFor();
    await signInByButton(thief.page, copy);
    await thief.page.getByText("This passkey wasn't accepted.").waitFor();
    expect(await product.mailTo(holder.email, /passkey was refused/)).toContain("copy");
    await thief.close();
    await holder.close();
  });
});

describe("a page at an address that passkeys do not belong to", () => {
  test("names the address that works, and signs in by the other ways, without a complaint of the browser", async () => {
    const email = "passkey-elsewhere@example.com";
    const home = await enter({ browser, product }, email);
    await home.close();
    const elsewhere = { url: product.url.replace("localhost", "127.0.0.1") };
    const { page, complaints, close } = await visit(browser, product, { baseURL: elsewhere.url });
    await plugIn(page);
    await page.goto("/signin");
    await page.getByRole("button", { name: /Show/ }).waitFor();
    await getSignInButton(page).click();
    await page.getByText(`Passkeys work at ${product.url} only.`).waitFor();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/welcome|dashboard/);
    await page.goto("/account/security");
    const link = page.locator("#passkeys").getByRole("link", { name: product.url });
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe(`${product.url}/account/security#passkeys`);
    expect(await page.getByRole("button", { name: "Add a passkey", exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});

test("without scripts the sign-in page has no button for passkeys, and the page about security says what they take", async () => {
  const { page, close } = await enter(
    { browser, product, options: { javaScriptEnabled: false } },
    "passkey-no-scripts@example.com",
  );
  await page.goto("/signin?again=1");
  expect(await getSignInButton(page).isVisible()).toBe(false);
  await page.goto("/account/security");
  expect(await page.getByText("Adding a passkey takes JavaScript.").isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: "Add a passkey", exact: true }).isVisible()).toBe(false);
  await close();
});
