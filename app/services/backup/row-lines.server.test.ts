/** Rows as lines: what a version before wrote must stay readable, and the other way around. */
import { expect, test } from "vitest";
import { formatRow, parseRow } from "./row-lines.server";

test("a login's IP is in a backup under the name that it was first stored by", () => {
  const row = {
    ...{ id: "1", userId: "2", deviceHash: "hash", ip: "192.0.2.1", agent: "Firefox" },
    createdAt: new Date(0),
  };
  const line = formatRow("logins", row);
  expect(JSON.parse(line)).toMatchObject({ address: "192.0.2.1" });
  expect(parseRow("logins", line)).toEqual(row);
});
