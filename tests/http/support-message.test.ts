/** POST /api/utility/mail sends to support only, whatever the caller sends. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { readConfig } from "~/config/config.server";
import type { OpenStore } from "~/models/store/database";
import { createApiClient, createUserOnFreePlan } from "../support/clients";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

const VICTIM = "victim@example.com";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

test("an email and a name in the request are ignored, and a template other than the one for support is refused", async () => {
  const { supportEmail } = readConfig({ DATA_DIR: product.dataDir });
  const { call } = await createUserOnFreePlan(product, "writer@example.com", "Ada Lovelace");
  const message = "The <b>first</b> line\nand the second";
  const other = await call("POST", "/api/utility/mail", { template: "reset", message });
  expect(other).toMatchObject({ status: 400, body: { inputError: "template" } });
  const answer = await call("POST", "/api/utility/mail", {
    email: VICTIM,
    to: VICTIM,
    cc: VICTIM,
    name: `Mallory\r\nBcc: ${VICTIM}`,
    subject: "Your invoice",
    template: "support_message",
    message,
  });
  expect(answer.status).toBe(200);
  const mail = await product.mailTo(supportEmail);
  expect(mail).toContain("writer@example.com");
  expect(mail).toContain("Ada Lovelace");
  expect(mail.replace(/=\r?\n/g, "")).toContain("&lt;b&gt;first");
  expect(mail).not.toMatch(/Mallory|Your invoice|victim@/);
  expect(await store.count(mailEntity, { recipient: VICTIM })).toBe(0);
  expect(await store.count(mailEntity, { template: "reset" })).toBe(0);
});

test.each([
  ["no message", {}],
  ["an empty one", { message: " \n " }],
  ["one that is no text", { message: ["a", "b"] }],
  ["one with a control character", { message: "a\u0000b" }],
  ["one far too long", { message: "x".repeat(20_000) }],
])("%s answers 400, and nothing is sent", async (what, body) => {
  const { call } = await createUserOnFreePlan(product, `refused-${what.replaceAll(" ", "-")}@example.com`);
  const countMails = () => store.count(mailEntity, { template: "support_message" });
  const before = await countMails();
  expect(await call("POST", "/api/utility/mail", body)).toMatchObject({
    status: 400,
    body: { inputError: "message" },
  });
  expect(await countMails()).toBe(before);
});

test("an unauthenticated caller gets 401", async () => {
  expect((await createApiClient(product)("POST", "/api/utility/mail", { message: "Hello" })).status).toBe(
    401,
  );
});
