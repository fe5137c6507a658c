import { describe, expect, test } from "vitest";
import type { ZodMiniType } from "zod/mini";
import * as choices from "./choices";
import * as rules from "./rules";

const validateAndGetMessages = (schema: ZodMiniType, input: unknown) =>
  schema.safeParse(input).error?.issues.map((issue) => issue.message) ?? [];
const parseValue = (schema: ZodMiniType, input: unknown) => schema.safeParse(input).data;

describe("choices", () => {
  test("a select rejects the empty value and anything not offered", () => {
    const rule = choices.select(["pro", "free"], "form:plan_required");
    expect(parseValue(rule, "pro")).toBe("pro");
    expect(validateAndGetMessages(rule, "")).toEqual(["form:plan_required"]);
    expect(validateAndGetMessages(rule, undefined)).toEqual(["form:plan_required"]);
    expect(validateAndGetMessages(rule, "gold")).toEqual(["form:not_an_option"]);
    expect(validateAndGetMessages(rule, ["pro"])).toEqual(["form:not_an_option"]);
  });

  test("a multiple choice may be posted as one value or as several", () => {
    const rule = choices.selectSome(["read", "write"], "form:scope_required");
    expect(parseValue(rule, "read")).toEqual(["read"]);
    expect(parseValue(rule, ["read", "write"])).toEqual(["read", "write"]);
    expect(validateAndGetMessages(rule, [])).toEqual(["form:scope_required"]);
    expect(validateAndGetMessages(rule, undefined)).toEqual(["form:scope_required"]);
    expect(validateAndGetMessages(rule, ["read", "all"])).toEqual(["form:not_an_option"]);
  });

  test.each([
    ["on", true],
    [true, true],
    ["true", true],
    [false, false],
    ["false", false],
    ["", false],
  ])("a switch posted as %j is %s", (input, on) => {
    expect(parseValue(choices.flag(), input)).toBe(on);
    expect(parseValue(choices.checkbox(), input)).toBe(on);
  });

  test("a missing checkbox is off; a missing switch is an error, so that leaving it out changes nothing", () => {
    expect(parseValue(choices.checkbox(), undefined)).toBe(false);
    expect(validateAndGetMessages(choices.flag(), undefined)).toEqual(["form:required"]);
    expect(validateAndGetMessages(choices.flag(), "maybe")).toEqual(["form:not_an_option"]);
    expect(parseValue(rules.createFormSchema({ on: rules.optional(choices.flag()) }), {})).toEqual({});
  });
});

describe("file", () => {
  const rule = choices.file({ accept: ["image/png", "image/jpeg"], maxBytes: 1024 ** 2 });
  const createImage = (bytes: number, type: string) => new File([new Uint8Array(bytes)], "a", { type });

  test("an empty file, which browsers post when none is selected, asks for a file", () => {
    expect(validateAndGetMessages(rule, new File([], ""))).toEqual(["form:file"]);
    expect(validateAndGetMessages(rule, "a.png")).toEqual(["form:file"]);
  });
  test("an optional file may be missing or empty, and is checked otherwise", () => {
    const optional = choices.optionalFile({ accept: ["image/png"], maxBytes: 1024 ** 2 });
    expect(parseValue(optional, undefined)).toBeUndefined();
    expect(parseValue(optional, new File([], ""))).toBeUndefined();
    expect(validateAndGetMessages(optional, createImage(5, "image/gif"))).toEqual([
      "form:excluded?type=image%2Fgif",
    ]);
  });
  test("a type outside the accepted list answers 'excluded' and the type", () => {
    expect(validateAndGetMessages(rule, createImage(5, "image/gif"))).toEqual([
      "form:excluded?type=image%2Fgif",
    ]);
    expect(validateAndGetMessages(rule, new File(["x"], "notes.pages"))).toEqual([
      "form:excluded?type=.pages",
    ]);
    expect(validateAndGetMessages(rule, new File(["x"], "README"))).toEqual(["form:excluded?type=README"]);
    expect(rule.safeParse(createImage(5, "image/png")).success).toBe(true);
  });
  test("a file that is too large is rejected", () => {
    expect(validateAndGetMessages(rule, createImage(1024 ** 2 + 1, "image/png"))).toEqual([
      "form:file_too_large?megabytes=1",
    ]);
  });
});
