/** The owner's first steps on the dashboard, and the marks on its sample data. */
import { subscriptionEntity } from "~/models/subscription.server";
import { accountEntity } from "~/models/account.server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBrowserWithSession, createApiClient, PASSWORD } from "../support/clients";
import { openCredentials, type Credentials } from "../support/credentials";
import { addMember } from "../support/members";
import { makeSession } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let people: Credentials;
beforeAll(async () => {
  product = await shareProduct();
  people = await openCredentials(product);
});
afterAll(async () => {
  await people.close();
});

const STEPS = [
  "Name the account",
  "Invite a teammate",
  "Create an API key",
  "Make an API call",
  "Choose a paid plan",
];

/** An owner on the free plan, whose account has no name yet. */
async function makeOwner() {
  const owner = await people.signedIn("owner");
  const { userId, accountId } = owner;
  await people.store.update(accountEntity, { id: accountId }, { unnamedSince: new Date() });
  const cookie = await makeSession(people.store, { userId, accountId, kind: "browser" });
  return { ...owner, browser: createBrowserWithSession(product, cookie) };
}

type Owner = Awaited<ReturnType<typeof makeOwner>>;

/** The texts of the steps that are done; null without the list. */
async function readDone({ browser }: Pick<Owner, "browser">): Promise<string[] | null> {
  const { html } = await browser.get("/dashboard");
  if (!html.includes("First steps")) return null;
  return STEPS.filter((step) => new RegExp(`${step}[^<]*(<!-- -->)?[^<]*<span class="sr-only">`).test(html));
}

test("each step is done by being done, and with the last one the list is gone", async () => {
  const owner = await makeOwner();
  expect(await readDone(owner)).toEqual([]);
  expect((await owner.script("PATCH", "/api/account", { name: "Acme" })).status).toBe(200);
  expect(await readDone(owner)).toEqual(STEPS.slice(0, 1));
  const invitation = { email: "colleague@example.com", permission: "user" };
  expect((await owner.script("POST", "/api/invite", invitation)).status).toBe(200);
  expect(await readDone(owner)).toEqual(STEPS.slice(0, 2));
  const settings = { name: "A program", scope: ["usage:read"], password: PASSWORD };
  const { data } = await owner.script("POST", "/api/key", settings);
  expect(await readDone(owner)).toEqual(STEPS.slice(0, 3));
  const program = createApiClient(product, String(data.full_key));
  expect((await program("GET", "/api/account/usage")).status).toBe(200);
  expect(await readDone(owner)).toEqual(STEPS.slice(0, 4));
  await people.store.update(subscriptionEntity, { id: owner.accountId }, { planId: "pro" });
  expect(await readDone(owner)).toBeNull();
});

test("the list is put away by a form, stays away, and comes back by Undo", async () => {
  const owner = await makeOwner();
  const { html } = await owner.browser.get("/dashboard");
  expect(html).toMatch(
    /name="intent" value="checklist"\/?><input type="hidden" name="dismissed" value="true"/,
  );
  const form = { intent: "checklist", dismissed: "true" };
  expect((await owner.browser.post("/dashboard", form)).location).toBe("/dashboard");
  const after = (await owner.browser.get("/dashboard")).html;
  expect(after).toContain("The first steps are hidden.");
  expect(after).toContain(">Undo<");
  expect(await readDone(owner)).toBeNull();
  await owner.browser.post("/dashboard", { ...form, dismissed: "false", undo: "true" });
  expect(await readDone(owner)).toEqual([]);
});

test("the list is the owner's: another member neither sees it nor can put it away", async () => {
  const owner = await makeOwner();
  const { userId } = await people.signedIn("owner");
  const { accountId } = owner;
  await addMember(people.store, { userId, accountId, role: "admin" });
  const [cookie, token] = await Promise.all(
    (["browser", "script"] as const).map((kind) => makeSession(people.store, { userId, accountId, kind })),
  );
  expect(await readDone({ browser: createBrowserWithSession(product, cookie ?? "") })).toBeNull();
  const refused = await createApiClient(product, token)("PATCH", "/api/account/checklist", {
    dismissed: true,
  });
  expect(refused.status).toBe(403);
  expect(await readDone(owner)).toEqual(STEPS.slice(1, 2));
});

test("the sample data are marked on each card and the table, in both languages", async () => {
  const { browser } = await makeOwner();
  const count = (text: string, mark: string) => text.split(mark).length - 1;
  expect(count((await browser.get("/dashboard")).html, ">Sample data<")).toBe(6);
  await browser.post("/preferences", { locale: "es", return_to: "/dashboard" });
  expect(count((await browser.get("/dashboard")).html, ">Datos de ejemplo<")).toBe(6);
});
