/** Where the focus is while a menu is open. Apart from the menu, which every signed-in page shows, because a page needs it later. */
import { forgetTypedText, listEntries } from "./popover";

/** The large breakpoint of tailwind.config.ts, from which on no menu covers the page. */
const WIDE = "(min-width: 1024px)";

export interface MenuOptions {
  /** On a narrow window the menu is a dialog: the rest of the page is inert, and Tab stays in the menu. */
  isDrawer?: boolean;
}

interface FollowOptions extends MenuOptions {
  /** When the menu leaves the page. */
  ended: AbortSignal;
}

/** Moves the focus into the menu whenever it opens, as now if it is open, and closes it when the focus leaves. */
export function followMenu(menu: HTMLElement, { isDrawer = false, ended: signal }: FollowOptions): void {
  if (signal.aborted) return;
  const open = () => {
    forgetTypedText();
    if (!menu.contains(document.activeElement)) listEntries(menu)[0]?.focus();
    if (isDrawer && !window.matchMedia(WIDE).matches) becomeDialog(menu);
  };
  const handleToggle = (event: Event) => {
    if ("newState" in event && event.newState === "open") open();
  };
  // Before the browser restores the focus, which it cannot to an inert button.
  const handleClosing = (event: Event) => {
    if ("newState" in event && event.newState === "closed") endDialog(menu);
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Element) || menu.contains(relatedTarget)) return;
    // A notification is above the menu, and is closed without it.
    if (!relatedTarget.closest("[data-toast]")) menu.hidePopover();
  };
  menu.addEventListener("toggle", handleToggle, { signal });
  menu.addEventListener("beforetoggle", handleClosing, { signal });
  menu.addEventListener("focusout", leave, { signal });
  signal.addEventListener("abort", () => endDialog(menu));
  if (menu.matches(":popover-open")) open();
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
