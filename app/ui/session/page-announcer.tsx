/** After a navigation without a page load: the focus goes to the new page's heading, and its title is announced. */
import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { MAIN_ID } from "../layout/skip-link";

/** Stands once, in the root. Does nothing on the first load, nor when only the query string changes. */
export function PageAnnouncer() {
  const { pathname, hash } = useLocation();
  const { state } = useNavigation();
  const [title, setTitle] = useState("");
  const shownPath = useRef(pathname);
  const focusedBefore = useRef<Element | null>(null);
  useEffect(() => {
    if (state !== "idle") focusedBefore.current = document.activeElement;
  }, [state]);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    setTitle(document.title);
    if (hash === "" && !hasOwnFocus(focusedBefore.current)) focusHeading();
  }, [pathname, hash]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

/** Whether the new page has put the focus where it wants it: into a field, or into a dialog. */
function hasOwnFocus(before: Element | null): boolean {
  const active = document.activeElement;
  return active !== before && active?.matches("input, textarea, select, [role='dialog'] *") === true;
}

function focusHeading(): void {
  const main = document.getElementById(MAIN_ID);
  const target = main?.querySelector<HTMLElement>("h1") ?? main;
  if (!target) return;
  target.tabIndex = -1;
  // Where the page scrolls to is the router's to decide.
  target.focus({ preventScroll: true });
}
