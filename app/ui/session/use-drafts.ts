/** Keeps what was typed when a session ends, and fills it in again once its user is back on the page. */
import { useFetchers, useLocation, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { paths } from "~/domain/paths";
import { clearDrafts, restoreDrafts, saveDrafts } from "./drafts";

/** `owner` is who is signed in; null for a visitor. The page is still there while its way to /signin loads. */
export function useDrafts(owner: string | null): void {
  const { pathname } = useLocation();
  const isToSignIn = useNavigation().location?.pathname === paths.signIn;
  const isSigningOut = useFetchers().some(({ formAction }) => formAction === paths.signOut);
  useEffect(() => {
    if (owner === null) return;
    // Who signs out leaves nothing behind.
    if (isSigningOut) clearDrafts();
    else if (isToSignIn) saveDrafts(owner, pathname);
  }, [owner, isToSignIn, isSigningOut, pathname]);
  useEffect(() => {
    if (owner !== null) restoreDrafts(owner, pathname);
  }, [owner, pathname]);
}
