/** Keeps all tabs of a browser in the same session, and keeps what was typed into a page whose session ends. */
import { useFetchers, useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { AUTH_CHECK_EVERY_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import type { RootViewer } from "~/domain/root-data";
import { clearToasts, showToast } from "../toast/toast";
import { useTexts } from "../use-texts";
import { forgetSessionUser, refreshSessionUser } from "./session-user";

const CHANNEL = "session";

/** The message between tabs: the user and the account of the session; null when no one is signed in. */
type SessionKey = string | null;

/**
 * Asks the server who is signed in: at once, whenever the session of this page changes, periodically, and when another
 * tab reports another session. Without a session it navigates to /signin, which returns to this page.
 */
export function SessionSync({ viewer }: { viewer: RootViewer | null }) {
  const key: SessionKey = viewer && toSessionKey(viewer.email, viewer.accountId);
  const follow = useReloadWhenSessionChanges(key);
  const announceNext = useClearedToasts(viewer, key);
  useDrafts(viewer?.email ?? null);

  const version = viewer?.sessionVersion ?? null;
  useEffect(() => {
    if (version === null) {
      forgetSessionUser();
      return;
    }
    const check = () => void follow();
    // The browser restores the page from its back-forward cache, in an old state.
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) check();
    };
    check();
    const timer = setInterval(check, AUTH_CHECK_EVERY_MS);
    window.addEventListener("pageshow", handlePageShow);
    return () => {
      clearInterval(timer);
      window.removeEventListener("pageshow", handlePageShow);
    };
  }, [version, follow]);

  useOtherTabs(key, async () => {
    announceNext();
    await follow();
  });
  return null;
}

/** Returns a function that reloads or leaves the page when the session of the browser is no longer the page's. */
function useReloadWhenSessionChanges(key: SessionKey): () => Promise<void> {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const latest = useRef<() => Promise<void>>(async () => undefined);
  const pageKey = useRef(key);
  useEffect(() => {
    pageKey.current = key;
    latest.current = async () => {
      if (key === null) {
        revalidate();
        return;
      }
      const user = await refreshSessionUser();
      // While the server was asked, the page may have got another session. Leaving it now would end a sign-in under way.
      if (user === "unknown" || pageKey.current !== key) return;
      // A one-time token must not get into another page's URL.
      const next = search.includes("token=") ? pathname : pathname + search;
      if (user === null) navigate(paths.signInWith({ next, ended: "1" }));
      else if (toSessionKey(user.email, user.account_id) !== key) navigate(paths.dashboard);
    };
  });
  return useCallback(() => latest.current(), []);
}

/** Closes the notifications of the previous session. Returns a function to call when another tab has changed the session. */
function useClearedToasts(viewer: RootViewer | null, key: SessionKey) {
  const { t } = useTexts("layout");
  const shown = useRef(key);
  const hasFollowed = useRef(false);
  useLayoutEffect(() => {
    if (shown.current === key) return;
    const wasSignedIn = shown.current !== null;
    shown.current = key;
    clearToasts();
    const account = viewer?.accounts.find(({ id }) => id === viewer.accountId)?.name;
    if (hasFollowed.current && wasSignedIn && account !== undefined)
      showToast({ title: t("session.followed", { account }), variant: "info" });
    hasFollowed.current = false;
  }, [key, viewer, t]);
  return useCallback(() => {
    hasFollowed.current = true;
  }, []);
}

/** Sends this page's session to the other tabs of the browser, and calls `onOther` when they report another one. */
function useOtherTabs(key: SessionKey, onOther: () => Promise<void>): void {
  const latest = useRef(onOther);
  useEffect(() => {
    latest.current = onOther;
  });
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<SessionKey>) => {
      if (data !== key) void latest.current();
    };
    channel.postMessage(key);
    return () => channel.close();
  }, [key]);
}

/**
 * Saves what the user typed when their session ends, and fills it in again once they are back on the page. `owner` is the
 * user's email, or null for a visitor, for whom the browser does not load the code. While /signin loads, the page and
 * its forms are still there.
 */
function useDrafts(owner: string | null): void {
  const { pathname } = useLocation();
  const isToSignIn = useNavigation().location?.pathname === paths.signIn;
  const isSigningOut = useFetchers().some(({ formAction }) => formAction === paths.signOut);
  useEffect(() => {
    if (owner === null || !(isSigningOut || isToSignIn)) return;
    void import("./drafts").then(({ clearDrafts, saveDrafts }) => {
      // After a sign-out nothing that the user typed may stay in the browser.
      if (isSigningOut) clearDrafts();
      else saveDrafts(owner, pathname);
    });
  }, [owner, isToSignIn, isSigningOut, pathname]);
  useEffect(() => {
    if (owner === null) return;
    let isCurrent = true;
    void import("./drafts").then(({ restoreDrafts }) => {
      if (isCurrent) restoreDrafts(owner, pathname);
    });
    return () => {
      isCurrent = false;
    };
  }, [owner, pathname]);
}

function toSessionKey(email: string, accountId: string): string {
  return `${email} ${accountId}`;
}
