/** Pages that every visitor gets alike: rendered once, and still right for each of them. */
import { beforeAll, expect, test } from "vitest";
import { createBrowser } from "../support/clients";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
beforeAll(async () => {
  product = await shareProduct();
});

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(product.url + path, { headers, redirect: "manual" });
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "") ?? [];
  return { html: await response.text(), nonce };
}

test("each answer has a nonce of its own at every script and style, and is the same page otherwise", async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => open("/signup")));
  expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(4);
  for (const { html, nonce } of answers) {
    const tags = html.match(/<(?:script|style)\b[^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(4);
    for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
  }
  expect(new Set(answers.map(({ html, nonce }) => html.replaceAll(nonce, ""))).size).toBe(1);
});

test("a visitor's language, theme and last way in are theirs alone", async () => {
  const plain = await open("/signin");
  const spanish = await open("/signin", { Cookie: "locale=es" });
  const dark = await open("/signin", { Cookie: "theme=dark" });
  const byLinkedIn = await open("/signin", { Cookie: "way=linkedin" });
  const findFirstWay = ({ html }: { html: string }) => /href="\/auth\/(\w+)"/.exec(html)?.[1];

  expect(spanish.html).toContain('<html lang="es"');
  expect(dark.html).toMatch(/<html[^>]* class="dark"/);
  expect([findFirstWay(plain), findFirstWay(byLinkedIn)]).toEqual(["google", "linkedin"]);
  const again = await open("/signin");
  expect(again.html.replaceAll(again.nonce, "")).toBe(plain.html.replaceAll(plain.nonce, ""));
});

test("a rejected form's page, and the page after it, are one visitor's", async () => {
  const visitor = createBrowser(product);
  await visitor.get("/signin");
  const rejected = await visitor.post("/signin", { email: "mine-alone@example.com", password: "wrong one!" });
  expect([rejected.status, rejected.html.includes("mine-alone@example.com")]).toEqual([401, true]);
  expect((await open("/signin")).html).not.toContain("mine-alone@example.com");
});
