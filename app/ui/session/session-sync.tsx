/** Keeps all tabs of a browser in the same session. What only a signed-in user needs is loaded after the first paint. */
import { useRevalidator } from "@remix-run/react";
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { RootViewer } from "~/domain/root-data";
import { useIsHydrated } from "../use-page";
import { clearToasts } from "../toast/toast";
import { forgetSessionUser, toSessionKey } from "./session-user";
import type { SessionFollowerProps } from "./session-follower";

const CHANNEL = "session";

/** The message between tabs: the user and the account of the session; null when no one is signed in. */
type SessionKey = string | null;

/**
 * Tells the other tabs whose session this page shows, and follows them to another one: a visitor's page loads its data
 * again, and a user's asks the server first (`SessionFollower`).
 */
export function SessionSync({ viewer }: { viewer: RootViewer | null }) {
  const key: SessionKey = viewer && toSessionKey(viewer.email, viewer.accountId);
  const { revalidate } = useRevalidator();
  const follow = useRef<(() => void) | null>(null);
  const attach = useCallback((call: () => void) => {
    follow.current = call;
    return () => {
      follow.current = null;
    };
  }, []);
  const isHydrated = useIsHydrated();
  useEffect(() => {
    if (key === null) forgetSessionUser();
  }, [key]);
  useOtherTabs(key, () => {
    if (key === null) revalidate();
    else follow.current?.();
  });
  if (!isHydrated) return null;
  return (
    <>
      <ToastClearer sessionKey={key} />
      {viewer ? (
        <Suspense>
          <SessionFollower viewer={viewer} attach={attach} />
        </Suspense>
      ) : null}
    </>
  );
}

/** If it cannot be loaded, the page notices another session at its next request. */
const SessionFollower = lazy<(props: SessionFollowerProps) => null>(() =>
  import("./session-follower").then(
    (file) => ({ default: file.SessionFollower }),
    () => ({ default: () => null }),
  ),
);

/**
 * Closes the notifications of the previous session, before any effect shows one of the next. A component of its own, because
 * React warns of a layout effect that the server renders.
 */
function ToastClearer({ sessionKey }: { sessionKey: SessionKey }) {
  const shown = useRef(sessionKey);
  useLayoutEffect(() => {
    if (shown.current === sessionKey) return;
    shown.current = sessionKey;
    clearToasts();
  }, [sessionKey]);
  return null;
}

/** Sends this page's session to the other tabs of the browser, and calls `onOther` when they report another one. */
function useOtherTabs(key: SessionKey, onOther: () => void): void {
  const latest = useRef(onOther);
  useEffect(() => {
    latest.current = onOther;
  });
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<SessionKey>) => {
      if (data !== key) latest.current();
    };
    channel.postMessage(key);
    return () => channel.close();
  }, [key]);
}
