/** The changes of a master who impersonates a customer, as the customer's activity log shows them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEntity } from "~/models/audit.server";
import { membershipEntity } from "~/models/membership.server";
import { accountEntity } from "~/models/account.server";
import { userEntity } from "~/models/user.server";
import { mailEntity } from "~/models/mail.server";
import { createExample } from "~/services/openapi-examples.server";
import { OWN_OPERATIONS } from "~/product/operations.server";
import { OPERATIONS } from "~/services/operations.server";
import type { Operation } from "~/services/platform/operation.server";
import { actAs, openStage, type Caller, type Stage } from "../support/impersonation";
import { readDocument } from "../support/openapi";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let stage: Stage;
beforeAll(async () => {
  product = await shareProduct();
  stage = await openStage(product);
});
afterAll(async () => {
  await stage.close();
});

test("changes during impersonation are in the customer's activity; changes of notifications and support messages answer 403", async () => {
  const [master, customer] = [await stage.person("master"), await stage.customer()];
  const acting = await actAs(product, master, customer);
  const countMails = () => stage.store.count(mailEntity, { template: "support_message" });
  const before = await countMails();
  expect((await acting("PATCH", "/api/notification", { new_signin: false })).status).toBe(403);
  expect((await acting("POST", "/api/utility/mail", { message: "Hello" })).status).toBe(403);
  expect((await acting("POST", "/api/event", { name: "clicked" })).status).toBe(403);
  expect(await countMails()).toBe(before);
  expect((await acting("PATCH", "/api/user", { name: "Someone Else" })).status).toBe(200);
  expect((await acting("DELETE", "/api/user/avatar")).status).toBe(200);
  expect((await acting("PATCH", "/api/account", { name: "Renamed" })).status).toBe(200);
  const { data } = await customer.call("GET", "/api/account/activity");
  const written = (data.activity as { action: string; target: string | null; support: string | null }[])
    .filter(({ support }) => support !== null)
    .map(({ action, target }) => [action, target]);
  expect(written.slice(0, 3)).toEqual([
    ["account_renamed", "Renamed"],
    ["support_acted", "removeAvatar"],
    ["support_acted", "updateUser: name"],
  ]);
  const page = (await customer.browser.get("/account/activity")).html;
  expect(page).toContain("Changed the profile or its settings: name");
  expect(page).toContain("Removed the profile picture");
});

/**
 * The operations that a master may perform as a user, except those that end the impersonation; and those of a founder, of which another
 * test asks that they record themselves.
 */
const actable = OPERATIONS.filter((operation) => !OWN_OPERATIONS.includes(operation)).filter(
  ({ name, method, access, refusesImpersonator }) =>
    method !== "GET" &&
    !refusesImpersonator &&
    !["none", "master"].includes(access.permission) &&
    !["signOut", "endImpersonation"].includes(name),
);

/** They prove who the caller is, and change nothing. */
const CREDENTIALS = ["password", "code", "passkey"];

/** Every field alone, every two of them, and all together: each with its example in the API's description. */
function listInputs({ path, method }: Operation, { accountId }: Caller): Record<string, unknown>[] {
  const { paths, components } = readDocument();
  const schema = paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema;
  const fields = Object.entries((schema?.properties ?? {}) as Record<string, Record<string, unknown>>).map(
    ([name, field]) => [
      name,
      name === "default_account"
        ? accountId
        : createExample(field, components.schemas as Record<string, typeof field>),
    ],
  );
  const pairs = fields.flatMap((one, index) => fields.slice(index).map((other) => [one, other]));
  return [...pairs, fields].map((given) => Object.fromEntries(given) as Record<string, unknown>);
}

test("whatever fields come together, each is named in the customer's activity, or the call is refused and changes none", async () => {
  const [master, customer] = [await stage.person("master"), await stage.customer()];
  const acting = await actAs(product, master, customer);
  const { userId, accountId } = customer;
  const readRows = async () =>
    JSON.stringify([
      await stage.store.find(userEntity, { id: userId }),
      await stage.store.find(accountEntity, { id: accountId }),
      await stage.store.find(membershipEntity, { accountId }),
    ]);
  const listEntries = () => stage.store.find(auditEntity, { accountId });
  for (const operation of actable)
    for (const input of listInputs(operation, customer)) {
      const [rows, entries] = [await readRows(), await listEntries()];
      const { status } = await acting(operation.method, operation.path, input);
      const about = `${operation.name} ${JSON.stringify(input)}`;
      const known = new Set(entries.map(({ id }) => id));
      const added = (await listEntries()).filter(({ id }) => !known.has(id));
      if (status !== 200) {
        expect([about, status, added, await readRows()]).toEqual([about, 403, [], rows]);
        continue;
      }
      const named = added.map(({ action, target }) => `${action} ${target}`).join("; ");
      const isOwnEntry = operation.auditsItself && added.length > 0;
      const words = [operation.name, ...Object.keys(input).filter((name) => !CREDENTIALS.includes(name))];
      for (const word of isOwnEntry ? [] : words)
        expect([about, named]).toEqual([about, expect.stringMatching(new RegExp(`\\b${word}\\b`))]);
    }
});
