/** The gesture that throws a notification off the screen. */
import { useRef, useState, type PointerEvent } from "react";
import { TOAST_SWIPE_PX } from "~/domain/limits";

/** Less than this is a click with an unsteady hand. */
const SLACK_PX = 4;

/** Attributes for an element that follows the pointer to the right, and calls `onSwiped` when let go 50 px away. */
export function useSwipeRight(onSwiped: () => void) {
  const startX = useRef<number | null>(null);
  const [offsetPx, setOffsetPx] = useState(0);
  const settle = () => {
    startX.current = null;
    setOffsetPx(0);
  };
  return {
    style: offsetPx > 0 ? { transform: `translateX(${offsetPx}px)` } : undefined,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button === 0) startX.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startX.current === null) return;
      const movedPx = event.clientX - startX.current;
      // Only now: a captured pointer would take the click from a button inside.
      if (movedPx > SLACK_PX) event.currentTarget.setPointerCapture(event.pointerId);
      setOffsetPx(movedPx > SLACK_PX ? movedPx : 0);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isFarEnough = startX.current !== null && event.clientX - startX.current >= TOAST_SWIPE_PX;
      settle();
      if (isFarEnough) onSwiped();
    },
    onPointerCancel: settle,
  };
}
