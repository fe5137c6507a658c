/** The operations of a path of the API. */
import { describe, expect, expectTypeOf, test } from "vitest";
import type { PathParameters } from "~/services/platform/operation.server";
import { OPERATIONS } from "~/services/operations.server";
import { findApiPath } from "./api.server";

const PATHS = [...new Set(OPERATIONS.map(({ path }) => path))];

test.each(PATHS)("%s has its operations, one for each method", (path) => {
  const operations = findApiPath(path.replace(":id", "some-id"))?.operations ?? [];
  expect(operations).toEqual(OPERATIONS.filter((operation) => operation.path === path));
  expect(new Set(operations.map(({ method }) => method)).size).toBe(operations.length);
});

test("a fixed path comes before one with a parameter, in any order of the table", () => {
  expect(findApiPath("/api/user/permissions")?.operations[0]?.path).toBe("/api/user/permissions");
  expect(findApiPath("/api/invite/accept")?.parameters).toEqual({});
  expect(findApiPath("/api/invite/accept/resend")?.parameters).toEqual({ id: "accept" });
});

describe("another spelling finds the same operations", () => {
  test.each([
    ["with slashes at the end", (path: string) => `${path}//`],
    ["in capitals", (path: string) => path.toUpperCase()],
    ["escaped", (path: string) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
  ])("%s", (_, respell) => {
    for (const path of PATHS)
      expect(findApiPath(respell(path))?.operations, path).toEqual(findApiPath(path)?.operations);
  });

  test("a parameter keeps its case, and its escapes are decoded", () => {
    expect(findApiPath("/API/USER/Some%20Id.1")?.parameters).toEqual({ id: "Some Id.1" });
    expect(findApiPath("/api/user/a%2Fb")?.parameters).toEqual({ id: "a/b" });
  });
});

test.each([
  ...[
    "/",
    "/api",
    "/api/",
    "/api/unknown",
    "/api/auth/more",
    "/api//auth",
    "//api/auth",
    "/api/auth%2Fswitch",
  ],
  ...["/api/invite//resend", "/api/user/id/more", "/api/auth.data", "/api/__proto__"],
])("%s has no operation", (path) => {
  expect(findApiPath(path)).toBeNull();
});

test("the types of a path's parameters follow from the path", () => {
  expectTypeOf<PathParameters<"/api/invite/:id/resend">>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<PathParameters<"/api/:account/user/:id">>().toEqualTypeOf<{ account: string; id: string }>();
});
