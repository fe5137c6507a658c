/** The numbers of the notifications, each with its unit. The others are in limits.ts. */

export const TOASTS_AT_ONCE = 3;
export const TOAST_AUTO_CLOSE_MS = 5000;
/** A toast with Undo stays longer: its reader decides, and may need to find the button. */
export const TOAST_WITH_UNDO_CLOSE_MS = 10_000;
export const TOAST_REMOVE_AFTER_MS = 10_000;
export const TOAST_SWIPE_PX = 50;
export const TOAST_HOTKEY = "F8";
export const TOAST_VIEWPORT_MAX_WIDTH_PX = 420;

/** How long the region of toasts is in the page before its first toast, so that screen readers announce it. */
export const TOAST_REGION_KNOWN_AFTER_MS = 150;
