/** The links of a list that the server sorts and pages. */
import { expect, test } from "vitest";
import { createNextLink, createPreviousLink, createSortLink } from "./server-pages";

test("a sort link toggles asc and desc per column, and keeps the search", () => {
  expect(createSortLink({ search: "a b" }, "name")).toBe("?sort=name&direction=asc&search=a+b");
  expect(createSortLink({ sort: "name", direction: "asc" }, "name")).toBe("?sort=name&direction=desc");
  expect(createSortLink({ sort: "name", direction: "desc" }, "name")).toBe("?sort=name&direction=asc");
  expect(createSortLink({ sort: "name", direction: "asc" }, "email")).toBe("?sort=email&direction=asc");
});

test("a new order starts at the first page", () => {
  expect(createSortLink({ next: "abc", previous: "xyz" }, "name")).toBe("?sort=name&direction=asc");
});

test("the links to the next and the previous page keep order and search", () => {
  const pages = { sort: "name", direction: "desc", search: "gr", next: "a&b", previous: "c" } as const;
  expect(createNextLink(pages)).toBe("?sort=name&direction=desc&search=gr&after=a%26b");
  expect(createPreviousLink(pages)).toBe("?sort=name&direction=desc&search=gr&before=c");
});

test("a list that is paged by number links to the pages around it, and keeps order and search", () => {
  const order = { sort: "name", direction: "desc", search: "gr" } as const;
  const at = (page: number) => ({ ...order, number: { page, pages: 2 } });
  expect(createNextLink(at(1))).toBe("?sort=name&direction=desc&search=gr&page=2");
  expect(createPreviousLink(at(2))).toBe("?sort=name&direction=desc&search=gr&page=1");
  expect([createPreviousLink(at(1)), createNextLink(at(2))]).toEqual([undefined, undefined]);
  expect(createSortLink(at(2), "name")).toBe("?sort=name&direction=asc&search=gr");
});

test("the first page has no previous link, the last page no next link", () => {
  expect(createPreviousLink({ next: "a" })).toBeUndefined();
  expect(createNextLink({ previous: "a" })).toBeUndefined();
});
