/** Keeps the page still under a click. */
import { useCallback, useEffect, useRef } from "react";

/**
 * Returns a function that runs something at once, or, while a mouse button is down, after the click. A press leaves
 * the field before the click arrives: an error that appeared in between would push the button from under the pointer.
 */
export function useAfterClick(): (run: () => void) => void {
  const isDown = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const handlePointerDown = () => {
      isDown.current = true;
    };
    const handlePointerUp = () => {
      isDown.current = false;
      // The click follows in the same turn.
      setTimeout(() => waiting.current.splice(0).forEach((run) => run()));
    };
    document.addEventListener("mousedown", handlePointerDown, true);
    document.addEventListener("mouseup", handlePointerUp, true);
    return () => {
      document.removeEventListener("mousedown", handlePointerDown, true);
      document.removeEventListener("mouseup", handlePointerUp, true);
    };
  }, []);
  return useCallback((run) => {
    if (isDown.current) waiting.current.push(run);
    else run();
  }, []);
}
