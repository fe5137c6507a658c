/** Brings the user to a part of the page that shows something else than before, because the button that led to it is gone. */
import { useEffect, useRef, type RefObject } from "react";
import { focusHeading } from "./kit/focus-heading";

/**
 * Gives the focus to a part whose `state` changes; not when the page is opened. The element must be focusable (`tabIndex={-1}`). Where
 * it is gone itself, the page's heading gets the focus.
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
