/** The actions that a row offers, and which texts are links or times. */
import { describe, expect, test } from "vitest";
import { listRowActions, isSafeLink, type RowAction, type TableRow } from "./table-data";

interface Key extends TableRow {
  active: boolean;
}

const doNothing = () => undefined;
const actions: RowAction<Key>[] = [
  { id: "edit", label: "Edit", run: doNothing },
  { id: "revoke", label: "Revoke", condition: { active: true }, run: doNothing },
  { id: "delete", label: "Delete", condition: (row) => !row.active, run: doNothing },
];

const listActionIds = (row: Key) => listRowActions(row, actions).map(({ id }) => id);

describe("the actions of a row", () => {
  test("an action with a condition is offered when the row's values meet it", () => {
    expect(listActionIds({ id: "1", active: true })).toEqual(["edit", "revoke"]);
    expect(listActionIds({ id: "1", active: false })).toEqual(["edit", "delete"]);
  });

  test("a row with its own list offers the actions in it whose conditions its values meet", () => {
    expect(listActionIds({ id: "1", active: true, actions: ["revoke", "delete"] })).toEqual(["revoke"]);
    expect(listActionIds({ id: "1", active: true, actions: [] })).toEqual([]);
  });
});

test.each([
  ["https://example.com/a", true],
  ["http://example.com", true],
  ["mailto:grace@acme.test", true],
  ["javascript:alert(1)", false],
  ["JaVaScRiPt:alert(1)", false],
  ["java\nscript:alert(1)", false],
  ["\u0001javascript:alert(1)", false],
  ["data:text/html,<script>alert(1)</script>", false],
  ["vbscript:x", false],
  ["blob:https://example.com/1", false],
  ["", false],
])("a link to %j is safe: %s", (url, isSafe) => {
  expect(isSafeLink(url)).toBe(isSafe);
});
