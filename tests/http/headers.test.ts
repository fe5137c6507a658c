/** Security headers of pages, calls, files and failures. security.md I8, D10. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGES as POLICIES } from "~/domain/pages";
import { paths } from "~/domain/paths";
import { OPERATIONS } from "~/services/operations.server";
import { browser, PASSWORD, program, settled } from "../support/caller";
import { startProduct, type Product } from "../support/product";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await settled(product, "owner@example.com");
});
afterAll(() => product.stop());

const PAGES = ["/", "/signin", "/signup", "/404", "/no/such/page", "/dev/mail", "/api/auth", "/api/none"];

test.each(PAGES)("%s has an enforced policy and may not be framed or sniffed", async (path) => {
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
});

test.each([
  "/signup/verify",
  "/signup/user",
  "/signin/otp",
  "/signin/social",
  "/signin/impersonate",
  "/account/profile/networks/link",
  "/magic",
  "/resetpassword",
])("%s tells no other page the token in its address", async (path) => {
  const { headers } = await fetch(`${product.url}${path}?token=abc`, { redirect: "manual" });
  expect(headers.get("Referrer-Policy")).toBe("no-referrer");
});

test("a form of such a page hides its origin, and still is this product's own", async () => {
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

test("a page begins with its document type: without one, browsers lay it out as in the nineties", async () => {
  const page = await (await fetch(`${product.url}/signin`)).text();
  expect(page).toMatch(/^<!DOCTYPE html><html lang="en"/);
});

test("every script of a page carries the answer's own nonce, and no two answers share one", async () => {
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

test("the style sheet stands in a stranger's page, and is a file of its own for whoever is signed in", async () => {
  const stranger = await browser(product).get("/signin");
  const nonce = /'nonce-([^']+)'/.exec(stranger.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "";
  const inPage = /<style [^>]*nonce="([^"]+)"[^>]*>([^<]+)<\/style>/.exec(stranger.html);
  expect(inPage?.[1]).toBe(nonce);
  expect(stranger.html).not.toContain('rel="stylesheet"');

  const visitor = browser(product);
  await visitor.post("/signin", { email: "owner@example.com", password: PASSWORD });
  const { html } = await visitor.get(paths.dashboard);
  const file = /<link rel="stylesheet" href="([^"]*theme[^"]*)"/.exec(html)?.[1] ?? "";
  expect(html).not.toContain("<style");
  const sheet = await (await fetch(product.url + file)).text();
  expect(sheet.trim()).toBe(inPage?.[2]?.trim());
});

test("what is a person's own is not kept by any cache", async () => {
  const visitor = browser(product);
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
    const { headers } = await program(product, data.token)(method, path);
    expect(headers.get("Cache-Control"), path).toContain("no-store");
  }
});

test("nor is what leads elsewhere, is refused or fails, nor the answer to a form or a call", async () => {
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

test("with real keys the payment provider's scripts load on the pages that take a card, and on no other", async () => {
  const keys = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
  const paid = await startProduct({
    ...keys,
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    STRIPE_API_BASE: "http://127.0.0.1:9",
  });
  const taking: string[] = [];
  for (const path of Object.keys(POLICIES)) {
    const { headers } = await fetch(paid.url + path, { redirect: "manual" });
    if (headers.get("Content-Security-Policy")?.includes("stripe.com")) taking.push(path);
  }
  await paid.stop();
  expect(taking).toEqual(["/signup/plan", "/account/billing"]);
});

test("hashed assets are kept for ever, and an unknown one is 404", async () => {
  const html = await (await fetch(`${product.url}/signin`)).text();
  const asset = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? "";
  const { headers, status } = await fetch(product.url + asset);
  expect(status).toBe(200);
  expect(headers.get("Cache-Control")).toContain("immutable");
  expect((await fetch(`${product.url}/assets/none.js`)).status).toBe(404);
});

test("a page that fails shows no stack and no reason of a library", async () => {
  const response = await fetch(`${product.url}/no/such/page`);
  expect(response.status).toBe(404);
  const html = await response.text();
  expect(html).toContain("Oops, the page you&#x27;re looking for doesn&#x27;t exist.");
  expect(html).not.toMatch(/at \w+ \(|node_modules/);
});
