/** At which side of a wide screen the toasts appear: they do not cover what the user is likely to use next. */
import { useLayoutEffect, type RefObject } from "react";

const SIDES = ["right", "middle", "left"] as const;
type ToastSide = (typeof SIDES)[number];

export type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

/** Buttons that send a form, the links to the other pages of a list, and where the user is. */
const NEXT_CONTROLS = "main :is(form button:not([type=button]), a[rel=next], a[rel=prev]), main :focus";

/**
 * Writes the side into `data-side` of the region that contains the toasts. It is chosen when the first one appears, and kept while
 * there are any. The region is as far from the right edge of the window as from the left one.
 */
export function useToastSide(region: RefObject<HTMLElement>, { isEmpty }: { isEmpty: boolean }): void {
  useLayoutEffect(() => {
    if (isEmpty || !region.current) return;
    const controls = [...document.querySelectorAll(NEXT_CONTROLS)].map((one) => one.getBoundingClientRect());
    const { clientWidth } = document.documentElement;
    const side = chooseSide(region.current.getBoundingClientRect(), clientWidth, controls);
    region.current.setAttribute("data-side", side);
  }, [isEmpty, region]);
}

/** The first side where the toasts cover none of the controls; the right one where all sides would. `place` is at any side. */
export function chooseSide(place: Box, windowWidth: number, controls: readonly Box[]): ToastSide {
  const width = place.right - place.left;
  const edge = Math.min(place.left, windowWidth - place.right);
  const starts = { right: windowWidth - edge - width, middle: (windowWidth - width) / 2, left: edge };
  // A DOMRect cannot be spread: its fields are its prototype's.
  const { top, bottom } = place;
  const isFree = (side: ToastSide) => {
    const box = { top, bottom, left: starts[side], right: starts[side] + width };
    return !controls.some((control) => overlaps(box, control));
  };
  return SIDES.find(isFree) ?? "right";
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
