/** The account pages of an owner whose subscription has lapsed: all open, and those that create something say why they cannot. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGES } from "~/domain/pages";
import type { Store } from "~/models/store/store";
import { createBrowserWithSession, type Browser } from "../support/clients";
import { makePerson, type Person } from "../support/people";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: Store;
let owner: Person;
let visitor: Browser;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
  owner = await makePerson(store, { permission: "owner", isVerified: true, subscription: "canceled" });
  visitor = createBrowserWithSession(product, owner.cookie);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

test("no account page leads to billing; others do", async () => {
  for (const path of Object.keys(PAGES).filter((page) => /^\/account(\/|$)/.test(page))) {
    const { location } = await visitor.get(path);
    expect([path, location]).not.toEqual([path, "/account/billing"]);
  }
  for (const path of ["/dashboard", "/help", "/welcome"])
    expect((await visitor.get(path)).location).toBe("/account/billing");
});

test.each([
  [
    "/account/apikeys/create",
    "API keys don&#x27;t work at the moment",
    { name: "Sync", scope: "events:write" },
  ],
  ["/account/webhooks/create", "only events about billing are sent", { url: "https://example.com/hook" }],
  ["/account/users/invite", "You can invite members again once it is", { email: "new@example.com" }],
])(
  "%s says %j in place of its form, and a form that is posted anyway answers 402",
  async (path, text, form) => {
    const { status, html } = await visitor.get(path);
    expect([status, html]).toEqual([200, expect.stringContaining(text)]);
    expect(html).not.toMatch(/name="(?:scope|url|email)"/);
    expect((await visitor.post(path, { ...form, intent: "invite" })).status).toBe(402);
    for (const entity of ["apiKeys", "webhookEndpoints", "invites"] as const)
      expect(await store.count(entity, { accountId: owner.accountId })).toBe(0);
  },
);
