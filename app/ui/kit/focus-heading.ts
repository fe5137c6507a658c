/** Where the keyboard and screen readers go on when what they were at is gone: the heading of the page. */
import { MAIN_ID } from "./skip-link";

export function focusHeading(options?: FocusOptions): void {
  const main = document.getElementById(MAIN_ID);
  const target = main?.querySelector<HTMLElement>("h1") ?? main;
  if (!target) return;
  target.tabIndex = -1;
  target.focus(options);
}
