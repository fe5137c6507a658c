import { describe, expect, test } from "vitest";
import { createVisitorPages, describeVisitorPage, fillInNonce, NONCE_MARK } from "./visitor-pages.server";

const ROOT = { locale: "en", theme: null, viewer: null, flash: null };
const SIGN_IN = { pathname: "/signin", search: "" };
const rendered = (root: object = {}, more: object = {}) => ({
  location: SIGN_IN,
  statusCode: 200,
  loaderData: { root: { ...ROOT, ...root }, page: { providers: ["google"] } } as Record<string, unknown>,
  actionData: null,
  errors: null,
  ...more,
});

describe("a page is for all visitors", () => {
  test("when nobody is signed in, and its URL has no query", () => {
    expect(describeVisitorPage(rendered())).toContain("/signin ");
  });

  test.each([
    ["of a signed-in user", rendered({ viewer: { name: "Ada" } })],
    ["with a message of the page before", rendered({ flash: { text: "Saved" } })],
    ["with a form's answer", rendered({}, { actionData: { login: { ok: false } } })],
    ["with an error", rendered({}, { errors: { root: new Error("no") } })],
    ["of another status", rendered({}, { statusCode: 404 })],
    ["at a URL with a query", rendered({}, { location: { ...SIGN_IN, search: "?next=/account" } })],
    ["whose action has thrown", rendered({}, { loaderData: { root: null } })],
    ["without data of the document", rendered({}, { loaderData: {} })],
  ])("but not one %s", (_what, result) => {
    expect(describeVisitorPage(result)).toBeNull();
  });

  test("and differs by its path, and by everything that its loaders have read", () => {
    const keys = [
      describeVisitorPage(rendered()),
      describeVisitorPage(rendered({}, { location: { ...SIGN_IN, pathname: "/signup" } })),
      describeVisitorPage(rendered({ locale: "es" })),
      describeVisitorPage(rendered({ theme: "dark" })),
      describeVisitorPage(rendered({}, { loaderData: { root: ROOT, page: { providers: [] } } })),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("a kept page", () => {
  const page = Buffer.from(`<style nonce="${NONCE_MARK}">é</style><script nonce="${NONCE_MARK}"></script>`);

  test("has the nonce of each answer wherever the page has one, and no other", () => {
    const pages = createVisitorPages();
    expect(pages.keep("key", "one+/=", page).toString()).toBe(
      `<style nonce="one+/=">é</style><script nonce="one+/="></script>`,
    );
    expect(pages.find("key", "two")?.toString()).toBe(
      `<style nonce="two">é</style><script nonce="two"></script>`,
    );
    expect(fillInNonce(page, "three").toString()).not.toContain(NONCE_MARK);
  });

  test("is rendered again after a minute", () => {
    let now = 0;
    const pages = createVisitorPages(() => now);
    pages.keep("key", "one", page);
    now = 59_999;
    expect(pages.find("key", "two")).not.toBeNull();
    now = 60_000;
    expect(pages.find("key", "two")).toBeNull();
  });

  test("takes the place of the oldest of a hundred", () => {
    const pages = createVisitorPages();
    for (let index = 0; index <= 100; index += 1) pages.keep(`key ${index}`, "one", page);
    expect(pages.find("key 0", "two")).toBeNull();
    expect(pages.find("key 1", "two")).not.toBeNull();
  });
});
