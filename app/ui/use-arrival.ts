/** Brings the user to a part of the page that an action has put there, wherever the action's button was. */
import { useEffect, useRef, type RefObject } from "react";

/** The element must be focusable (`tabIndex={-1}`): screen readers then read it, and the keyboard goes on from there. */
export function useArrival<Part extends HTMLElement>(): RefObject<Part> {
  const part = useRef<Part>(null);
  useEffect(() => {
    part.current?.focus({ preventScroll: true });
    part.current?.scrollIntoView({ block: "start" });
  }, []);
  return part;
}
