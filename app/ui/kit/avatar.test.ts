import { expect, test } from "vitest";
import { getInitials } from "./avatar";

test.each([
  ["Grace Hopper", "GH"],
  ["  Grace Brewster   Hopper ", "GH"],
  ["ada", "A"],
  ["ángel núñez", "ÁN"],
  ["𝒢race Hopper", "𝒢H"],
  ["", ""],
])("the initials of %j are %j", (name, expected) => {
  expect(getInitials(name)).toBe(expected);
});
