/** The side of the toasts: the right one, unless they would cover there what is used next. */
import { expect, test } from "vitest";
import { chooseSide, type Box } from "./toast-side";

const WINDOW_PX = 1280;
/** At the lower right: 420 by 74. */
const PLACE: Box = { left: 844, right: 1264, top: 710, bottom: 784 };

const createButton = (left: number, top = 720): Box => ({ left, right: left + 80, top, bottom: top + 36 });

/** As the browser measures: the fields are those of its prototype. */
const toRect = ({ left, right, top, bottom }: Box) => new DOMRect(left, top, right - left, bottom - top);

test.each([
  ["nothing is there", [], "right"],
  ["a control is above them", [createButton(1100, 600)], "right"],
  ["the next page's link is at the right", [createButton(1100)], "middle"],
  ["controls are at the right and in the middle", [createButton(1100), createButton(600)], "left"],
  ["controls are everywhere", [createButton(1100), createButton(600), createButton(40)], "right"],
] as const)("%s", (_, controls, side) => {
  expect(chooseSide(toRect(PLACE), WINDOW_PX, controls)).toBe(side);
});

test("the side does not depend on the one where they are", () => {
  const atLeft = { ...PLACE, left: 16, right: 436 };
  expect(chooseSide(atLeft, WINDOW_PX, [createButton(40)])).toBe("right");
});
