/** Open redirects: a URL that names the next page never leads to another site, however that is spelled. */
import { beforeAll, describe, expect, test } from "vitest";
import { createBrowser, PASSWORD, createUserOnFreePlan } from "../support/clients";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

/** URLs that clearly name another site. */
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
/** URLs that a careless parser could take for another site, or for a header of its own. */
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
  product = await shareProduct();
  await createUserOnFreePlan(product, SIGN_IN.email);
});

/** The origin that a browser would go to. */
const getOrigin = (location: string | null) => new URL(location ?? "about:blank", product.url).origin;

describe.each([...ELSEWHERE, ...ODD])("%j never redirects to another site", (next) => {
  const query = new URLSearchParams({ next }).toString();

  test("signing in redirects to no other site", async () => {
    const visitor = createBrowser(product);
    const { status, location } = await visitor.post(`/signin?${query}`, { ...SIGN_IN, next });
    expect(status).toBe(302);
    expect(getOrigin(location)).toBe(product.url);
    expect(visitor.cookies.get("session")).not.toBe("x");
    // The visitor is signed in by now.
    expect(getOrigin((await visitor.get(`/signin?${query}`)).location)).toBe(product.url);
  });

  test("going to an identity provider redirects to no other site", async () => {
    expect(getOrigin((await createBrowser(product).get(`/auth/facebook?${query}`)).location)).toBe(
      product.url,
    );
  });

  test("choosing a language redirects to no other site", async () => {
    const { status, location } = await createBrowser(product).post("/preferences", {
      locale: "es",
      return_to: next,
    });
    expect(status).toBe(302);
    expect(getOrigin(location)).toBe(product.url);
  });
});

test.each(ELSEWHERE)("%j is not kept by a page", async (next) => {
  const query = new URLSearchParams({ next }).toString();
  for (const page of [`/signin?${query}`, `/signin/otp?token=otp_x&${query}`]) {
    expect((await createBrowser(product).get(page)).html, page).toContain('name="next" value=""');
  }
});

test("an identity provider's error message is escaped", async () => {
  const error = "<script>window.__x=1</script>";
  const { html } = await createBrowser(product).get(`/signin?${new URLSearchParams({ error }).toString()}`);
  expect(html).toContain("&lt;script&gt;window.__x");
  expect(html).not.toContain("<script>window.__x");
});
