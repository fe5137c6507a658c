/** An account that its owner has not named is named after them, in each reader's language. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { PRODUCT_NAME } from "~/domain/product";
import { accountEntity } from "~/models/account.server";
import { userEntity } from "~/models/user.server";
import { PAGES } from "~/domain/pages";
import type { OpenStore } from "~/models/store/database";
import { createApiClient, createBrowser, PASSWORD, signUp } from "../support/clients";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { createJoinInput, invite, join, makeOwner } from "../support/team";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

const readName = async ({ call }: { call: ReturnType<typeof createApiClient> }) =>
  (await call("GET", "/api/user")).data.account_name;

/** The browser of a user who has signed in. */
async function openBrowser(email: string) {
  const browser = createBrowser(product);
  await browser.post("/signin", { email, password: PASSWORD });
  return browser;
}

test("each reader has its name in their language, until the owner names it", async () => {
  const owner = await makeOwner(product, "ada@unnamed-account.example.com", "Ada Lovelace");
  const member = await join(product, owner.call, {
    email: "reader@unnamed-account.example.com",
    name: "Inés",
  });
  await member.call("PATCH", "/api/user", { locale: "es" });
  expect(await readName(owner)).toBe("Ada's account");
  expect(await readName(member)).toBe("La cuenta de Ada");
  expect(await readName(owner)).toBe("Ada's account");
  const named = await owner.call("PATCH", "/api/user", { account_name: "Acme" });
  expect(named.data).toMatchObject({
    account_name: "Acme",
    name: "Ada Lovelace",
    accounts: [{ name: "Acme" }],
  });
  expect(await readName(member)).toBe("Acme");
});

test("an unnamed account follows its owner's name, and a change of owner", async () => {
  const owner = await makeOwner(product, "grace@unnamed-account.example.com", "Grace Hopper");
  const admin = await join(product, owner.call, {
    email: "mary@unnamed-account.example.com",
    permission: "admin",
    name: "Mary Shaw",
  });
  const renamed = await owner.call("PATCH", "/api/user", { name: "Amazing Grace" });
  expect(renamed.data).toMatchObject({ account_name: "Amazing's account" });
  expect(await readName(admin)).toBe("Amazing's account");
  await admin.call("PATCH", "/api/user", { name: "Mary B. Shaw" });
  expect(await readName(admin)).toBe("Amazing's account");
  await owner.call("POST", "/api/account/owner", { user: admin.id, password: PASSWORD });
  expect((await admin.call("POST", "/api/account/owner/accept")).status).toBe(200);
  expect(await readName(owner)).toBe("Mary's account");
  expect(await product.mailTo("grace@unnamed-account.example.com", /owner/i)).toContain("Mary's account");
});

test("an invitation from it has the inviter in its subject, and names it after its owner", async () => {
  const owner = await makeOwner(product, "lise@unnamed-account.example.com", "Lise Meitner");
  const link = await invite(product, owner.call, { email: "otto@unnamed-account.example.com" });
  const mail = await product.mailTo(
    "otto@unnamed-account.example.com",
    new RegExp(`^Lise Meitner invited you to ${PRODUCT_NAME} · Lise's account$`),
  );
  expect(mail).toContain("Lise's account");
  const { html } = await createBrowser(product).get(`/signup/user?id=${link.id}&email=${link.email}`);
  expect(html).toContain("Join Lise&#x27;s account");
  expect((await createApiClient(product)("POST", "/api/user", createJoinInput(link))).status).toBe(200);
});

test("closing it asks for the name as it is shown", async () => {
  const { call } = await signUp(product, "rosa@unnamed-account.example.com", "Rosa Parks");
  await call("PATCH", "/api/user", { locale: "es" });
  const browser = await openBrowser("rosa@unnamed-account.example.com");
  const form = { intent: "close-account", password: PASSWORD };
  for (const confirmation of ["Rosa Parks", "Rosa's account"]) {
    const refused = await browser.post("/account/profile", { ...form, confirmation });
    expect(refused.status).toBe(400);
  }
  const closed = await browser.post("/account/profile", { ...form, confirmation: "la cuenta de rosa" });
  expect(closed.status).toBe(302);
  expect(await store.findOne(userEntity, { email: "rosa@unnamed-account.example.com" })).toBeNull();
});

test("no page and no answer shows the stored name itself", async () => {
  const email = "canary@unnamed-account.example.com";
  const owner = await makeOwner(product, email, "Nina Simone");
  const { account_id: id } = (await owner.call("GET", "/api/auth")).data as { account_id: string };
  await store.update(accountEntity, { id }, { name: "Stored Canary", nameKey: "stored canary" });
  await store.update(userEntity, { id: owner.id }, { isMaster: true });
  const browser = await openBrowser(email);
  let shown = 0;
  const paths = Object.keys(PAGES).filter((path) => !/[:*]/.test(path) && !path.startsWith("/auth"));
  for (const path of [...paths, `/master/accounts/details?id=${id}`, `/master/accounts/acts?id=${id}`]) {
    const { html } = await browser.get(path);
    expect([path, html.includes("Stored Canary")]).toEqual([path, false]);
    if (html.includes("Stored&#x27;s account")) shown += 1;
  }
  expect(shown).toBeGreaterThan(15);
});
