/** Keeps what was typed when a session ends, and fills it in again once its user is back on the page. */
import { useFetchers, useLocation, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { paths } from "~/domain/paths";

/**
 * `owner` is the signed-in user's email; null for a visitor, for whom the browser does not fetch the code. The page is
 * still there while its way to /signin loads.
 */
export function useDrafts(owner: string | null): void {
  const { pathname } = useLocation();
  const isToSignIn = useNavigation().location?.pathname === paths.signIn;
  const isSigningOut = useFetchers().some(({ formAction }) => formAction === paths.signOut);
  useEffect(() => {
    if (owner === null || !(isSigningOut || isToSignIn)) return;
    void import("./drafts").then(({ clearDrafts, saveDrafts }) => {
      // A user who signs out leaves nothing behind.
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
