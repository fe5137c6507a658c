/** Keeps the page and its browser's other tabs in the same session: signed in, signed out, or in another account. */
import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { AUTH_CHECK_EVERY_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import type { RootViewer } from "~/domain/root-data";
import { clearToasts, showToast } from "../toast/toast";
import { forgetSessionUser, refreshSessionUser } from "./session-user";
import { useDrafts } from "./use-drafts";

const CHANNEL = "session";

/** What the tabs tell each other: whose session it is, in which account; null when there is none. */
type SessionKey = string | null;

/**
 * Asks the server who is signed in: at once, whenever what it would answer changes, periodically, and when another
 * tab says that the session is another one. Without a session the page goes to /signin, with the way back.
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
    // Back again, from the browser's memory, in the state the page was left in.
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

/** Returns the function that makes the page follow the browser's session, where that is no longer the page's. */
function useReloadWhenSessionChanges(key: SessionKey): () => Promise<void> {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const latest = useRef<() => Promise<void>>(async () => undefined);
  useEffect(() => {
    latest.current = async () => {
      if (key === null) {
        revalidate();
        return;
      }
      const user = await refreshSessionUser();
      if (user === "unknown") return;
      // A one-time token stays out of further addresses.
      const next = search.includes("token=") ? pathname : pathname + search;
      if (user === null) navigate(paths.signInWith({ next, ended: "1" }));
      else if (toSessionKey(user.email, user.account_id) !== key) navigate(paths.dashboard);
    };
  });
  return useCallback(() => latest.current(), []);
}

/** Closes the notifications of the session before. Returns how to say that the next session is another tab's. */
function useClearedToasts(viewer: RootViewer | null, key: SessionKey) {
  const { t } = useTranslation("layout");
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

/** Tells the other tabs of this browser whose session it is, and calls `onOther` when they say that it is another. */
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

function toSessionKey(email: string, accountId: string): string {
  return `${email} ${accountId}`;
}
