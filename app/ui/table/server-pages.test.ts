/** The addresses of a list that the server sorts and cuts into pages. */
import { expect, test } from "vitest";
import { nextLink, previousLink, sortLink } from "./server-pages";

test("sorting toggles asc and desc per column, and keeps the search", () => {
  expect(sortLink({ search: "a b" }, "name")).toBe("?search=a+b&sort=name&direction=asc");
  expect(sortLink({ sort: "name", direction: "asc" }, "name")).toBe("?sort=name&direction=desc");
  expect(sortLink({ sort: "name", direction: "desc" }, "name")).toBe("?sort=name&direction=asc");
  expect(sortLink({ sort: "name", direction: "asc" }, "email")).toBe("?sort=email&direction=asc");
});

test("a new order starts at the first page", () => {
  expect(sortLink({ next: "abc", previous: "xyz" }, "name")).toBe("?sort=name&direction=asc");
});

test("the neighbouring pages keep order and search", () => {
  const pages = { sort: "name", direction: "desc", search: "gr", next: "a&b", previous: "c" } as const;
  expect(nextLink(pages)).toBe("?sort=name&direction=desc&search=gr&after=a%26b");
  expect(previousLink(pages)).toBe("?sort=name&direction=desc&search=gr&before=c");
});

test("the first page has nothing before it, the last nothing after", () => {
  expect(previousLink({ next: "a" })).toBeUndefined();
  expect(nextLink({ previous: "a" })).toBeUndefined();
});
