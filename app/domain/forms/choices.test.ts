import { describe, expect, test } from "vitest";
import type { ZodMiniType } from "zod/mini";
import * as choices from "./choices";
import * as rules from "./rules";

const messages = (schema: ZodMiniType, input: unknown) =>
  schema.safeParse(input).error?.issues.map((issue) => issue.message) ?? [];
const value = (schema: ZodMiniType, input: unknown) => schema.safeParse(input).data;

describe("choices", () => {
  test("a select rejects the empty value and anything not offered", () => {
    const rule = choices.select(["pro", "free"], "form:plan_required");
    expect(value(rule, "pro")).toBe("pro");
    expect(messages(rule, "")).toEqual(["form:plan_required"]);
    expect(messages(rule, undefined)).toEqual(["form:plan_required"]);
    expect(messages(rule, "gold")).toEqual(["form:not_an_option"]);
    expect(messages(rule, ["pro"])).toEqual(["form:not_an_option"]);
  });

  test("a multiple choice may be posted as one value or as several", () => {
    const rule = choices.selectSome(["read", "write"], "form:scope_required");
    expect(value(rule, "read")).toEqual(["read"]);
    expect(value(rule, ["read", "write"])).toEqual(["read", "write"]);
    expect(messages(rule, [])).toEqual(["form:scope_required"]);
    expect(messages(rule, undefined)).toEqual(["form:scope_required"]);
    expect(messages(rule, ["read", "all"])).toEqual(["form:not_an_option"]);
  });

  test.each([
    ["on", true],
    [true, true],
    ["true", true],
    [false, false],
    ["false", false],
    ["", false],
  ])("a switch posted as %j is %s", (input, on) => {
    expect(value(choices.flag(), input)).toBe(on);
    expect(value(choices.checkbox(), input)).toBe(on);
  });

  test("a missing checkbox is off; a missing switch is an error, so that leaving it out changes nothing", () => {
    expect(value(choices.checkbox(), undefined)).toBe(false);
    expect(messages(choices.flag(), undefined)).toEqual(["form:not_an_option"]);
    expect(value(rules.formOf({ on: rules.optional(choices.flag()) }), {})).toEqual({});
  });
});

describe("file", () => {
  const rule = choices.file({ accept: ["image/png", "image/jpeg"], maxBytes: 1024 ** 2 });
  const image = (bytes: number, type: string) => new File([new Uint8Array(bytes)], "a", { type });

  test("an empty file, which browsers post when none is selected, asks for a file", () => {
    expect(messages(rule, new File([], ""))).toEqual(["form:file"]);
    expect(messages(rule, "a.png")).toEqual(["form:file"]);
  });
  test("a type outside the accepted list answers 'excluded' and the type", () => {
    expect(messages(rule, image(5, "image/gif"))).toEqual(["form:excluded?type=image%2Fgif"]);
    expect(messages(rule, new File(["x"], "notes.pages"))).toEqual(["form:excluded?type=.pages"]);
    expect(messages(rule, new File(["x"], "README"))).toEqual(["form:excluded?type=README"]);
    expect(rule.safeParse(image(5, "image/png")).success).toBe(true);
  });
  test("a file that is too large is rejected", () => {
    expect(messages(rule, image(1024 ** 2 + 1, "image/png"))).toEqual(["form:file_too_large?megabytes=1"]);
  });
});
