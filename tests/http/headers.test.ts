/** Security and cache headers of pages, API calls, files and errors. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PagePolicy } from "~/domain/page-policies";
import { PAGES as POLICIES } from "~/domain/pages";
import { paths } from "~/domain/paths";
import { OPERATIONS } from "~/services/operations.server";
import { createBrowser, PASSWORD, createApiClient, createUserOnFreePlan } from "../support/clients";
import { startProduct, type Product } from "../support/product";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await createUserOnFreePlan(product, "owner@example.com");
});
afterAll(() => product.stop());

const PAGES = [
  "/",
  "/signin",
  "/signup",
  "/404",
  "/no/such/page",
  "/dev/mail",
  "/dev/billing",
  "/api/docs",
  "/api/docs/try",
  "/api/auth",
  "/api/none",
];

test.each(PAGES)(
  "%s has an enforced content security policy, and may not be framed or sniffed",
  async (path) => {
    const { headers } = await fetch(product.url + path, { redirect: "manual" });
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).not.toContain("stripe.com");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("X-Powered-By")).toBeNull();
    expect(headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
  },
);

test.each([
  "/signup/verify",
  "/signup/user",
  "/signin/otp",
  "/signin/social",
  "/signin/impersonate",
  "/account/profile/networks/link",
  "/magic",
  "/resetpassword",
])("%s sends no referrer, so that no other page learns the token in its URL", async (path) => {
  const { headers } = await fetch(`${product.url}${path}?token=abc`, { redirect: "manual" });
  expect(headers.get("Referrer-Policy")).toBe("no-referrer");
});

test("a form of such a page sends Origin null, and is accepted as same-origin by Sec-Fetch-Site only", async () => {
  const body = new URLSearchParams({ email: "owner@example.com", password: PASSWORD });
  const send = (site: Record<string, string>) =>
    fetch(`${product.url}/signin`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: "null", ...site },
      body,
    });
  expect((await send({ "Sec-Fetch-Site": "same-origin" })).headers.get("Location")).toBe("/welcome");
  for (const site of ["none", "same-site", "cross-site"]) {
    expect((await send({ "Sec-Fetch-Site": site })).status, site).toBe(403);
  }
  expect((await send({})).status).toBe(403);
});

test("a page begins with its doctype: without one, browsers use quirks mode", async () => {
  const page = await (await fetch(`${product.url}/signin`)).text();
  expect(page).toMatch(/^<!DOCTYPE html><html lang="en"/);
});

test("every script of a page carries the response's nonce, and no two responses share one", async () => {
  const nonces = new Set<string>();
  for (let times = 0; times < 20; times += 1) {
    const response = await fetch(`${product.url}/signin`);
    const html = await response.text();
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "";
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts.length).toBeGreaterThan(0);
    for (const attributes of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(20);
});

test("the style sheet is inline on an unauthenticated visitor's page, and a file for a signed-in user", async () => {
  const stranger = await createBrowser(product).get("/signin");
  const nonce = /'nonce-([^']+)'/.exec(stranger.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "";
  const inPage = /<style [^>]*nonce="([^"]+)"[^>]*>([^<]+)<\/style>/.exec(stranger.html);
  expect(inPage?.[1]).toBe(nonce);
  expect(stranger.html).not.toContain('rel="stylesheet"');

  const visitor = createBrowser(product);
  await visitor.post("/signin", { email: "owner@example.com", password: PASSWORD });
  const { html } = await visitor.get(paths.dashboard);
  const file = /<link rel="stylesheet" href="([^"]*theme[^"]*)"/.exec(html)?.[1] ?? "";
  expect(html).not.toContain("<style");
  const sheet = await (await fetch(product.url + file)).text();
  expect(sheet.trim()).toBe(inPage?.[2]?.trim());
});

test("personal pages and calls are not cached", async () => {
  const visitor = createBrowser(product);
  await visitor.post("/signin", { email: "owner@example.com", password: PASSWORD });
  const pages = [
    paths.dashboard,
    paths.account,
    paths.profile,
    paths.notifications,
    paths.help,
    paths.welcome,
  ];
  for (const path of [...pages, paths.verifyWith("ver_x"), "/api/auth", "/dashboard.data"]) {
    const { headers } = await visitor.get(path);
    expect(headers.get("Cache-Control"), path).toContain("no-store");
  }
  const { data } = JSON.parse((await visitor.get("/api/auth")).html) as { data: { token: string } };
  for (const { method, path } of OPERATIONS) {
    if (method !== "GET") continue;
    const { headers } = await createApiClient(product, data.token)(method, path);
    expect(headers.get("Cache-Control"), path).toContain("no-store");
  }
});

test("redirects, errors, and answers to forms and calls are not cached", async () => {
  const form = { Origin: product.url, "Content-Type": "application/x-www-form-urlencoded" };
  const asked: [number, string, RequestInit][] = [
    [302, "/dashboard", {}],
    [302, "/account/users", {}],
    [404, "/no/such/page", {}],
    [404, "/api/none", {}],
    [401, "/api/user", {}],
    [405, "/api/auth", { method: "PUT", body: "{}" }],
    [400, "/signin?_data=root", {}],
    [401, "/signin", { method: "POST", headers: form, body: "email=a%40example.com&password=x" }],
    [403, "/signin", { method: "POST", headers: { ...form, Origin: "https://evil.example" }, body: "a=b" }],
    [302, "/signout", { method: "POST", headers: form, body: "x=1" }],
    [200, "/api/auth/magic", { method: "POST", body: '{"email":"a@example.com"}' }],
  ];
  for (const [status, path, request] of asked) {
    const json = request.body && { "Content-Type": "application/json" };
    const answer = await fetch(product.url + path, { redirect: "manual", headers: { ...json }, ...request });
    expect([path, answer.status, answer.headers.get("Cache-Control")]).toEqual([path, status, "no-store"]);
  }
});

describe("with the payment provider's own keys", () => {
  let paid: Product;
  beforeAll(async () => {
    paid = await startProduct({
      STRIPE_SECRET_KEY: "sk_test_1",
      STRIPE_PUBLISHABLE_KEY: "pk_test_1",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
      STRIPE_API_BASE: "http://127.0.0.1:9",
    });
  });
  afterAll(() => paid.stop());

  const readPolicy = async (path: string): Promise<Record<string, string[]>> => {
    const { headers } = await fetch(paid.url + path, { redirect: "manual" });
    const directives = (headers.get("Content-Security-Policy") ?? "").split(";");
    return Object.fromEntries(
      directives.map((directive) => {
        const [name = "", ...sources] = directive.trim().split(" ");
        return [name, sources.filter((source) => source.includes("stripe"))];
      }),
    );
  };

  test("the provider's scripts may load on the pages that take a card only", async () => {
    const taking: string[] = [];
    for (const path of Object.keys(POLICIES)) {
      const policy = await readPolicy(path);
      if (Object.values(policy).some((sources) => sources.length > 0)) taking.push(path);
    }
    expect(taking).toEqual(["/signup/plan", "/account/billing", "/account/upgrade"]);
  });

  test("a page that takes a card allows the provider its scripts, frames and calls, and nothing else", async () => {
    for (const [path, policy] of Object.entries<PagePolicy>(POLICIES)) {
      if (!policy.takesCard) continue;
      const {
        "script-src": scripts,
        "frame-src": frames,
        "connect-src": calls,
        ...others
      } = await readPolicy(path);
      expect(scripts, path).toEqual(["https://js.stripe.com"]);
      expect(frames, path).toEqual(["https://js.stripe.com", "https://hooks.stripe.com"]);
      expect(calls, path).toEqual(["https://api.stripe.com"]);
      expect(Object.values(others).flat(), path).toEqual([]);
    }
  });

  test("a link to a page that takes a card loads the document, whose policy allows the provider's scripts", async () => {
    await createUserOnFreePlan(paid, "payer@example.com");
    const visitor = createBrowser(paid);
    await visitor.post("/signin", { email: "payer@example.com", password: PASSWORD });
    const follow = (from: string) =>
      visitor.get("/account/billing.data", { "Sec-Fetch-Dest": "empty", Referer: paid.url + from });
    expect((await follow("/dashboard")).html).toMatch(/"redirect".*"\/account\/billing".*"reload",true/);
    expect((await follow("/account/billing")).html).not.toContain('"redirect"');
    expect((await visitor.get("/account/billing", { "Sec-Fetch-Dest": "document" })).status).toBe(200);
  });
});

test("hashed assets are cached forever, and an unknown one answers 404", async () => {
  const html = await (await fetch(`${product.url}/signin`)).text();
  const asset = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? "";
  const { headers, status } = await fetch(product.url + asset);
  expect(status).toBe(200);
  expect(headers.get("Cache-Control")).toContain("immutable");
  expect((await fetch(`${product.url}/assets/none.js`)).status).toBe(404);
});

test.each(["br", "gzip", "identity"])("an asset is sent as the build compressed it: %s", async (encoding) => {
  const html = await (await fetch(`${product.url}/signin`)).text();
  const asset = /\/assets\/framework[\w.-]+\.js/.exec(html)?.[0] ?? "";
  const plain = await (
    await fetch(product.url + asset, { headers: { "Accept-Encoding": "identity" } })
  ).text();
  const response = await fetch(product.url + asset, { headers: { "Accept-Encoding": encoding } });
  expect(response.headers.get("Content-Encoding") ?? "identity").toBe(encoding);
  expect(response.headers.get("Content-Type")).toMatch(/javascript/);
  expect(response.headers.get("Vary") ?? "").toContain("Accept-Encoding");
  expect(await response.text()).toBe(plain);
});

test("the typeface may be read by the payment provider's frame, and no other file by another site", async () => {
  const html = await (await fetch(`${product.url}/signin`)).text();
  const readAllowed = async (pattern: RegExp) => {
    const response = await fetch(product.url + (pattern.exec(html)?.[0] ?? "/no/such/file"));
    expect(response.status).toBe(200);
    return response.headers.get("Access-Control-Allow-Origin");
  };
  expect(await readAllowed(/\/assets\/inter[\w.-]+\.woff2/)).toBe("*");
  expect(await readAllowed(/\/assets\/framework[\w.-]+\.js/)).toBeNull();
});

test.each(["br", "gzip", "identity"])("a page is compressed as the browser asks: %s", async (encoding) => {
  const response = await fetch(`${product.url}/signin`, { headers: { "Accept-Encoding": encoding } });
  expect(response.headers.get("Content-Encoding") ?? "identity").toBe(encoding);
  expect(response.headers.get("Vary") ?? "").toContain("Accept-Encoding");
  expect(await response.text()).toContain("</html>");
});

test("an error page shows no stack trace and no library's message", async () => {
  const response = await fetch(`${product.url}/no/such/page`);
  expect(response.status).toBe(404);
  const html = await response.text();
  expect(html).toContain("Oops, the page you&#x27;re looking for doesn&#x27;t exist.");
  expect(html).not.toMatch(/at \w+ \(|node_modules/);
});
