/** Follows the session of a signed-in user, and keeps what was typed into a page whose session ends. */
import { useFetchers, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { AUTH_CHECK_EVERY_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import type { RootViewer } from "~/domain/root-data";
import { showToast } from "../toast/toast";
import { useTexts } from "../use-texts";
import { clearDrafts, restoreDrafts, saveDrafts } from "./drafts";
import { refreshSessionUser, toSessionKey } from "./session-user";

export interface SessionFollowerProps {
  viewer: RootViewer;
  /** Called with the function to call when another tab reports another session. Returns a function that detaches it. */
  attach: (follow: () => void) => () => void;
}

/**
 * Asks the server who is signed in: at once, whenever the session of this page changes, periodically, and when another
 * tab reports another session. Without a session it navigates to /signin, which returns to this page.
 */
export function SessionFollower({ viewer, attach }: SessionFollowerProps): null {
  const key = toSessionKey(viewer.email, viewer.accountId);
  const check = useReloadWhenSessionChanges(key);
  const announceNext = useAnnouncedAccount(viewer, key);
  useDrafts(viewer.email);

  useEffect(
    () =>
      attach(() => {
        announceNext();
        void check();
      }),
    [attach, check, announceNext],
  );

  useEffect(() => {
    // The browser restores the page from its back-forward cache, in an old state.
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void check();
    };
    void check();
    const timer = setInterval(() => void check(), AUTH_CHECK_EVERY_MS);
    window.addEventListener("pageshow", handlePageShow);
    return () => {
      clearInterval(timer);
      window.removeEventListener("pageshow", handlePageShow);
    };
  }, [viewer.sessionVersion, check]);
  return null;
}

/** Returns a function that reloads or leaves the page when the session of the browser is no longer the page's. */
function useReloadWhenSessionChanges(key: string): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const latest = useRef<() => Promise<void>>(async () => undefined);
  const pageKey = useRef<string | null>(key);
  useEffect(() => {
    pageKey.current = key;
    latest.current = async () => {
      const user = await refreshSessionUser();
      // While the server was asked, the page may have got another session. Leaving it now would end a sign-in under way.
      if (user === "unknown" || pageKey.current !== key) return;
      // A one-time token must not get into another page's URL.
      const next = search.includes("token=") ? pathname : pathname + search;
      if (user === null) navigate(paths.signInWith({ next, ended: "1" }));
      else if (toSessionKey(user.email, user.account_id) !== key) navigate(paths.dashboard);
    };
  });
  // The user has signed out.
  useEffect(
    () => () => {
      pageKey.current = null;
    },
    [],
  );
  return useCallback(() => latest.current(), []);
}

/** Returns a function to call when another tab has changed the session: the account that the page shows then is named. */
function useAnnouncedAccount(viewer: RootViewer, key: string): () => void {
  const { t } = useTexts("layout");
  const shown = useRef(key);
  const hasFollowed = useRef(false);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    const account = viewer.accounts.find(({ id }) => id === viewer.accountId)?.name;
    if (hasFollowed.current && account !== undefined)
      showToast({ title: t("session.followed", { account }), variant: "info" });
    hasFollowed.current = false;
  }, [key, viewer, t]);
  return useCallback(() => {
    hasFollowed.current = true;
  }, []);
}

/**
 * Saves what the user typed when their session ends, and fills it in again once they are back on the page. `owner` is the
 * user's email. While /signin loads, the page and its forms are still there.
 */
function useDrafts(owner: string): void {
  const { pathname } = useLocation();
  const isToSignIn = useNavigation().location?.pathname === paths.signIn;
  const isSigningOut = useFetchers().some(({ formAction }) => formAction === paths.signOut);
  useEffect(() => {
    // After a sign-out nothing that the user typed may stay in the browser.
    if (isSigningOut) clearDrafts();
    else if (isToSignIn) saveDrafts(owner, pathname);
  }, [owner, isToSignIn, isSigningOut, pathname]);
  useEffect(() => restoreDrafts(owner, pathname), [owner, pathname]);
}
