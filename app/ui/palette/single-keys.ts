/**
 * Whether the keys without Ctrl or ⌘ work in this browser. They can get in the way of speech input, so that a user must be
 * able to turn them off: WCAG 2.1, success criterion 2.1.4.
 */
const ITEM = "single-keys-off";

export function areSingleKeysOn(): boolean {
  return localStorage.getItem(ITEM) === null;
}

export function turnSingleKeys(state: "on" | "off"): void {
  if (state === "off") localStorage.setItem(ITEM, "yes");
  else localStorage.removeItem(ITEM);
}
