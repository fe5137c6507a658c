import { expect, test } from "vitest";
import { keepLatest } from "./keep-latest";

test("a map keeps its latest entries, and returns what it drops", () => {
  const kept = new Map<string, number>();
  const dropped = ["a", "b", "c"].map((key, index) => keepLatest(kept, [key, index], 2));
  expect(dropped).toEqual([undefined, undefined, 0]);
  expect([...kept]).toEqual([
    ["b", 1],
    ["c", 2],
  ]);
});
