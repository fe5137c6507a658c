/** Wherever an address says where to go next, it leads to this product. Security I1, I3. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { browser, PASSWORD, settled } from "../support/caller";
import { startProduct, type Product } from "../support/product";

const EVIL = [
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/%5cevil.example",
  "/%2f/evil.example",
  "https:/evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "/\r\nSet-Cookie: session=x",
  "@evil.example",
  "/../..//evil.example",
];

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await settled(product, "owner@example.com");
});
afterAll(() => product.stop());

/** What a browser makes of it. */
function originOf(location: string | null): string {
  return new URL(location ?? "", `${product.url}/signin`).origin;
}

test.each(EVIL)("after signing in, and after choosing a language: %j", async (next) => {
  const visitor = browser(product);
  const query = new URLSearchParams({ next }).toString();
  const fields = { email: "owner@example.com", password: PASSWORD };
  const signedIn = await visitor.post(`/signin?${query}`, { ...fields, next });
  expect(signedIn.status).toBe(302);
  expect(originOf(signedIn.location)).toBe(product.url);
  expect(visitor.cookies.get("session")).not.toBe("x");
  const chosen = await visitor.post("/preferences", { locale: "en", return_to: next });
  expect(chosen.status).toBe(302);
  expect(originOf(chosen.location)).toBe(product.url);
});

test.each(EVIL)("when signed in already, and on the way to a network: %j", async (next) => {
  const visitor = browser(product);
  const query = new URLSearchParams({ next }).toString();
  expect(originOf((await visitor.get(`/auth/facebook?${query}`)).location)).toBe(product.url);
  await visitor.post("/signin", { email: "owner@example.com", password: PASSWORD });
  const { location } = await visitor.get(`/signin?${query}`);
  expect(originOf(location)).toBe(product.url);
});

test("what a network is said to have answered is text", async () => {
  const error = "<script>window.__x=1</script>";
  const { html } = await browser(product).get(`/signin?${new URLSearchParams({ error }).toString()}`);
  expect(html).toContain("&lt;script&gt;window.__x");
  expect(html).not.toContain("<script>window.__x");
});
