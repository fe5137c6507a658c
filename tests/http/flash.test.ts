/** The flash cookie carries a message to the next page: only messages that the product signed are shown. */
import { beforeAll, expect, test } from "vitest";
import { paths } from "~/domain/paths";
import { createBrowser, PASSWORD, createUserOnFreePlan } from "../support/clients";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

const EMAIL = "owner@example.com";
let product: Product;
beforeAll(async () => {
  product = await shareProduct();
  await createUserOnFreePlan(product, EMAIL);
});

const createBrowserWithFlash = (flash: string) => {
  const visitor = createBrowser(product);
  visitor.cookies.set("flash", encodeURIComponent(flash));
  return visitor;
};

test.each([
  ["an arbitrary text", '["error","Call 555-0100 and read out your password"]'],
  ["options of the translation", '["error","errors:conflict?returnObjects=true&defaultValue=555-0100"]'],
  ["a list of options", '["error","errors:none?joinArrays=555-0100&returnObjects=1&context=a&count=x"]'],
  ["a whole file of texts", '["error","auth:sign_in?returnObjects=true"]'],
  ["values for a form", '["error","form:min_length?label=555-0100","sign-in","email",{"email":"555-0100"}]'],
  ["a prototype", '["error","errors:__proto__.constructor",null,null,{"__proto__":"555-0100"}]'],
  ["an invalid signature", 'AAAA.[9999999999999,"error","555-0100"]'],
])("a flash cookie with %s shows nothing, and is removed", async (_, flash) => {
  for (const path of ["/signin", "/signup", "/no/such/page"]) {
    const visitor = createBrowserWithFlash(flash);
    const page = await visitor.get(path);
    expect(page.status).toBeLessThan(500);
    expect(page.html).not.toMatch(/555-0100|\[object Object\]|returned an object/);
    expect(page.html).not.toContain('role="alert"');
    expect(visitor.cookies.has("flash")).toBe(false);
  }
});

test("a form's message is shown once, on the next page", async () => {
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email: EMAIL, password: PASSWORD });
  const sent = await visitor.post("/account/profile", { intent: "change-name", name: "Ada" });
  expect(sent.location).toBe(paths.profile);
  const kept = visitor.cookies.get("flash") ?? "";
  expect((await visitor.get(paths.profile)).html).toContain('role="status"');
  expect(visitor.cookies.has("flash")).toBe(false);

  visitor.cookies.set("flash", kept.replace("success", "error"));
  expect((await visitor.get(paths.profile)).html).not.toContain('role="alert"');
});
