/** Brings the user to a part of the page that an action has put there, wherever the action's button was. */
import { useEffect, useRef, type RefObject } from "react";
import { focusHeading } from "./kit/focus-heading";

/**
 * To a part that appears. The element must be focusable (`tabIndex={-1}`): screen readers then read it, and the keyboard goes
 * on from there.
 */
export function useArrival<Part extends HTMLElement>(): RefObject<Part> {
  const part = useRef<Part>(null);
  useEffect(() => {
    part.current?.focus({ preventScroll: true });
    part.current?.scrollIntoView({ block: "start" });
  }, []);
  return part;
}

/**
 * To a part that shows another `state` than before, because the button that led to it is gone; not when the page is opened. The
 * element must be focusable, too. Where it is gone itself, the page's heading gets the focus.
 */
export function useFocusOnChange<Part extends HTMLElement>(state: string | number): RefObject<Part> {
  const part = useRef<Part>(null);
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    if (part.current) part.current.focus();
    else focusHeading();
  }, [state]);
  return part;
}
