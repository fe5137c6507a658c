/** Wherever an address says where to go next, it leads to this product, however another site is spelt. Security I1, I3. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browser, PASSWORD, settled } from "../support/caller";
import { startProduct, type Product } from "../support/product";

/** Of another site, beyond doubt. */
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
/** What a careless reader could take for another site, or for a line of its own. */
const ODD = [
  "/%5cevil.example",
  "/%2f/evil.example",
  "/../..//evil.example",
  "@evil.example",
  "/\r\nSet-Cookie: session=x",
];
const SIGN_IN = { email: "led@example.com", password: PASSWORD };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await settled(product, SIGN_IN.email);
});
afterAll(() => product.stop());

/** What a browser makes of it. */
const originOf = (location: string | null) => new URL(location ?? "about:blank", product.url).origin;

describe.each([...ELSEWHERE, ...ODD])("%j leads nowhere else", (next) => {
  const query = new URLSearchParams({ next }).toString();

  test("after signing in", async () => {
    const visitor = browser(product);
    const { status, location } = await visitor.post(`/signin?${query}`, { ...SIGN_IN, next });
    expect(status).toBe(302);
    expect(originOf(location)).toBe(product.url);
    expect(visitor.cookies.get("session")).not.toBe("x");
    // Signed in already.
    expect(originOf((await visitor.get(`/signin?${query}`)).location)).toBe(product.url);
  });

  test("on the way to a network", async () => {
    expect(originOf((await browser(product).get(`/auth/facebook?${query}`)).location)).toBe(product.url);
  });

  test("after a choice of language", async () => {
    const { status, location } = await browser(product).post("/preferences", {
      locale: "es",
      return_to: next,
    });
    expect(status).toBe(302);
    expect(originOf(location)).toBe(product.url);
  });
});

test.each(ELSEWHERE)("%j is not carried along by a page", async (next) => {
  const query = new URLSearchParams({ next }).toString();
  for (const page of [`/signin?${query}`, `/signin/otp?token=otp_x&${query}`]) {
    expect((await browser(product).get(page)).html, page).toContain('name="next" value=""');
  }
});

test("what a network is said to have answered is text", async () => {
  const error = "<script>window.__x=1</script>";
  const { html } = await browser(product).get(`/signin?${new URLSearchParams({ error }).toString()}`);
  expect(html).toContain("&lt;script&gt;window.__x");
  expect(html).not.toContain("<script>window.__x");
});
