import { describe, expect, test } from "vitest";
import { createVisitorPages, describeVisitorPage, fillInNonce, NONCE_MARK } from "./visitor-pages.server";

const ROOT = { locale: "en", theme: null, viewer: null, flash: null };
const rendered = (root: object = {}, more: object = {}) => ({
  statusCode: 200,
  loaderData: { root: { ...ROOT, ...root }, page: { providers: ["google"] } } as Record<string, unknown>,
  actionData: null,
  errors: null,
  ...more,
});
const SIGN_IN = new Request("https://app.test/signin");

describe("a page is for all visitors", () => {
  test("when nobody is signed in, and its URL has no query", () => {
    expect(describeVisitorPage(SIGN_IN, rendered())).toContain("/signin ");
  });

  test.each([
    ["of a signed-in user", SIGN_IN, rendered({ viewer: { name: "Ada" } })],
    ["with a message of the page before", SIGN_IN, rendered({ flash: { text: "Saved" } })],
    ["with a form's answer", SIGN_IN, rendered({}, { actionData: { login: { ok: false } } })],
    ["with an error", SIGN_IN, rendered({}, { errors: { root: new Error("no") } })],
    ["of another status", SIGN_IN, rendered({}, { statusCode: 404 })],
    ["at a URL with a query", new Request("https://app.test/signin?next=/account"), rendered()],
    ["whose action has thrown", SIGN_IN, rendered({}, { loaderData: { root: null } })],
    ["without data of the document", SIGN_IN, rendered({}, { loaderData: {} })],
  ])("but not one %s", (_what, request, result) => {
    expect(describeVisitorPage(request, result)).toBeNull();
  });

  test("and differs by its path, and by everything that its loaders have read", () => {
    const keys = [
      describeVisitorPage(SIGN_IN, rendered()),
      describeVisitorPage(new Request("https://app.test/signup"), rendered()),
      describeVisitorPage(SIGN_IN, rendered({ locale: "es" })),
      describeVisitorPage(SIGN_IN, rendered({ theme: "dark" })),
      describeVisitorPage(SIGN_IN, rendered({}, { loaderData: { root: ROOT, page: { providers: [] } } })),
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
