/** What a master changes while impersonating a customer, as the customer's activity log shows it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { actAs, openStage, type Stage } from "../support/impersonation";
import { startProduct, type Product } from "../support/product";

let product: Product;
let stage: Stage;
beforeAll(async () => {
  product = await startProduct();
  stage = await openStage(product);
});
afterAll(async () => {
  await stage.close();
  await product.stop();
});

test("changes during impersonation are in the customer's activity; changes of notifications and support messages answer 403", async () => {
  const [master, customer] = [await stage.person("master"), await stage.customer()];
  const acting = await actAs(product, master, customer);
  const countMails = () => stage.store.count("mails", { template: "support_message" });
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
    ["support_acted", "updateUser"],
  ]);
  const page = (await customer.browser.get("/account/activity")).html;
  expect(page).toContain("Changed the profile or its settings");
  expect(page).toContain("Removed the profile picture");
});
