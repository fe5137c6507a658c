// What the test of nested input stands on: it measures how deep an answer is, and knows all forms.
import { expect, test } from "vitest";
import { measureAnswer, measureLevels, NESTED_LEVELS, NESTED_TEXT, toNestedName } from "./nested-input";
import { listPageForms, listQueryNames } from "./page-forms";

test.each([
  ["a text", 0],
  [null, 0],
  [{}, 1],
  [{ a: 1, b: [{ c: [] }] }, 4],
])("%j has %i levels", (value, levels) => {
  expect(measureLevels(value)).toBe(levels);
});

test("the nested text is as deep as no stack holds", () => {
  expect(measureLevels(JSON.parse(NESTED_TEXT))).toBe(NESTED_LEVELS);
  expect(toNestedName("name").split(/\[|\./)).toHaveLength(NESTED_LEVELS + 1);
});

test("an answer is measured as JSON, or as the stream that Remix's client reads, and not otherwise", () => {
  const measure = (type: string, body: string) => measureAnswer(new Headers({ "Content-Type": type }), body);
  expect(measure("application/json; charset=utf-8", '{"data":{"ids":["x"]}}')).toBe(3);
  // { "redirect": "/signin", "values": { "name": ["x"], "at": a date, "no": null } }
  const values = '{"_5":6,"_8":9,"_10":-5},"name",[7],"x","at",["D",1795873520000],"no"';
  expect(measure("text/x-script", `[{"_1":2,"_3":4},"redirect","/signin","values",${values}]\n`)).toBe(3);
  // { "later": a promise of [[["x"]]] }
  expect(measure("text/x-script", '[{"_1":2},"later",["P",2]]\nP2:[[4],[5],[6],"x"]\n')).toBe(3);
  expect(measure("text/html", "[[[]]]")).toBe(0);
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
