/** What scripts add to a menu in the browser's popover: where the focus is while it is open. */
import { useEffect, useRef, type RefObject } from "react";
import { forgetTypedText, listEntries } from "./popover";

/** The large breakpoint of tailwind.config.ts, from which on no menu covers the page. */
const WIDE = "(min-width: 1024px)";

interface MenuOptions {
  /** On a narrow window the menu is a dialog: the rest of the page is inert, and Tab stays in the menu. */
  isDrawer?: boolean;
}

/**
 * Returns the ref of the popover. Open, its first entry gets the focus, and it closes when the focus leaves it. The browser restores
 * the focus to the button that opened it.
 */
export function useMenu({ isDrawer = false }: MenuOptions = {}): RefObject<HTMLDivElement> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = ref.current;
    if (!menu) return undefined;
    const open = (event: Event) => {
      if (!("newState" in event) || event.newState !== "open") return;
      forgetTypedText();
      if (!menu.contains(document.activeElement)) listEntries(menu)[0]?.focus();
      if (isDrawer && !window.matchMedia(WIDE).matches) becomeDialog(menu);
    };
    // Before the browser restores the focus, which it cannot to an inert button.
    const close = (event: Event) => {
      if ("newState" in event && event.newState === "closed") endDialog(menu);
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Element) || menu.contains(relatedTarget)) return;
      // A notification is above the menu, and is closed without it.
      if (!relatedTarget.closest("[data-toast]")) menu.hidePopover();
    };
    menu.addEventListener("toggle", open);
    menu.addEventListener("beforetoggle", close);
    menu.addEventListener("focusout", leave);
    return () => {
      endDialog(menu);
      menu.removeEventListener("toggle", open);
      menu.removeEventListener("beforetoggle", close);
      menu.removeEventListener("focusout", leave);
    };
  }, [isDrawer]);
  return ref;
}

function becomeDialog(menu: HTMLElement): void {
  menu.setAttribute("role", "dialog");
  menu.setAttribute("aria-modal", "true");
  for (const element of listRest(menu)) element.toggleAttribute("inert", true);
}

function endDialog(menu: HTMLElement): void {
  if (menu.getAttribute("role") !== "dialog") return;
  menu.setAttribute("role", "region");
  menu.removeAttribute("aria-modal");
  for (const element of listRest(menu)) element.toggleAttribute("inert", false);
}

/** The page without the menu. */
const listRest = (menu: HTMLElement) =>
  [...(menu.parentElement?.children ?? [])].filter((element) => element !== menu);
