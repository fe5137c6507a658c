import { expect, test } from "vitest";
import { checkConnections } from "./service-checks.server";

test.each([
  [4, "ok"],
  [6, "warning"],
  [11, "failure"],
] as const)("%d processes of ten connections each, of a hundred of the database: %s", (processes, level) => {
  expect(checkConnections({ databasePool: 10, processes }, 100)).toMatchObject([{ level }]);
});

test("where the database has no limit that is known, nothing is said", () => {
  expect(checkConnections({ databasePool: 10, processes: 100 }, null)).toEqual([]);
});
