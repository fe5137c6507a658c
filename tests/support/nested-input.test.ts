// What the test of nested input stands on: it measures how deep an answer is, and knows all forms.
import { encode } from "turbo-stream";
import { expect, test } from "vitest";
import { measureAnswer, measureLevels, NESTED_LEVELS, NESTED_TEXT, toNestedName } from "./nested-input";
import { listPageForms, listQueryNames } from "./page-forms";

test.each([
  ["a text", 0],
  [null, 0],
  [{}, 1],
  [{ a: 1, b: [{ c: [] }] }, 4],
  [[Promise.resolve([[]])], 3],
])("%j has %i levels", async (value, levels) => {
  expect(await measureLevels(value)).toBe(levels);
});

test("the nested text is as deep as no stack holds", async () => {
  expect(await measureLevels(JSON.parse(NESTED_TEXT))).toBe(NESTED_LEVELS);
  expect(toNestedName("name").split(/\[|\./)).toHaveLength(NESTED_LEVELS + 1);
});

test("an answer is measured as JSON, or as the stream that Remix's client reads, and not otherwise", async () => {
  const value = { redirect: "/signin", values: { name: ["x"] } };
  const asJson = new Headers({ "Content-Type": "application/json; charset=utf-8" });
  expect(await measureAnswer(asJson, JSON.stringify(value))).toBe(3);
  const asStream = new Headers({ "Content-Type": "text/x-script; charset=utf-8" });
  const stream = await new Response(encode(value)).text();
  expect(await measureAnswer(asStream, stream)).toBe(3);
  expect(await measureAnswer(new Headers({ "Content-Type": "text/html" }), "[[[]]]")).toBe(0);
});

test("the forms of the pages have their intents and operations", async () => {
  const forms = await listPageForms();
  expect(forms.length).toBeGreaterThan(100);
  const found = forms.map(({ path, intent, operation }) => [path, intent, operation.name]);
  expect(found).toContainEqual(["/account/profile", "change-name", "updateUser"]);
  expect(found).toContainEqual(["/setup", "mail", "saveSetupMail"]);
  expect(found).toContainEqual(["/signin", undefined, "signIn"]);
});

test("a page's query has the names that its own file and those that it imports read", () => {
  expect(listQueryNames("routes/account/users.tsx")).toEqual(
    expect.arrayContaining(["search", "after", "before"]),
  );
  expect(listQueryNames("routes/auth/otp.tsx")).toEqual(expect.arrayContaining(["token", "next", "with"]));
});
