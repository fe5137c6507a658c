/** What `npm run brand` accepts, and the sentences of what it refuses. */
import { expect, test } from "vitest";
import { BrandError, NAME_MAX_LENGTH, parseOptions, toSlug } from "./options";

const refuse = (...args: string[]): string => {
  try {
    parseOptions(args);
    return "accepted";
  } catch (error) {
    return error instanceof BrandError ? error.message : `no sentence: ${String(error)}`;
  }
};

test.each(["Acme", "Ñandú & Co.", "7-Eleven", "日本", "O'Neill, Inc!", "x".repeat(NAME_MAX_LENGTH)])(
  "a product may be called %s",
  (name) => {
    expect(parseOptions(["--name", name])).toEqual({ name });
  },
);

test.each<[name: string, reason: string]>([
  ["", "must not be empty"],
  ["   ", "must not be empty"],
  ["x".repeat(100), "at most 40 characters"],
  ["<b>Acme</b>", "letters, digits, spaces"],
  ["Ac\u0000me", "letters, digits, spaces"],
  ["Acme\nBcc: all@acme.test", "letters, digits, spaces"],
  ["Acme\u202Eemca", "letters, digits, spaces"],
  ['Acme "Inc"', "letters, digits, spaces"],
  ["Acme {{product}}", "letters, digits, spaces"],
  ["Acme $t(x)", "letters, digits, spaces"],
  ["Acme:Inc", "letters, digits, spaces"],
  ["-acme", "argument is ambiguous"],
])("the name %j is refused", (name, reason) => {
  expect(refuse("--name", name)).toContain(reason);
});

test.each<[args: string[], reason: string]>([
  [[], "Say what to change: npm run brand -- --name"],
  [["--colour", "#000000"], "Unknown option '--colour'"],
  [["Acme"], "Unexpected argument 'Acme'"],
  [["--name"], "argument missing"],
  [["--accent", "green"], 'must be a colour as "#0a7f5a"'],
  [["--accent", "#12345"], 'must be a colour as "#0a7f5a"'],
  [["--support-email", "help"], "--support-email must be an email"],
  [["--sender", "Acme <hello>"], "--sender must be an email"],
  [["--sender", "Acme\nBcc: a@b.test <hello@acme.com>"], "--sender must be an email"],
  [["--terms", "javascript:alert(1)"], "--terms must be a URL"],
  [["--privacy", "/privacy"], "--privacy must be a URL"],
  [["--languages", ""], "--languages must name one"],
  [["--languages", "en,xx"], "must be of en, es"],
  [["--company", "<script>"], "--company must not have control characters"],
  [["--address", "x".repeat(301)], "--address must have at most 300 characters"],
])("%j is refused with a sentence that says what to do", (args, reason) => {
  const message = refuse(...args);
  expect(message).toContain(reason);
  expect(message).toMatch(/Nothing was changed|npm run brand/);
});

test("languages are named by their codes, each once", () => {
  expect(parseOptions(["--languages", "es, en,es"])).toEqual({ languages: ["es", "en"] });
});

test("each option may be given alone, and an accent in capitals is the same", () => {
  expect(parseOptions(["--accent", "#0A7F5A"])).toEqual({ accent: "#0a7f5a" });
  expect(parseOptions(["--address", "1 Main Street\nLondon"])).toEqual({ address: "1 Main Street\nLondon" });
  expect(parseOptions(["--sender", "Acme <hello@acme.com>"])).toEqual({ sender: "Acme <hello@acme.com>" });
});

test.each([
  ["Acme", "acme"],
  ["Ñandú & Co.", "nandu-co"],
  ["日本", "product"],
])("in the names of files %s is %s", (name, slug) => {
  expect(toSlug(name)).toBe(slug);
});
