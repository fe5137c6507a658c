/** How request URLs are read. */
import type { Request } from "express";
import { describe, expect, test } from "vitest";
import { getPagePath, getRequestUrl } from "./request-url";

const asked = (originalUrl: string) => ({ originalUrl }) as unknown as Request;

describe("the path of a page", () => {
  test.each([
    "/magic",
    "/MAGIC",
    "/magic/",
    "/magic//",
    "//magic",
    "/./magic",
    "/x/../magic",
    "/%2e/magic",
    "/%6dagic",
    "/%4Dagic/",
    "/magic.data",
    "/MAGIC.DATA",
    "/magic/.data",
    "/magic%2Edata",
    "/magic?token=x",
  ])("%s is read as /magic", (target) => {
    expect(getPagePath(asked(target))).toBe("/magic");
  });

  test.each(["/", "//", "/.", "/_root.data", "/?index", "/.data"])("%s is read as /", (target) => {
    expect(getPagePath(asked(target))).toBe("/");
  });

  test("an escaped slash stays escaped", () => {
    expect(getPagePath(asked("/a%2Fmagic"))).toBe("/a%2fmagic");
  });
});

test.each(["*", "http://evil/", "evil:80", "signin", "/%zz", "/%ff", "/a/%c3", ""])(
  "%j has no URL",
  (target) => {
    expect(getRequestUrl(asked(target))).toBeNull();
  },
);
