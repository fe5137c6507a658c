/** `npm run dev`: an edited source is seen at once, and a page keeps what was typed. */
import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { shareBrowser, visit, type Visit } from "../support/chromium";
import { startDevelopment, type Development } from "../support/development";

/** A start, and a first page, on a busy machine. */
const STARTS_WITHIN_MS = 60_000;
/** Vite misses a second edit of a file within 50 ms, and Remix one while the page loads again: nobody types as fast. */
const BETWEEN_EDITS_MS = 400;

let product: Development;
let browser: Browser;
let opened: Visit;
beforeEach(() => setTimeout(BETWEEN_EDITS_MS));
beforeAll(async () => {
  [product, browser] = await Promise.all([startDevelopment(), shareBrowser()]);
  opened = await visit(browser, product);
  await opened.page.goto("/signup", { waitUntil: "networkidle", timeout: STARTS_WITHIN_MS });
  await opened.page.getByLabel("Your name").fill("Ada");
});
afterAll(async () => {
  await product.stop();
});

const readTitle = () => opened.page.getByRole("heading", { level: 1 }).textContent();
const readTyped = () => opened.page.getByLabel("Your name").inputValue();

test("an edited component is shown, and the form keeps what was typed", async () => {
  product.edit("app/ui/layout/auth-layout.tsx", "<h1>{title}</h1>", "<h1>{title}!</h1>");
  await expect.poll(readTitle).toBe("Create your account!");
  expect(await readTyped()).toBe("Ada");
});

test("an edited text is shown, and the form keeps what was typed", async () => {
  product.edit("app/i18n/en/auth.json", "Create your account", "Open your account");
  await expect.poll(readTitle).toBe("Open your account!");
  await setTimeout(BETWEEN_EDITS_MS);
  product.edit("app/i18n/en/auth.json", "Open your account", "Start your account");
  await expect.poll(readTitle).toBe("Start your account!");
  expect(await readTyped()).toBe("Ada");
  expect(opened.complaints).toEqual([]);
});

test("an edited operation answers as it now says", async () => {
  product.edit("app/services/sign-in/sign-in.server.ts", "authenticated: false }", "authenticated: true }");
  await expect.poll(readAuthenticated).toBe(true);
});

test("the server starts again when a file of its own is edited", async () => {
  product.edit("app/http/middleware/security-headers.ts", "camera=()", "camera=(self)");
  await expect.poll(readPolicy, { timeout: STARTS_WITHIN_MS }).toContain("camera=(self)");
});

async function readPolicy(): Promise<string | null | undefined> {
  // Nothing listens while it starts.
  const answer = await fetch(`${product.url}/api/auth`).catch(() => null);
  return answer?.headers.get("permissions-policy");
}

async function readAuthenticated(): Promise<unknown> {
  const answer = await fetch(`${product.url}/api/auth`);
  return ((await answer.json()) as { data: { authenticated: boolean } }).data.authenticated;
}
