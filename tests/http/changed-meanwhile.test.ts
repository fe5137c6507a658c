/** Two tabs change the same, without scripts: the second gets an error with both values, and keeps what was entered. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountEntity } from "~/models/account.server";
import { apiKeyEntity } from "~/models/api-key.server";
import { membershipEntity } from "~/models/membership.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { userEntity } from "~/models/user.server";
import { webhookEndpointEntity } from "~/models/webhook-endpoint.server";
import { createBrowserWithSession, PASSWORD, type PageAnswer } from "../support/clients";
import { openCredentials, type Credentials, type SignedIn } from "../support/credentials";
import { addMember } from "../support/members";
import { shareProduct } from "../support/shared-product";
import type { Product } from "../support/product";
import { makeTestUser } from "../support/users";

let product: Product;
let people: Credentials;
let owner: SignedIn;
beforeAll(async () => {
  product = await shareProduct();
  people = await openCredentials(product);
});
beforeEach(async () => {
  owner = await people.signedIn();
});
afterAll(() => people.close());

type Fields = Record<string, string | string[]>;

interface Form {
  path: string;
  /** Chooses the form among those of the page. */
  intent: string;
  fields: Fields;
}

const decode = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

/** What the page's form of this intent says that the page shows. */
function readShown({ html }: PageAnswer, intent: string): Record<string, string> {
  const form = html.split("<form").find((part) => part.includes(`name="intent" value="${intent}"`)) ?? "";
  const inputs = form.matchAll(/name="(shown\.[^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, decode(value)]));
}

/** Opens the page in two tabs, changes it in the first, and then in the second. Returns the second's answer and its form. */
async function changeTwice({ path, intent, fields }: Form, first: () => Promise<unknown>) {
  const tab = createBrowserWithSession(product, owner.cookie);
  const shown = readShown(await tab.get(path), intent);
  expect(Object.keys(shown)).not.toEqual([]);
  await first();
  const answer = await tab.post(path, { intent, ...fields, ...shown });
  const send = () => tab.post(path, { intent, ...fields, ...readShown(answer, intent) });
  return { answer, text: decode(answer.html), send, tab };
}

test("the user's name: the second tab gets an error, keeps what was entered, and can replace the first", async () => {
  const form = { path: "/account/profile", intent: "change-name", fields: { name: "From the second" } };
  const { answer, text, send } = await changeTwice(form, () =>
    owner.script("PATCH", "/api/user", { name: "From the first" }),
  );
  expect(answer.status).toBe(409);
  expect(text).toContain("changed meanwhile to “From the first”. Here it is “From the second”");
  expect(text).toContain('value="From the second"');
  const readName = async () => (await people.store.findOne(userEntity, { id: owner.userId }))?.name;
  expect(await readName()).toBe("From the first");
  expect((await send()).status).toBe(302);
  expect(await readName()).toBe("From the second");
});

test("the account's name", async () => {
  const form = { path: "/account/profile", intent: "rename-account", fields: { name: "Second Ltd" } };
  const { answer, text } = await changeTwice(form, () =>
    owner.script("PATCH", "/api/account", { name: "First Ltd" }),
  );
  expect(answer.status).toBe(409);
  expect(text).toContain("changed meanwhile to “First Ltd”. Here it is “Second Ltd”");
  const account = await people.store.findOne(accountEntity, { id: owner.accountId });
  expect(account?.name).toBe("First Ltd");
});

test("a value that the other tab has also chosen is no conflict", async () => {
  const form = { path: "/account/profile", intent: "rename-account", fields: { name: "Same Ltd" } };
  const { answer } = await changeTwice(form, () =>
    owner.script("PATCH", "/api/account", { name: "Same Ltd" }),
  );
  expect(answer.status).toBe(302);
});

test("of two tabs that are sent at once, one gets an error", async () => {
  const tabs = [1, 2].map(() => createBrowserWithSession(product, owner.cookie));
  const pages = await Promise.all(tabs.map((tab) => tab.get("/account/profile")));
  const answers = await Promise.all(
    tabs.map((tab, index) =>
      tab.post("/account/profile", {
        intent: "rename-account",
        name: `Tab ${index}`,
        ...readShown(pages[index] ?? ({ html: "" } as PageAnswer), "rename-account"),
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
});

test("the role of a member", async () => {
  const { userId } = await makeTestUser(people.store, {
    permission: "user",
    isVerified: true,
    subscription: null,
  });
  await addMember(people.store, { userId, accountId: owner.accountId, role: "user" });
  const path = `/account/users/edit?id=${userId}`;
  const form = { path, intent: "change-role", fields: { id: userId, permission: "developer" } };
  const { answer, text } = await changeTwice(form, () =>
    owner.script("PATCH", `/api/user/${userId}`, { permission: "admin" }),
  );
  expect(answer.status).toBe(409);
  expect(text).toContain("changed meanwhile to “Admin”. Here it is “Developer”");
  const member = await people.store.findOne(membershipEntity, { userId, accountId: owner.accountId });
  expect(member?.role).toBe("admin");
});

test("the settings of an API key: each field that has changed names both values", async () => {
  const given = { name: "Export", scope: ["usage:read"], password: PASSWORD };
  const id = String((await owner.script("POST", "/api/key", given)).data.id);
  const path = `/account/apikeys/edit?id=${id}`;
  const fields = { id, name: "Second", scope: ["usage:read"], expires_at: "", allowed_ips: "192.0.2.9" };
  const { answer, text, send } = await changeTwice({ path, intent: "save", fields }, () =>
    owner.script("PATCH", `/api/key/${id}`, {
      name: "First",
      allowed_ips: ["192.0.2.7"],
      password: PASSWORD,
    }),
  );
  expect(answer.status).toBe(409);
  expect(text).toContain("changed meanwhile to “First”. Here it is “Second”");
  expect(text).toContain("changed meanwhile to “192.0.2.7”. Here it is “192.0.2.9”");
  expect((await send()).status).toBe(302);
  const key = await people.store.findOne(apiKeyEntity, { id });
  expect(key).toMatchObject({ name: "Second", allowedIps: "192.0.2.9" });
});

test("the settings of a webhook endpoint", async () => {
  const given = { url: "https://203.0.114.1/", events: ["user.joined"] };
  const id = String((await owner.script("POST", "/api/webhook", given)).data.id);
  const path = `/account/webhooks/edit?id=${id}`;
  const fields = { id, url: given.url, description: "", events: ["plan.changed"] };
  const { answer, text } = await changeTwice({ path, intent: "save", fields }, () =>
    owner.script("PATCH", `/api/webhook/${id}`, {
      events: ["user.joined", "key.created"],
      description: "First",
    }),
  );
  expect(answer.status).toBe(409);
  expect(text).toContain("changed meanwhile to “First”. Here it is “nothing”");
  expect(text).toContain(
    "changed meanwhile to “A user joined, An API key was created”. Here it is “The plan changed”",
  );
  const endpoint = await people.store.findOne(webhookEndpointEntity, { id });
  expect(endpoint).toMatchObject({ description: "First", events: "user.joined key.created" });
});

test("in mission control, a plan that another tab has given: the next page says so", async () => {
  const master = await people.signedIn("master");
  const customer = await makeTestUser(people.store, {
    permission: "owner",
    isVerified: true,
    subscription: "active",
  });
  const { accountId } = customer;
  const path = `/master/accounts/acts?id=${accountId}`;
  const fields = {
    id: accountId,
    plan: "pro",
    days: "5",
    reason: "A test",
    confirm: "on",
    password: PASSWORD,
  };
  owner = master;
  const { answer, tab } = await changeTwice({ path, intent: "comp", fields }, () =>
    people.store.update(subscriptionEntity, { id: accountId }, { planId: "team", providerId: "sub_other" }),
  );
  expect(answer.status).toBe(302);
  const next = decode((await tab.get(path)).html);
  expect(next).toContain("changed meanwhile to “Team”. Your “Pro” wasn't saved.");
});
