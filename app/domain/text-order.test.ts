/** How lists are sorted by a text, and searched for one. */
import { expect, test } from "vitest";
import { compareTexts, containsText } from "./text-order";

test("texts are sorted as in a dictionary, and numbers in them by size", () => {
  const texts = ["key 10", "Zoe", "Ángela", "key 2", "ana"];
  expect(texts.sort(compareTexts)).toEqual(["ana", "Ángela", "key 2", "key 10", "Zoe"]);
});

test.each([
  ["Ángela Ruiz", "ANGELA", true],
  ["Karen Spärck Jones", "spärck ", true],
  ["Ada Lovelace", "", true],
  ["Ada Lovelace", "grace", false],
])("%j contains %j: %s", (text, wanted, isFound) => {
  expect(containsText(text, wanted)).toBe(isFound);
});
