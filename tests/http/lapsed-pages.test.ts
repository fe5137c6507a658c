/** The account pages of an owner whose subscription has lapsed: all open, and those that create something say why they cannot. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ANY_ENTITIES } from "~/models/all-entities";
import { PAGES } from "~/domain/pages";
import type { OpenStore } from "~/models/store/database";
import { createBrowserWithSession, type Browser } from "../support/clients";
import { makeTestUser, type TestUser } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: OpenStore;
let owner: TestUser;
let visitor: Browser;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
  owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "canceled" });
  visitor = createBrowserWithSession(product, owner.cookie);
});
afterAll(async () => {
  await store.close();
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
    for (const name of ["apiKeys", "webhookEndpoints", "invites"] as const)
      expect(await store.count(ANY_ENTITIES[name], { accountId: owner.accountId })).toBe(0);
  },
);
