/** Which layers the arguments of `npm test` choose. */
import { expect, test } from "vitest";
import { parseLayers } from "./test-run.mjs";

test("fast runs the lint, the boundaries and the unit tests", () => {
  expect(parseLayers(["fast"])).toEqual({
    layers: ["lint", "boundaries", "unit"],
    bail: false,
    isFast: true,
  });
});

test("named layers run in the order in which they count, however they are named", () => {
  expect(parseLayers(["unit", "format", "--bail"])).toEqual({
    layers: ["format", "unit"],
    bail: true,
    isFast: false,
  });
});

test("without a name every layer runs", () => {
  expect(parseLayers([]).layers).toEqual(
    expect.arrayContaining(["lint", "advisories", "unit", "stores", "http", "browser"]),
  );
});
