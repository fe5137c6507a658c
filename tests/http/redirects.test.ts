/** Where a form asks to be led on to is a page of ours, however another site's address is spelt. Security I1. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browser, PASSWORD, settled } from "../support/caller";
import { startProduct, type Product } from "../support/product";

const ELSEWHERE = [
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "https:evil.example",
  "https:/evil.example",
  "javascript:alert(1)",
];

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await settled(product, "led@example.com");
});
afterAll(() => product.stop());

/** Whether a browser that is sent there stays here. */
const isOurs = (location: string | null) =>
  location !== null && new URL(location, product.url).origin === product.url;

describe.each(ELSEWHERE)("%j", (elsewhere) => {
  test("leads nowhere else after signing in", async () => {
    const fields = { email: "led@example.com", password: PASSWORD, next: elsewhere };
    const answer = await browser(product).post("/signin", fields);
    expect(answer.location).toBe("/welcome");
  });

  test.each(["/signin?", "/signin/otp?token=otp_x&"])("is not carried along by %s", async (page) => {
    const { html } = await browser(product).get(`${page}next=${encodeURIComponent(elsewhere)}`);
    expect(html).toContain('name="next" value=""');
  });

  test("leads nowhere else after a choice of language", async () => {
    const answer = await browser(product).post("/preferences", { locale: "es", return_to: elsewhere });
    expect(isOurs(answer.location), String(answer.location)).toBe(true);
  });
});
