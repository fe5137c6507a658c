/** Choosing routes by path changes which are compared, never which answers. */
import { matchRoutes, type RouteObject } from "react-router-dom";
import type { RouteConfigEntry } from "@remix-run/route-config";
import type { ServerBuild } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import routeConfig from "~/routes";
import { makeRouteChoice } from "./route-choice";

const routes: ServerBuild["routes"] = Object.fromEntries(
  [{ id: "root", path: "", module: {} as never }, ...flattened(routeConfig, "root")].map((route) => [
    route.id,
    route,
  ]),
);
const build = { routes, assets: { routes } } as unknown as ServerBuild;
const choose = makeRouteChoice(build, (some) => some);

const addresses = Object.keys(routes).map((id) => addressOf(id));
const pages = addresses.map((address) => address.replace(/:\w+/g, "Some-id.1").replace("*", "else/where"));

describe("the same route answers, with the same parameters", () => {
  test.each([
    ["as it stands", (path: string) => path],
    ["with a slash behind it", (path: string) => `${path}/`],
    ["with several slashes behind it", (path: string) => `${path}//`],
    ["with a slash too many in front", (path: string) => `/${path}`],
    ["in capitals", (path: string) => path.toUpperCase()],
    ["with a letter encoded", (path: string) => path.replace(/\w/, (letter) => encoded(letter))],
    ["with a slash encoded", (path: string) => path.replace(/(?<=.)\//, "%2F")],
    ["by way of another folder", (path: string) => `/help/..${path}`],
    ["by way of itself", (path: string) => `/.${path}`],
    ["with something behind it", (path: string) => `${path}/more`],
    ["with a part cut off", (path: string) => path.replace(/\/[^/]*$/, "")],
    ["with its end misspelt", (path: string) => `${path}x`],
  ])("%s", (_, write) => {
    expect(pages.length).toBeGreaterThan(35);
    for (const page of pages) {
      const path = write(page) || "/";
      expect([path, answering(choose(path), path)]).toEqual([path, answering(build, path)]);
    }
  });

  test("as a page's data", () => {
    for (const page of pages) {
      const path = page === "/" ? "/_root" : page;
      expect([path, answering(choose(`${path}.data`), page)]).toEqual([path, answering(build, page)]);
    }
  });
});

test("what stands above a page is there, for the browser to know of", () => {
  const chosen = choose("/account/billing");
  for (const path of ["/", "/account"]) expect(answering(chosen, path)).toEqual(answering(build, path));
});

test("a request meets few routes, and what the browser asks about routes meets all", () => {
  expect(Object.keys(choose("/api/auth").routes).length).toBeLessThan(10);
  expect(Object.keys(choose("/api/auth").assets.routes)).toEqual(Object.keys(choose("/api/auth").routes));
  expect(choose("/__manifest")).toBe(build);
});

test("there is one choice for each set of routes, however many paths are asked for", () => {
  const chosen = new Set(Array.from({ length: 1000 }, (_, index) => choose(`/dev/mail/${index}`)));
  expect(chosen.size).toBe(1);
});

function answering(some: ServerBuild, path: string) {
  const { pathname } = new URL(`http://localhost${path}`);
  const matches = matchRoutes(treeOf(some.routes, undefined), pathname) ?? [];
  return matches.map(({ route, params }) => ({ id: route.id, params }));
}

function treeOf(some: ServerBuild["routes"], parentId: string | undefined): RouteObject[] {
  return Object.values(some)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: treeOf(some, id) }));
}

function flattened(entries: unknown, parentId: string): ServerBuild["routes"][string][] {
  return (entries as RouteConfigEntry[]).flatMap(({ file, path, index, children = [], ...entry }) => {
    const id = entry.id ?? file.replace(/\.tsx?$/, "");
    return [{ id, parentId, path, index, module: {} as never }, ...flattened(children, id)];
  });
}

function addressOf(id: string): string {
  const route = routes[id];
  const above = route?.parentId ? addressOf(route.parentId) : "";
  return `${above === "/" ? "" : above}/${route?.path ?? ""}`.replace(/(?<=.)\/$/, "");
}

function encoded(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}
