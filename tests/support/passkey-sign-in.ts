/** Signing in with a passkey in a browser that has an authenticator. */
import type { Page } from "playwright";
import { paths } from "~/domain/paths";
import { holdRequests } from "./chromium";
import type { VirtualAuthenticator } from "./virtual-authenticator";

export const OPTIONS = paths.passkeySignInOptionsCall;

/** Ends on the sign-in page, with its scripts running. No authenticator may answer by itself. */
export async function openSignIn(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto("/signin");
  // The button that shows the password needs scripts.
  await page.getByRole("button", { name: /Show/ }).waitFor();
}

/** The authenticator answers at once: the page is left before anything else can be done on it. */
export async function signInBySuggestion(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/signin");
  await page.mouse.move(5, 5);
  await page.waitForURL("**/dashboard");
}

/** The holder touches the authenticator for the dialog, and not for a suggestion before it. */
export async function signInByButton(page: Page, authenticator: VirtualAuthenticator): Promise<void> {
  const openDialog = await holdRequests(page, OPTIONS);
  await getSignInButton(page).click();
  await authenticator.setPresence(true);
  openDialog();
}

export const getSignInButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });
