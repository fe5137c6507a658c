/** A key from the page to the program: created, shown once, used by the printed command, revoked, deleted in bulk. */
import { sessionEntity } from "~/models/session.server";
import { planEntity } from "~/models/plan.server";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectNoSidewaysScroll, shareBrowser, visit, type Visit } from "../support/chromium";
import { makeTestUser } from "../support/users";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

const run = promisify(execFile);

let product: Product;
let browser: Browser;
let owner: Visit;
let page: Page;
beforeAll(async () => {
  product = await startProduct();
  browser = await shareBrowser();
  owner = await visit(browser, product);
  page = owner.page;
  const store = await openProductStore(product);
  await store.update(planEntity, { id: "free" }, { keyLimit: 5 });
  const person = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  await page.context().addCookies([{ name: "session", value: person.cookie, url: product.url }]);
  await store.close();
});

afterAll(() => product.stop());

/** Runs a command as the page prints it, and returns the status and the body. */
async function runCommand(command: string): Promise<{ status: number; body: string }> {
  const { stdout } = await run("sh", ["-c", `${command} -s -w '\n%{http_code}'`]);
  const lines = stdout.split("\n");
  return { status: Number(lines.at(-1)), body: lines.slice(0, -1).join("\n") };
}

/** The person of this test has no password, and is led to set one where they must confirm a change. */
async function forgetCredentials(signedIn: { credentialAt?: Date } = {}): Promise<void> {
  const store = await openProductStore(product);
  await store.update(
    sessionEntity,
    { kind: "browser" },
    { credentialAt: null, reauthenticatedAt: null, ...signedIn },
  );
  await store.close();
}

const getCalendar = () => page.getByRole("dialog", { name: "Calendar" });

/**
 * Chooses a day with the keyboard. The button comes with the scripts; its click loads the calendar, and keys before that
 * would go to the button.
 */
async function pickDayOneWeekOn(field: Locator): Promise<void> {
  await field.click();
  await getCalendar().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await getCalendar().waitFor({ state: "detached" });
}

let command = "";

test("an account without keys is led to its first one", async () => {
  await page.goto("/account/apikeys");
  await page.getByRole("link", { name: "Create your first key" }).click();
  await page.waitForURL("**/account/apikeys/create");
});

test("the form says what is missing, and keeps what was chosen", async () => {
  await page.getByRole("checkbox", { name: "List members and invitations" }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText("Please provide a descriptive name for your key").waitFor();
  expect(await page.getByRole("checkbox", { name: "List members and invitations" }).isChecked()).toBe(true);
});

test("the last day is chosen in a calendar, with the keyboard, and can be cleared", async () => {
  const field = page.getByRole("button", { name: "Expires" });
  const calendar = getCalendar();
  await pickDayOneWeekOn(field);
  await expect.poll(() => field.textContent()).toMatch(/^[A-Z][a-z]+ \d+, 20\d\d$/);
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.locator("[name=expires_at]").inputValue()).toMatch(/^20\d\d-\d\d-\d\d$/);
  await field.click();
  await calendar.getByRole("button", { name: "Clear the date" }).click();
  expect(await page.locator("[name=expires_at]").inputValue()).toBe("");
});

test("the new key is shown once, with a command that runs as it stands", async () => {
  await page.getByLabel("Name", { exact: true }).fill("Billing export");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText("it won't be shown again").waitFor();
  await expectNoSidewaysScroll(page);
  command = (await page.locator("code", { hasText: "curl" }).textContent()) ?? "";
  const answer = await runCommand(command);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body)).toMatchObject({ data: { users: [{ permission: "owner" }] } });
  await page.getByRole("link", { name: "Done" }).click();
  await page.getByRole("link", { name: "Billing export" }).waitFor();
  expect((await page.content()).includes(/gw_test_\w{49}/.exec(command)?.[0] ?? "gw_test_")).toBe(false);
});

test("the page of the key shows its use, and a change of the name is saved without a password", async () => {
  await forgetCredentials();
  await page.getByRole("link", { name: "Billing export" }).click();
  await page.getByText("1 API call in the last 30 days").waitFor();
  await page.getByRole("figure", { name: "API calls by day" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Monthly export");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Monthly export" }).waitFor();
});

test("a change of anything but the name shows what to confirm it with, before it is sent", async () => {
  const settings = page.locator("#settings");
  // Without its script yet, a page asks once the server has refused.
  await page.reload();
  expect(await settings.getByText("Set a password").count()).toBe(0);
  const scope = settings.getByRole("checkbox", { name: "Record usage events" });
  const question = settings.getByText("Set a password");
  await expect
    .poll(async () => {
      // Before the scripts run, a change is not noticed.
      await scope.setChecked(!(await scope.isChecked()));
      return question.isVisible();
    })
    .toBe(true);
  await page.reload();
  await pickDayOneWeekOn(settings.getByRole("button", { name: "Expires" }));
  await question.waitFor();
  await forgetCredentials({ credentialAt: new Date() });
  await page.reload();
});

test("a rotated key is shown once, and the previous one works for the chosen time", async () => {
  await page.getByLabel("The previous key works for").selectOption("1");
  await page.getByRole("button", { name: "Rotate key" }).click();
  await page.getByText("Your new key for “Monthly export”").waitFor();
  const next = (await page.locator("code", { hasText: "curl" }).textContent()) ?? "";
  expect(next).not.toBe(command);
  expect((await runCommand(next)).status).toBe(200);
  expect((await runCommand(command)).status).toBe(200);
});

test("a revoked key ends at once, after a question", async () => {
  await page.getByRole("button", { name: "Revoke" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("Revoke “Monthly export”?").waitFor();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("This key is revoked.").waitFor();
  expect(await runCommand(command)).toEqual({
    status: 401,
    body: JSON.stringify({ message: "This API key was revoked." }),
  });
});

test("several keys are deleted together, after a question", async () => {
  for (const name of ["One", "Two"]) {
    await page.goto("/account/apikeys/create");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("checkbox", { name: "Record usage events" }).check();
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("it won't be shown again").waitFor();
    expect(
      (await runCommand((await page.locator("code", { hasText: "curl" }).textContent()) ?? "")).status,
    ).toBe(200);
  }
  await page.goto("/account/apikeys");
  await page.getByRole("checkbox", { name: "Select Two" }).check();
  await page.getByRole("checkbox", { name: "Select One" }).check();
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("Delete 2 API keys?").waitFor();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("2 API keys have been deleted.").waitFor();
  expect(await page.getByRole("row").count()).toBe(2);
});

test("no page blocked a script or a style, or logged an error", () => {
  expect(owner.complaints).toEqual([]);
});
