/**
 * The browser's own popover: it opens with scripts off, closes on Escape and on a click outside, and gives the focus
 * back. React 18 passes these attributes through without knowing them, hence objects to spread.
 */
import type { MouseEvent } from "react";

/** Attributes of the button that opens the popover `id`, or closes it. */
export function opens(id: string) {
  return { popovertarget: id };
}

/** Attributes of a button inside that closes the popover `id`. */
export function closes(id: string) {
  return { popovertarget: id, popovertargetaction: "hide" };
}

/** Attributes of the popover itself. It must not set `display`: the browser hides it with that. */
export function popover(id: string) {
  return { id, popover: "auto", onClick: closeAfterChoice };
}

/** A link followed without a page load would leave the menu open above the new page. */
function closeAfterChoice(event: MouseEvent<HTMLElement>) {
  const choice = event.target instanceof Element && event.target.closest("a, button");
  if (choice && "hidePopover" in event.currentTarget) event.currentTarget.hidePopover();
}
