/**
 * The browser's own popover: it opens with scripts off, closes on Escape and on a click outside, and gives the focus
 * back. React 18 passes these attributes through without knowing them, hence objects to spread.
 */
import type { KeyboardEvent, MouseEvent } from "react";
import { listEntries } from "./menu-focus";

/** Attributes of the button that opens the popover `id`, or closes it. */
export function getOpenButtonProps(id: string) {
  return { popovertarget: id };
}

/** The same for a menu, which the arrow keys open, too: with the focus on its first entry, or on its last. */
export function getMenuButtonProps(id: string) {
  return {
    popovertarget: id,
    onKeyDown(event: KeyboardEvent) {
      const menu = document.getElementById(id);
      if (!menu || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      menu.showPopover();
      listEntries(menu)
        .at(event.key === "ArrowDown" ? 0 : -1)
        ?.focus();
    },
  };
}

/** Attributes of a button inside that closes the popover `id`. */
export function getCloseButtonProps(id: string) {
  return { popovertarget: id, popovertargetaction: "hide" };
}

/** Attributes of the popover itself. It must not set `display`: the browser hides it with that. */
export function getPopoverProps(id: string) {
  return { id, popover: "auto", onClick: closeAfterChoice };
}

/** A link followed without a page load would leave the menu open above the new page. */
function closeAfterChoice(event: MouseEvent<HTMLElement>) {
  const choice = event.target instanceof Element && event.target.closest("a, button");
  if (choice && "hidePopover" in event.currentTarget) event.currentTarget.hidePopover();
}
