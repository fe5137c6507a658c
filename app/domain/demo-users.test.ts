/** The dashboard's list of users, as its query string asks for it. */
import { describe, expect, test } from "vitest";
import { createDemoData, type DemoUser } from "./demo";
import { listDemoUsers, parseDemoListQuery, type DemoColumn } from "./demo-users";
import { SEARCH_MAX_LENGTH } from "./limits";

const { users } = createDemoData(new Date("2026-11-21T12:00:00Z"));
const toText = (user: DemoUser, column: DemoColumn) =>
  ({ name: user.name, role: user.permission, status: user.status, last_login: user.last_login ?? "" })[
    column
  ];
const list = (query: string) => listDemoUsers(users, parseDemoListQuery(new URLSearchParams(query)), toText);
const listNames = (query: string) => list(query).users.map(({ name }) => name);

describe("the list", () => {
  test("the list has ten users on a page, in the order of the data", () => {
    expect(list("")).toEqual({ users: users.slice(0, 10), page: 1, pages: 3 });
    expect(list("page=3").users).toEqual(users.slice(20));
  });

  test("the list ends with its last page: a later number shows that one", () => {
    expect(list("page=99")).toEqual(list("page=3"));
  });

  test("the list is sorted by a column, in both directions", () => {
    expect(listNames("sort=name").slice(0, 3)).toEqual(["Ada Lovelace", "Adele Goldberg", "Alan Turing"]);
    expect(listNames("sort=name&direction=desc")[0]).toBe("Tony Hoare");
    expect(list("sort=status").users[0]?.status).toBe("invited");
  });

  test("the list is searched by every text in it, ignoring case and accents", () => {
    expect(listNames("search=ANGELA")).toEqual(["Ángela Ruiz Robles"]);
    expect(listNames("search=invited")).toHaveLength(3);
    expect(list("search=nobody&page=2")).toEqual({ users: [], page: 1, pages: 1 });
  });
});

test("a query string with unknown values is read as far as it is known", () => {
  const read = (query: string) => parseDemoListQuery(new URLSearchParams(query));
  expect(read("sort=password&direction=up&page=-1")).toEqual({ search: "", page: 1 });
  expect(read("sort=role&direction=up")).toEqual({ sort: "role", direction: "asc", search: "", page: 1 });
  expect(read(`search=${"a".repeat(500)}`).search).toHaveLength(SEARCH_MAX_LENGTH);
});
