/** The work at each navigation within the app: the offline check, and the announcement of the new page. */
import { useBlocker, useLocation, useNavigate, useNavigation, type Blocker } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { focusHeading } from "../kit/focus-heading";
import { showToast } from "../toast/toast";
import { useTexts } from "../use-texts";
import { canLoad, isLikelyOffline, mayFailToLoad, noteLoaded } from "../reachability";

/**
 * Without a connection, keeps the reader on the page with all that they typed into it, instead of following a link.
 * Rendered once, in the root. Lets a navigation pass as soon as the server answers.
 */
export function OfflineGuard() {
  const { t } = useTexts("layout");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => noteLoaded(pathname), [pathname]);
  // The navigation that the router has asked about last, by its key: this component may be rendered with an earlier one.
  const latest = useRef<string | null>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    latest.current = nextLocation.key;
    // The code of this page is loaded: the navigation changes its query string, or posts its form to the same page.
    if (currentLocation.pathname === nextLocation.pathname)
      return currentLocation.search !== nextLocation.search && isLikelyOffline();
    return mayFailToLoad(nextLocation.pathname);
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { location } = blocker;
    const follow = () => navigate(location);
    void canLoad(location.pathname).then((isReachable) => {
      if (latest.current !== location.key) return;
      latest.current = null;
      if (isReachable) {
        letPass(blocker, follow);
        return;
      }
      blocker.reset();
      showToast({
        title: t("offline.title"),
        description: t("offline.kept"),
        variant: "error",
        retry: { label: t("offline.retry"), run: follow },
      });
    });
  }, [blocker, navigate, t]);
  return null;
}

/** Lets the navigation go on. `again` is called when the router has dropped it: it does so when an earlier one ends meanwhile. */
function letPass(blocker: Blocker & { state: "blocked" }, again: () => void): void {
  try {
    blocker.proceed();
  } catch {
    again();
  }
}

/**
 * After a navigation without a page load, moves the focus to the heading of the new page and announces its title.
 * Rendered once, in the root. Does nothing on the first load, nor when only the query string changes.
 */
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
    // The router decides where the page scrolls to.
    if (hash === "" && !hasOwnFocus(focusedBefore.current)) focusHeading({ preventScroll: true });
  }, [pathname, hash]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

/** Whether the new page has set the focus itself: into a field, or into a dialog. */
function hasOwnFocus(before: Element | null): boolean {
  const active = document.activeElement;
  return active !== before && active?.matches("input, textarea, select, [role='dialog'] *") === true;
}
