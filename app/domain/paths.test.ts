import { expect, test } from "vitest";
import { toSafeRedirectPath, paths } from "./paths";

test.each(["/dashboard", "/account?x=1", "/signup/verify?token=ver_abc"])(
  "%s is a path of the product",
  (path) => {
    expect(toSafeRedirectPath(path, "/")).toBe(path);
  },
);

test.each([
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
  "https:evil.example",
  "evil",
  "",
])("%j is not a path of the product, and the fallback is returned", (path) => {
  expect(toSafeRedirectPath(path, "/fallback")).toBe("/fallback");
});

test.each([null, undefined, 7, ["/dashboard"], { path: "/" }])(
  "%j is not a path, and the fallback is returned",
  (value) => {
    expect(toSafeRedirectPath(value, "/fallback")).toBe("/fallback");
  },
);

test("values in a link are encoded", () => {
  expect(paths.verifyWith("a b&c")).toBe("/signup/verify?token=a+b%26c");
});
