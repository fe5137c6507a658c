import { describe, expect, test } from "vitest";
import type { Request } from "express";
import type { ServerBuild } from "@remix-run/node";
import { findArea, pickAreaBuild, type Area } from "./area-builds";
import { getPagePath } from "./request-url";

const read = (originalUrl: string) => getPagePath({ originalUrl } as Request);

describe("the area of a path", () => {
  test.each([
    ["/", "/"],
    ["/help", "/"],
    ["/signin", "/signin"],
    ["/signin/otp", "/signin"],
    ["/signinx", "/"],
    ["/account", "/account"],
    ["/account/", "/account"],
    ["/account/profile", "/account"],
    ["/account/users/edit", "/account/users"],
    ["/account.data", "/account"],
    ["/account/users.data", "/account/users"],
    ["/dashboard.data", "/dashboard"],
    ["/ACCOUNT/Users", "/account/users"],
    ["/%61ccount/users", "/account/users"],
    ["/_root.data", "/"],
    ["/api/openapi.json", "/api"],
    ["//account//users/", "/account/users"],
    ["/x/../account/users", "/account/users"],
    ["/account%2Fusers", "/"],
  ])("%s is in %s", (path, area) => {
    expect(findArea(read(path))).toBe(area);
  });

  test.each(["/__manifest", "/__manifest?p=%2Fmaster"])("%s is for the whole build", (path) => {
    expect(findArea(read(path))).toBeNull();
  });
});

describe("the build of an area", () => {
  const ROUTES = [
    { id: "root", path: "" },
    { id: "start", parentId: "root", index: true },
    { id: "sign-in", parentId: "root", path: "signin" },
    { id: "app", parentId: "root" },
    { id: "users", parentId: "app", path: "account/users" },
    { id: "account", parentId: "app", path: "account" },
    { id: "profile", parentId: "app", path: "account/profile" },
    { id: "else", parentId: "root", path: "*" },
  ];
  const routes = Object.fromEntries(ROUTES.map((one) => [one.id, one]));
  const build = { mode: "production", routes, assets: { version: "1", routes } } as unknown as ServerBuild;
  const list = (area: Area) => Object.keys(pickAreaBuild(build, area).routes);

  test("the build of an area has its routes and the pages above them, with their layouts, the start page, and the page for unknown URLs", () => {
    expect(list("/account/users")).toEqual(["root", "start", "app", "users", "account", "else"]);
    expect(list("/account")).toEqual(["root", "start", "app", "account", "profile", "else"]);
    expect(list("/signin")).toEqual(["root", "start", "sign-in", "else"]);
    expect(list("/master")).toEqual(["root", "start", "else"]);
  });

  test("the manifest for browsers has the same routes, and the version of the whole", () => {
    const { assets, mode } = pickAreaBuild(build, "/signin");
    expect([mode, assets.version, Object.keys(assets.routes)]).toEqual(["production", "1", list("/signin")]);
  });
});
