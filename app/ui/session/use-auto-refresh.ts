/** Refreshes the page's data by itself, for pages that show what happens in the background. */
import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { STAND_IN_REFRESH_EVERY_MS, STAND_IN_REFRESH_FOR_MS } from "~/domain/limits";
import { checkReachable } from "../reachability";

/**
 * Loads the page's data again every two seconds while `isOn` and the tab is visible, for some minutes after the user has
 * last come to the tab. Asks first whether the server is up: while it restarts, the page must stay.
 */
export function useAutoRefresh(isOn: boolean): void {
  const { revalidate, state } = useRevalidator();
  const refresh = useRef<() => Promise<void>>(async () => undefined);
  const isBusy = useRef(false);
  useEffect(() => {
    refresh.current = async () => {
      if (isBusy.current || state !== "idle" || document.visibilityState !== "visible") return;
      isBusy.current = true;
      if (await checkReachable()) revalidate();
      isBusy.current = false;
    };
  });
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setInterval>;
    let end: ReturnType<typeof setTimeout>;
    const stop = () => {
      clearInterval(timer);
      clearTimeout(end);
    };
    const start = () => {
      stop();
      timer = setInterval(() => void refresh.current(), STAND_IN_REFRESH_EVERY_MS);
      end = setTimeout(() => clearInterval(timer), STAND_IN_REFRESH_FOR_MS);
    };
    start();
    window.addEventListener("focus", start);
    document.addEventListener("visibilitychange", start);
    return () => {
      stop();
      window.removeEventListener("focus", start);
      document.removeEventListener("visibilitychange", start);
    };
  }, [isOn]);
}
