/** Keys inside a menu: arrows, Home, End, and the first letters of an entry. Escape is the browser's own. */
import type { KeyboardEvent } from "react";
import { MENU_TYPE_AHEAD_RESET_MS } from "~/domain/limits";

let typedText = { text: "", at: 0 };

/** For `onKeyDown` of an open menu, whose entries are its links and buttons. */
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

/** The entries of a menu that can be seen, in their order. */
export function listEntries(menu: HTMLElement | null): HTMLElement[] {
  const all = [...(menu?.querySelectorAll<HTMLElement>("a[href], button:not([disabled])") ?? [])];
  return all.filter((entry) => !("checkVisibility" in entry) || entry.checkVisibility());
}

/** The next entry that begins with what is being typed; the same letter again leads to the one after. */
function findByText(
  entries: readonly HTMLElement[],
  at: number,
  { key, timeStamp }: KeyboardEvent,
): HTMLElement | undefined {
  // A space presses the entry that has the focus.
  if (key.length !== 1 || key === " ") return undefined;
  const isFresh = timeStamp - typedText.at > MENU_TYPE_AHEAD_RESET_MS;
  const letter = key.toLocaleLowerCase();
  const text = isFresh || typedText.text === letter ? letter : typedText.text + letter;
  typedText = { text, at: timeStamp };
  const first = text.length > 1 ? at : at + 1;
  const inOrder = [...entries.slice(first), ...entries.slice(0, first)];
  return inOrder.find((entry) => entry.textContent.trim().toLocaleLowerCase().startsWith(text));
}
