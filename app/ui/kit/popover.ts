/**
 * Menus in the browser's own popover: it opens without scripts, closes on Escape and on a click outside, and restores the
 * focus. React 18 does not know the popover attributes but passes them on, so they are objects to spread.
 */
import type { KeyboardEvent, MouseEvent } from "react";
import { MENU_TYPE_AHEAD_RESET_MS } from "~/domain/limits";

/** Attributes of the button that opens and closes the popover `id`. */
export function getOpenButtonProps(id: string) {
  return { popovertarget: id };
}

/** The same for a menu, which the arrow keys open as well: Down focuses its first entry, Up its last one. */
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

/** Attributes of a button inside the popover `id` that closes it. */
export function getCloseButtonProps(id: string) {
  return { popovertarget: id, popovertargetaction: "hide" };
}

/** Attributes of the popover itself. Its styles must not set `display`, because the browser hides it with `display`. */
export function getPopoverProps(id: string) {
  return { id, popover: "auto", onClick: closeAfterChoice };
}

/** Remix follows a link without a page load, so that the menu would stay open above the new page. */
function closeAfterChoice(event: MouseEvent<HTMLElement>) {
  const choice = event.target instanceof Element && event.target.closest("a, button");
  if (choice && "hidePopover" in event.currentTarget) event.currentTarget.hidePopover();
}

/**
 * The `onKeyDown` handler of an open menu, whose entries are its links and buttons: arrow keys, Home, End, and the first
 * letters of an entry.
 */
export function moveFocusInMenu(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const entries = listEntries(event.currentTarget);
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  const target =
    next === undefined
      ? findByText(entries, at, event)
      : entries.at(entries.length > 0 ? next % entries.length : 0);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** The visible entries of a menu, in order. */
export function listEntries(menu: HTMLElement | null): HTMLElement[] {
  const all = [...(menu?.querySelectorAll<HTMLElement>("a[href], button:not([disabled])") ?? [])];
  return all.filter((entry) => !("checkVisibility" in entry) || entry.checkVisibility());
}

/** The next entry that begins with the typed text; the same letter again finds the entry after it. */
function findByText(
  entries: readonly HTMLElement[],
  at: number,
  { key, timeStamp }: KeyboardEvent,
): HTMLElement | undefined {
  // The space key presses the focused entry.
  if (key.length !== 1 || key === " ") return undefined;
  const isFresh = timeStamp - typedText.at > MENU_TYPE_AHEAD_RESET_MS;
  const letter = key.toLocaleLowerCase();
  const text = isFresh || typedText.text === letter ? letter : typedText.text + letter;
  typedText = { text, at: timeStamp };
  const first = text.length > 1 ? at : at + 1;
  const inOrder = [...entries.slice(first), ...entries.slice(0, first)];
  return inOrder.find((entry) => entry.textContent.trim().toLocaleLowerCase().startsWith(text));
}

let typedText = { text: "", at: 0 };

/** For a menu that opens: what was typed in the last one chose there. */
export function forgetTypedText(): void {
  typedText = { text: "", at: 0 };
}
